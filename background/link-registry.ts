import browser from 'webextension-polyfill';
import type { Credentials, LinkState, NotebookPlace, SessionOrders } from '../src/wire/messages.ts';
import { showBadge } from './badge.ts';
import { forget, isAllowed, remember, samePlace } from './consent.ts';
import { speakAs, stopSpeaking } from './header-rule.ts';
import { closeIfIdle, linkStates, tellLink } from './offscreen.ts';
import type { TabLink } from './tab-links.ts';
import { addLink, allowLink, linksOfTab, removeLinks } from './tab-links.ts';

/** A page has started in a tab: which of the tab's links it may serve, and which the user must allow first. */
export async function sessionStarted(
  tabId: number,
  place: NotebookPlace,
  credentials: Credentials | null,
): Promise<SessionOrders> {
  if (credentials) await register(tabId, credentials, null);
  const orders: SessionOrders = { attach: [], ask: [] };
  for (const link of await linksOfTab(tabId)) {
    const { linkId } = link;
    // What was allowed for one notebook is not allowed for the next one that the same tab shows.
    const known = link.allowed !== null && samePlace(link.allowed, place);
    if (known || (await isAllowed(place))) {
      // Gone meanwhile, if the user closed the tab.
      if (!(await allowLink(linkId, place))) continue;
      await openSocket(link, place.origin);
      orders.attach.push(linkId);
    } else {
      orders.ask.push({ linkId, port: link.credentials.port });
    }
  }
  await refreshBadge(tabId);
  return orders;
}

export async function consentGiven(
  tabId: number,
  linkId: string,
  place: NotebookPlace,
  always: boolean,
): Promise<SessionOrders> {
  const link = (await isOfTab(tabId, linkId)) ? await allowLink(linkId, place) : null;
  if (!link) return { attach: [], ask: [] };
  if (always) await remember(place);
  await openSocket(link, place.origin);
  return { attach: [linkId], ask: [] };
}

export async function consentRefused(tabId: number, linkId: string): Promise<void> {
  const reason = 'The user did not allow access to this notebook';
  await drop((link) => link.tabId === tabId && link.linkId === linkId, reason);
}

async function isOfTab(tabId: number, linkId: string): Promise<boolean> {
  return (await linksOfTab(tabId)).some((link) => link.linkId === linkId);
}

/** The user pasted the credentials into the popup: that is the consent. */
export async function connectByHand(
  tabId: number,
  place: NotebookPlace,
  credentials: Credentials,
): Promise<SessionOrders> {
  const link = await register(tabId, credentials, place);
  await allowLink(link.linkId, place);
  await openSocket(link, place.origin);
  return { attach: [link.linkId], ask: [] };
}

/** Who disconnects takes "always" back as well: the next server has to ask. */
export async function disconnectByHand(linkId: string): Promise<void> {
  const removed = await drop((link) => link.linkId === linkId, 'The user disconnected');
  for (const { allowed } of removed) if (allowed) await forget(allowed);
}

export async function tabClosed(tabId: number): Promise<void> {
  await drop((link) => link.tabId === tabId, 'The notebook tab was closed');
}

/** For the popup: links that wait for the user's consent have no socket yet. */
export async function statesOfTab(
  tabId: number,
): Promise<{ links: LinkState[]; waitingForConsent: number[] }> {
  const links = (await linkStates()).filter((state) => state.tabId === tabId);
  const known = new Set(links.map((state) => state.linkId));
  const waiting = (await linksOfTab(tabId)).filter((link) => !known.has(link.linkId));
  return { links, waitingForConsent: waiting.map((link) => link.credentials.port) };
}

export async function refreshBadge(tabId: number): Promise<void> {
  const states = await linkStates();
  await showBadge(
    tabId,
    states.filter((state) => state.tabId === tabId),
  );
}

async function register(
  tabId: number,
  credentials: Credentials,
  allowed: NotebookPlace | null,
): Promise<TabLink> {
  const known = (await linksOfTab(tabId)).find(
    (link) => link.credentials.port === credentials.port && link.credentials.token === credentials.token,
  );
  // The same address opened again in the same tab: the conversation goes on.
  if (known) return known;
  const link: TabLink = { linkId: crypto.randomUUID(), tabId, credentials, allowed };
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
