import { agentName } from '../src/agents/agent.ts';
import type { LinkState, NotebookPlace, Paired, TabDecisions, TabQuestion } from '../src/wire/messages.ts';
import { samePlace } from '../src/wire/notebook-place.ts';
import type { Call } from './call.ts';
import { isAllowed, remember } from './consent.ts';
import { noteKnown } from './known-servers.ts';
import { closeSocket, drop, openSocket } from './link-sockets.ts';
import { linkStates } from './offscreen.ts';
import { forgetPolicies } from './policies.ts';
import { forgetState } from './pushed-state.ts';
import { forgetRefused, wasRefused } from './refused-servers.ts';
import { forgetShown, noteShown } from './shown-places.ts';
import type { TabLink } from './tab-links.ts';
import { addLink, changeLink, linksOfTab, removeLinks } from './tab-links.ts';
import { forgetFirstId } from './tab-names.ts';
import { forgetServers, isSameServer, noteServer } from './tab-servers.ts';
import { decide, show } from './tab-state.ts';
import { forgetLeft } from './tabs-left.ts';
import { forgetVisit } from './visits.ts';

/** A page has started in a tab: which of the tab's links it may serve, and which the user must allow first. */
export async function tabStarted(
  tabId: number,
  place: NotebookPlace,
  call: Call | null,
): Promise<TabDecisions> {
  await noteShown(tabId, place);
  const called = call && (await register(tabId, call));
  const attach: string[] = [];
  const ask: TabDecisions['ask'] = [];
  for (const link of await linksOfTab(tabId)) {
    const step = await stepOf(link, place, link.linkId === called?.linkId);
    const changed = await changeLink(
      ({ linkId }) => linkId === link.linkId,
      step === 'attach' ? { allowed: place, question: null } : step === 'ask' ? { question: place } : {},
    );
    // Gone meanwhile, if the user closed the tab.
    if (!changed) continue;
    if (step === 'attach') attach.push(link.linkId);
    if (step === 'attach' && link.linkId === called?.linkId) await takePlace(changed);
    if (step === 'ask') ask.push(questionOf(changed));
    if (step === 'attach' || changed.refused !== null) await openSocket(changed, place);
  }
  await show(tabId);
  // One of them may have taken another's place.
  const left = new Set((await linksOfTab(tabId)).map(({ linkId }) => linkId));
  return decide(tabId, place, {
    attach: attach.filter((linkId) => left.has(linkId)),
    ask: ask.filter(({ linkId }) => left.has(linkId)),
  });
}

/** What is to be done about a link on a page that has just started; `isCalled`: its address was opened. */
async function stepOf(
  link: TabLink,
  place: NotebookPlace,
  isCalled: boolean,
): Promise<'attach' | 'ask' | 'refuse'> {
  const { allowed, question, refused } = link;
  // Only the user ends a refusal: at most, the user is asked.
  if (refused !== null) return isCalled || question !== null ? 'ask' : 'refuse';
  // What was allowed for one notebook is not allowed for the next one that the same tab shows.
  if (allowed !== null && samePlace(allowed, place)) return 'attach';
  return !(await wasRefused(link)) && (await isAllowed(place, link)) ? 'attach' : 'ask';
}

/** An answer counts for the tab and the notebook that the user was asked about, and for no other. */
export async function consentGiven(
  tabId: number,
  linkId: string,
  place: NotebookPlace,
  always: boolean,
): Promise<TabDecisions> {
  const isAsked = (other: TabLink): boolean =>
    other.tabId === tabId &&
    other.linkId === linkId &&
    other.question !== null &&
    samePlace(other.question, place);
  const link = (await linksOfTab(tabId)).find(isAsked);
  if (link && always) await remember(place, link);
  return letIn(tabId, isAsked, place, always);
}

/** Our bridge has proven itself: what the user has said of it is known by its name from now on. */
export async function notePaired(linkId: string, paired: Paired): Promise<void> {
  await noteKnown(paired);
  const link = await changeLink((other) => other.linkId === linkId, { paired });
  if (!link) return;
  await noteServer(link.tabId, link);
  if (link.isAlways && link.allowed) await remember(link.allowed, link);
}

/**
 * What answers now where a server was may be another: as long as the user has not agreed, it is told nothing. False where
 * the link is at work again.
 */
export async function noteReturned(linkId: string): Promise<boolean> {
  const rests = (await linkStates()).some((state) => state.linkId === linkId && state.phase === 'resting');
  if (!rests) return false;
  const isServed = (other: TabLink): boolean => other.linkId === linkId && other.refused === null;
  return (await changeLink(isServed, { allowed: null, isSuspect: true })) !== null;
}

/** The user pasted the credentials into the popup: that is the consent. */
export async function connectByHand(tabId: number, place: NotebookPlace, call: Call): Promise<TabDecisions> {
  const link = await register(tabId, call);
  return letIn(tabId, (other) => other.linkId === link?.linkId, place);
}

/** The user wants the link, on this notebook. */
export async function letIn(
  tabId: number,
  which: (link: TabLink) => boolean,
  place: NotebookPlace,
  isAlways = false,
): Promise<TabDecisions> {
  // Always, of this notebook: what was said of the one before is not carried over to it.
  const news = { allowed: place, question: null, refused: null, isSuspect: false, isAlways };
  const link = await changeLink(which, news);
  if (!link) return decide(tabId, place, {});
  await forgetRefused(link);
  await takePlace(link);
  await openSocket(link, place, true);
  await show(tabId);
  return decide(tabId, place, { attach: [link.linkId] });
}

export async function tabClosed(tabId: number): Promise<void> {
  await drop((link) => link.tabId === tabId, 'The notebook tab was closed');
  await forgetPolicies(tabId);
  await forgetServers(tabId);
  await forgetShown(tabId);
  await forgetVisit(tabId);
  await forgetLeft(tabId);
  await forgetFirstId(tabId);
  await forgetState(tabId);
}

/** Whether a server is, or wants to be, connected to this tab, and the user has not sent it away. */
export async function wantsSession(tabId: number): Promise<boolean> {
  const links = await linksOfTab(tabId);
  return links.some(({ refused, question }) => refused === null || question !== null);
}

/** The agent may have said its name only when the link was open; the next question is asked with it. */
export async function noteAgent({ linkId, tabId, agent }: LinkState): Promise<void> {
  const link = (await linksOfTab(tabId)).find((other) => other.linkId === linkId);
  if (link && agentName(link.agent) !== agent) {
    await changeLink((other) => other.linkId === linkId, { agent });
  }
}

export function questionOf({ linkId, credentials, agent, isSuspect }: TabLink): TabQuestion {
  return { linkId, port: credentials.port, agent: agentName(agent), isSuspect };
}

/** Null where it is not worth a question: a page wants one while another is open, or again what the user has refused. */
async function register(tabId: number, call: Call): Promise<TabLink | null> {
  const { credentials, agent, paired, isSuspect } = call;
  const links = await linksOfTab(tabId);
  const known = links.find((link) => isSameServer(link, call));
  if (known) {
    // What a page says of it counts for nothing: it is neither asked about again, renamed nor preferred to another.
    if (isSuspect) return null;
    // The same server calls again in the same tab: the conversation goes on.
    const news = { credentials, ...(agent !== null && { agent }) };
    return (await changeLink(({ linkId }) => linkId === known.linkId, news)) ?? known;
  }
  const asking = links.filter(({ question }) => question !== null);
  if (isSuspect && (asking.length > 0 || (await wasRefused(call)))) return null;
  // It has made a new address: nothing was ever dialled for the one before.
  await removeLinks(
    ({ tabId: tab, credentials: { port }, question, allowed, refused }) =>
      tab === tabId && port === credentials.port && question !== null && !allowed && !refused,
  );
  const undecided = { allowed: null, question: null, refused: null, isAlways: false };
  const link: TabLink = {
    ...{ linkId: crypto.randomUUID(), tabId, credentials, agent, paired, isSuspect },
    ...undecided,
  };
  await addLink(link);
  return link;
}

/** A tab has one link to a port: one that is let in takes the place of another server's that had it before. */
async function takePlace(link: TabLink): Promise<void> {
  const { linkId, tabId, credentials } = link;
  await noteServer(tabId, link);
  const isReplaced = (other: TabLink): boolean =>
    other.tabId === tabId && other.credentials.port === credentials.port && other.linkId !== linkId;
  for (const old of await removeLinks(isReplaced)) await closeSocket(old, 'Replaced by a new connection');
}
