import browser from 'webextension-polyfill';
import { isRecord } from '../src/wire/json.ts';
import type { NotebookPlace } from '../src/wire/messages.ts';
import { samePlace } from '../src/wire/notebook-place.ts';
import type { ColabTab } from './colab-tabs.ts';
import { colabTabs } from './colab-tabs.ts';
import { isAllowed } from './consent.ts';
import { drop } from './link-sockets.ts';
import { createQueue } from './queue.ts';
import { wasRefused } from './refused-servers.ts';
import type { TabLink } from './tab-links.ts';
import { addLink, LINKS_KEY } from './tab-links.ts';
import { noteServer } from './tab-servers.ts';

type Stored = Record<string, unknown>;

const KEY = 'carriedOver';
/** In storage.session once this start of the extension has taken up what the one before left: what waits for its tab. */
export const WAITING_KEY = 'waitingLinks';

/** In storage.session: what of it came from the start before. */
const TAKEN_KEY = 'takenUp';

/** What the user said of servers, and of each tab; and how agents name the notebook in it. */
const OF_SERVERS = /^refused-/;
const OF_TAB = /^(?:policy|first-id-of)-(\d+)(?:-|$)/;

const inOrder = createQueue();

/**
 * An update or reload of the extension empties storage.session under pages that live on. What they need to go on is also
 * kept with the extension's own data: their links to our own bridges, whose keys are there already, and the user's word.
 * A token that opens a server to whoever has it is never written there, nor anything about incognito tabs.
 */
export function keepForUpdate(): void {
  browser.storage.onChanged.addListener((changes, area) => {
    if (area === 'session' && Object.keys(changes).some(isKept)) void inOrder(keep);
  });
}

async function keep(): Promise<void> {
  const [stored, tabs] = await Promise.all([browser.storage.session.get(), colabTabs()]);
  // Not yet taken up: what is there is of the start before.
  if (!isLinks(stored[WAITING_KEY])) return;
  const kept = lasting(stored, tabs);
  if (Object.keys(kept).length > 0) await browser.storage.local.set({ [KEY]: kept });
  else await browser.storage.local.remove(KEY);
}

/** With the first start of the worker after an update: the open tabs, of which some have their links again. */
export async function takeUp(): Promise<ColabTab[] | null> {
  if (isLinks((await browser.storage.session.get(WAITING_KEY))[WAITING_KEY])) return null;
  const [{ [KEY]: kept }, tabs] = await Promise.all([browser.storage.local.get(KEY), colabTabs()]);
  const left = isRecord(kept) ? kept : {};
  const taken = lasting(left, tabs);
  const isOpen = ({ tabId }: TabLink): boolean => tabs.some((tab) => tab.tabId === tabId);
  const waiting = linksIn(left).filter((link) => link.isAlways && !isOpen(link));
  const from = { linkIds: linksIn(taken).map(({ linkId }) => linkId), keys: Object.keys(taken) };
  const isAny = from.keys.length > 0;
  await browser.storage.session.set({
    ...{ ...taken, [WAITING_KEY]: waiting },
    ...(isAny && { [TAKEN_KEY]: from }),
  });
  for (const link of linksIn(taken)) await noteServer(link.tabId, link);
  return tabs;
}

/**
 * It was no update: the browser was started anew. Tabs may have numbers that others had then (Firefox counts from 1), so
 * what was said of those does not hold for them, unless it was to hold always.
 */
export async function forgetLastRun(): Promise<void> {
  const { [TAKEN_KEY]: taken } = await browser.storage.session.get(TAKEN_KEY);
  const { linkIds, keys } = isRecord(taken) ? taken : {};
  const isOfLastRun = ({ linkId, isAlways }: TabLink): boolean =>
    Array.isArray(linkIds) && linkIds.includes(linkId) && !isAlways;
  await drop(isOfLastRun, 'The browser was started anew');
  const ofTabs = Array.isArray(keys) ? keys.map(String).filter((key) => OF_TAB.test(key)) : [];
  await browser.storage.session.remove(ofTabs);
}

/**
 * The browser was restarted, and a tab shows a notebook that had a link then: it has it again, where the user said
 * "always". Tabs have other ids after a restart (measured on Chromium 156).
 */
export async function claimLinks(tabId: number, place: NotebookPlace): Promise<void> {
  const { [WAITING_KEY]: waiting } = await browser.storage.session.get(WAITING_KEY);
  if (!isLinks(waiting) || waiting.length === 0) return;
  const isClaimed = ({ allowed }: TabLink): boolean => allowed !== null && samePlace(allowed, place);
  await browser.storage.session.set({ [WAITING_KEY]: waiting.filter((link) => !isClaimed(link)) });
  for (const link of waiting.filter(isClaimed)) {
    if (!(await isAllowed(place, link)) || (await wasRefused(link))) continue;
    await addLink({ ...link, tabId });
    await noteServer(tabId, link);
  }
}

function lasting(stored: Stored, tabs: readonly ColabTab[]): Stored {
  const open = new Set(tabs.filter(({ incognito }) => !incognito).map(({ tabId }) => tabId));
  const kept = Object.entries(stored).filter(
    ([key]) => OF_SERVERS.test(key) || open.has(Number(OF_TAB.exec(key)?.[1])),
  );
  // The code in the address that one was called with works once: of those that have been let in, it is used up.
  const links = linksIn(stored).filter(
    ({ tabId, paired, isSuspect, allowed }) =>
      paired !== null && !isSuspect && allowed !== null && open.has(tabId),
  );
  return { ...Object.fromEntries(kept), ...(links.length > 0 && { [LINKS_KEY]: links }) };
}

const isKept = (key: string): boolean => key === LINKS_KEY || OF_SERVERS.test(key) || OF_TAB.test(key);

function linksIn({ [LINKS_KEY]: links }: Stored): TabLink[] {
  return isLinks(links) ? links : [];
}

/** Nobody but `tab-links.ts` writes there. */
const isLinks = (stored: unknown): stored is TabLink[] => Array.isArray(stored);
