import browser from 'webextension-polyfill';
import { UNNAMED_AGENT } from '../src/agents/agent.ts';
import { ALLOW_ALL } from '../src/policy/policy.ts';
import type { Credentials } from '../src/wire/credentials.ts';
import type { NotebookPlace, TabDecisions } from '../src/wire/messages.ts';
import { notebookIdOf } from '../src/wire/notebook-id.ts';
import type { TabState } from '../src/wire/pushed-state.ts';
import { showBadge } from './badge.ts';
import { forget, isAllowed, remember, samePlace } from './consent.ts';
import { removeOriginHeader, setOriginHeader } from './header-rule.ts';
import { closeIfIdle, linkStates, tellOffscreen } from './offscreen.ts';
import { forgetPolicies, policyOf } from './policies.ts';
import { forgetState, pushState } from './pushed-state.ts';
import type { TabLink } from './tab-links.ts';
import { addLink, changeLink, linksOfTab, removeLinks } from './tab-links.ts';

/** A page has started in a tab: which of the tab's links it may serve, and which the user must allow first. */
export async function tabStarted(
  tabId: number,
  place: NotebookPlace,
  credentials: Credentials | null,
): Promise<TabDecisions> {
  if (credentials) await register(tabId, credentials);
  const attach: string[] = [];
  const ask: TabDecisions['ask'] = [];
  for (const { linkId, allowed } of await linksOfTab(tabId)) {
    // What was allowed for one notebook is not allowed for the next one that the same tab shows.
    const known = allowed !== null && samePlace(allowed, place);
    const isAllowedHere = known || (await isAllowed(place));
    const link = await changeLink(
      (other) => other.linkId === linkId,
      isAllowedHere ? { allowed: place, question: null } : { question: place },
    );
    // Gone meanwhile, if the user closed the tab.
    if (!link) continue;
    if (isAllowedHere) {
      await openSocket(link, place);
      attach.push(linkId);
    } else {
      ask.push({ linkId, port: link.credentials.port, agent: UNNAMED_AGENT });
    }
  }
  await show(tabId);
  return decide(tabId, place, { attach, ask });
}

/** An answer counts for the tab and the notebook that the user was asked about, and for no other. */
export async function consentGiven(
  tabId: number,
  linkId: string,
  place: NotebookPlace,
  always: boolean,
): Promise<TabDecisions> {
  const link = await changeLink(
    (other) =>
      other.tabId === tabId &&
      other.linkId === linkId &&
      other.question !== null &&
      samePlace(other.question, place),
    { allowed: place, question: null },
  );
  if (!link) return decide(tabId, place, {});
  if (always) await remember(place);
  await openSocket(link, place);
  await show(tabId);
  return decide(tabId, place, { attach: [linkId] });
}

export async function consentRefused(tabId: number, linkId: string): Promise<void> {
  const reason = 'The user did not allow access to this notebook';
  await drop((link) => link.tabId === tabId && link.linkId === linkId, reason);
}

/** The user pasted the credentials into the popup: that is the consent. */
export async function connectByHand(
  tabId: number,
  place: NotebookPlace,
  credentials: Credentials,
): Promise<TabDecisions> {
  const { linkId } = await register(tabId, credentials);
  const link = await changeLink((other) => other.linkId === linkId, { allowed: place, question: null });
  if (!link) return decide(tabId, place, {});
  await openSocket(link, place);
  await show(tabId);
  return decide(tabId, place, { attach: [linkId] });
}

/** Who disconnects takes "always" back as well: the next server has to ask. */
export async function disconnectByHand(linkId: string): Promise<void> {
  const removed = await drop((link) => link.linkId === linkId, 'The user disconnected');
  for (const { allowed } of removed) if (allowed) await forget(allowed);
}

export async function tabClosed(tabId: number): Promise<void> {
  await drop((link) => link.tabId === tabId, 'The notebook tab was closed');
  await forgetPolicies(tabId);
  await forgetState(tabId);
}

/** Whether a server is, or wants to be, connected to this tab. */
export async function hasLinks(tabId: number): Promise<boolean> {
  return (await linksOfTab(tabId)).length > 0;
}

/** What the tab is told besides what it is to do with its links. */
export async function decide(
  tabId: number,
  place: NotebookPlace,
  { attach = [], ask = [] }: Partial<Pick<TabDecisions, 'attach' | 'ask'>>,
): Promise<TabDecisions> {
  const notebookId = notebookIdOf(place, tabId);
  return { notebookId, policy: await policyOf(tabId, notebookId), attach, ask, pageAgent: null };
}

/** For people: badge and popup. */
export async function show(tabId: number): Promise<void> {
  const states = await linkStates();
  await showBadge(
    tabId,
    states.filter((state) => state.tabId === tabId),
  );
  await pushState(tabId, await stateOfTab(tabId));
}

/** How the tab's links stand, the ports of those that the user has yet to answer, and what the user allows. */
export async function stateOfTab(tabId: number): Promise<TabState> {
  const states = (await linkStates()).filter((state) => state.tabId === tabId);
  const links = await linksOfTab(tabId);
  const waiting = links.filter(({ question }) => question !== null);
  // Every link of a tab is about the notebook that the tab shows.
  const shown = links[0]?.question ?? links[0]?.allowed;
  return {
    links: states,
    waitingForConsent: waiting.map(({ credentials }) => credentials.port),
    policy: shown ? await policyOf(tabId, notebookIdOf(shown, tabId)) : ALLOW_ALL,
    isDefaultPolicy: false,
    defaultVerdicts: ALLOW_ALL.verdicts,
  };
}

async function register(tabId: number, credentials: Credentials): Promise<TabLink> {
  const known = (await linksOfTab(tabId)).find(
    (link) => link.credentials.port === credentials.port && link.credentials.token === credentials.token,
  );
  // The same address opened again in the same tab: the conversation goes on.
  if (known) return known;
  const link: TabLink = { linkId: crypto.randomUUID(), tabId, credentials, allowed: null, question: null };
  const { replaced } = await addLink(link);
  for (const old of replaced) await closeSocket(old, 'Replaced by a new connection');
  return link;
}

async function openSocket({ linkId, tabId, credentials }: TabLink, place: NotebookPlace): Promise<void> {
  await setOriginHeader(credentials.port, place.origin);
  const notebookId = notebookIdOf(place, tabId);
  const { version } = browser.runtime.getManifest();
  await tellOffscreen({ to: 'offscreen', type: 'open', linkId, tabId, notebookId, credentials, version });
}

async function closeSocket({ linkId }: TabLink, reason: string): Promise<void> {
  await tellOffscreen({ to: 'offscreen', type: 'close', linkId, reason });
}

async function drop(which: (link: TabLink) => boolean, reason: string): Promise<TabLink[]> {
  const removed = await removeLinks(which);
  for (const link of removed) {
    await closeSocket(link, reason);
    await show(link.tabId);
  }
  if (removed.length === 0) return removed;
  const stillUsed = new Set((await linkStates()).map((state) => state.port));
  for (const { credentials } of removed) {
    if (!stillUsed.has(credentials.port)) await removeOriginHeader(credentials.port);
  }
  await closeIfIdle();
  return removed;
}
