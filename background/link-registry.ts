import { agentName } from '../src/agents/agent.ts';
import type { Credentials } from '../src/wire/credentials.ts';
import type { LinkState, NotebookPlace, TabDecisions } from '../src/wire/messages.ts';
import { samePlace } from '../src/wire/notebook-place.ts';
import { isAllowed, remember } from './consent.ts';
import { closeSocket, drop, openSocket } from './link-sockets.ts';
import { forgetPolicies } from './policies.ts';
import { forgetState } from './pushed-state.ts';
import { forgetRefused, wasRefused } from './refused-servers.ts';
import { forgetShown, noteShown } from './shown-places.ts';
import type { TabLink } from './tab-links.ts';
import { addLink, changeLink, linksOfTab } from './tab-links.ts';
import { forgetServers, noteServer } from './tab-servers.ts';
import { decide, show } from './tab-state.ts';

/** A server that wants to be connected, and for whom it speaks, where it says so. */
export interface Caller {
  credentials: Credentials;
  agent: string | null;
}

/** A page has started in a tab: which of the tab's links it may serve, and which the user must allow first. */
export async function tabStarted(
  tabId: number,
  place: NotebookPlace,
  caller: Caller | null,
): Promise<TabDecisions> {
  await noteShown(tabId, place);
  const called = caller && (await register(tabId, caller));
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
    if (step === 'ask') ask.push(questionOf(changed));
    if (step === 'attach' || changed.refused !== null) await openSocket(changed, place);
  }
  await show(tabId);
  return decide(tabId, place, { attach, ask });
}

/** What is to be done about a link on a page that has just started; `isCalled`: its address was opened. */
async function stepOf(
  { allowed, question, refused, credentials }: TabLink,
  place: NotebookPlace,
  isCalled: boolean,
): Promise<'attach' | 'ask' | 'refuse'> {
  // Only the user ends a refusal: at most, the user is asked.
  if (refused !== null) return isCalled || question !== null ? 'ask' : 'refuse';
  // What was allowed for one notebook is not allowed for the next one that the same tab shows.
  if (allowed !== null && samePlace(allowed, place)) return 'attach';
  return !(await wasRefused(credentials)) && (await isAllowed(place)) ? 'attach' : 'ask';
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
  const decisions = await letIn(tabId, isAsked, place);
  if (always && decisions.attach.length > 0) await remember(place);
  return decisions;
}

/** The user pasted the credentials into the popup: that is the consent. */
export async function connectByHand(
  tabId: number,
  place: NotebookPlace,
  credentials: Credentials,
): Promise<TabDecisions> {
  const { linkId } = await register(tabId, { credentials, agent: null });
  return letIn(tabId, (other) => other.linkId === linkId, place);
}

/** The user wants the link, on this notebook. */
export async function letIn(
  tabId: number,
  which: (link: TabLink) => boolean,
  place: NotebookPlace,
): Promise<TabDecisions> {
  const link = await changeLink(which, { allowed: place, question: null, refused: null });
  if (!link) return decide(tabId, place, {});
  await forgetRefused(link.credentials);
  await openSocket(link, place);
  await show(tabId);
  return decide(tabId, place, { attach: [link.linkId] });
}

export async function tabClosed(tabId: number): Promise<void> {
  await drop((link) => link.tabId === tabId, 'The notebook tab was closed');
  await forgetPolicies(tabId);
  await forgetServers(tabId);
  await forgetShown(tabId);
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

export function questionOf({ linkId, credentials, agent }: TabLink): TabDecisions['ask'][number] {
  return { linkId, port: credentials.port, agent: agentName(agent) };
}

async function register(tabId: number, { credentials, agent }: Caller): Promise<TabLink> {
  const known = (await linksOfTab(tabId)).find(
    (link) => link.credentials.port === credentials.port && link.credentials.token === credentials.token,
  );
  // The same address opened again in the same tab: the conversation goes on.
  if (known) {
    const named =
      agent === null ? null : await changeLink(({ linkId }) => linkId === known.linkId, { agent });
    return named ?? known;
  }
  const linkId = crypto.randomUUID();
  const link: TabLink = { linkId, tabId, credentials, allowed: null, question: null, refused: null, agent };
  const { replaced } = await addLink(link);
  await noteServer(tabId, credentials);
  for (const old of replaced) await closeSocket(old, 'Replaced by a new connection');
  return link;
}
