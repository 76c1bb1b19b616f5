import browser from 'webextension-polyfill';
import type { Credentials, LinkState, NotebookPlace, SessionOrders } from '../src/wire/messages.ts';
import { showBadge } from './badge.ts';
import { forget, isAllowed, remember, samePlace } from './consent.ts';
import { speakAs, stopSpeaking } from './header-rule.ts';
import { closeIfIdle, linkStates, tellLink } from './offscreen.ts';
import type { TabLink } from './tab-links.ts';
import { addLink, changeLink, linksOfTab, removeLinks } from './tab-links.ts';

const NOTHING_TO_DO: SessionOrders = { attach: [], ask: [] };

/** A page has started in a tab: which of the tab's links it may serve, and which the user must allow first. */
export async function sessionStarted(
  tabId: number,
  place: NotebookPlace,
  credentials: Credentials | null,
): Promise<SessionOrders> {
  if (credentials) await register(tabId, credentials);
  const orders: SessionOrders = { attach: [], ask: [] };
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
      await openSocket(link, place.origin);
      orders.attach.push(linkId);
    } else {
      orders.ask.push({ linkId, port: link.credentials.port });
    }
  }
  await refreshBadge(tabId);
  return orders;
}

/** An answer counts for the tab and the notebook that the user was asked about, and for no other. */
export async function consentGiven(
  tabId: number,
  linkId: string,
  place: NotebookPlace,
  always: boolean,
): Promise<SessionOrders> {
  const link = await changeLink(
    (other) =>
      other.tabId === tabId &&
      other.linkId === linkId &&
      other.question !== null &&
      samePlace(other.question, place),
    { allowed: place, question: null },
  );
  if (!link) return NOTHING_TO_DO;
  if (always) await remember(place);
  await openSocket(link, place.origin);
  return { attach: [linkId], ask: [] };
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
): Promise<SessionOrders> {
  const { linkId } = await register(tabId, credentials);
  const link = await changeLink((other) => other.linkId === linkId, { allowed: place, question: null });
  if (!link) return NOTHING_TO_DO;
  await openSocket(link, place.origin);
  return { attach: [linkId], ask: [] };
}

/** Who disconnects takes "always" back as well: the next server has to ask. */
export async function disconnectByHand(linkId: string): Promise<void> {
  const removed = await drop((link) => link.linkId === linkId, 'The user disconnected');
  for (const { allowed } of removed) if (allowed) await forget(allowed);
}

export async function tabClosed(tabId: number): Promise<void> {
  await drop((link) => link.tabId === tabId, 'The notebook tab was closed');
}

/** For the popup: how the tab's links stand, and the ports of those that the user has yet to answer. */
export async function statesOfTab(
  tabId: number,
): Promise<{ links: LinkState[]; waitingForConsent: number[] }> {
  const links = (await linkStates()).filter((state) => state.tabId === tabId);
  const waiting = (await linksOfTab(tabId)).filter(({ question }) => question !== null);
  return { links, waitingForConsent: waiting.map(({ credentials }) => credentials.port) };
}

export async function refreshBadge(tabId: number): Promise<void> {
  const states = await linkStates();
  await showBadge(
    tabId,
    states.filter((state) => state.tabId === tabId),
  );
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

async function openSocket({ linkId, tabId, credentials }: TabLink, origin: string): Promise<void> {
  await speakAs(origin, credentials.port);
  const { version } = browser.runtime.getManifest();
  await tellLink({ to: 'link', type: 'open', linkId, tabId, credentials, version });
}

async function closeSocket({ linkId }: TabLink, reason: string): Promise<void> {
  await tellLink({ to: 'link', type: 'close', linkId, reason });
}

async function drop(which: (link: TabLink) => boolean, reason: string): Promise<TabLink[]> {
  const removed = await removeLinks(which);
  for (const link of removed) {
    await closeSocket(link, reason);
    await refreshBadge(link.tabId);
  }
  if (removed.length === 0) return removed;
  const stillUsed = new Set((await linkStates()).map((state) => state.port));
  for (const { credentials } of removed) {
    if (!stillUsed.has(credentials.port)) await stopSpeaking(credentials.port);
  }
  await closeIfIdle();
  return removed;
}
