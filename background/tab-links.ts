import browser from 'webextension-polyfill';
import type { Credentials } from '../src/wire/credentials.ts';
import type { Refused } from '../src/wire/hello.ts';
import type { NotebookPlace, Paired } from '../src/wire/messages.ts';
import { createQueue } from './queue.ts';

/** One server that one tab is, or wants to be, connected to. The token is here and nowhere else but in the link. */
export interface TabLink {
  linkId: string;
  tabId: number;
  /** As the address named it. The token of our own bridge works once. */
  credentials: Credentials;
  /** Our own bridge, since it has proven itself: by which it is known again. Null for all others. */
  paired: Paired | null;
  /**
   * A page led to it, or something else may have taken its place: nothing is dialled, nor anything that works given up
   * for it, before the user has agreed.
   */
  isSuspect: boolean;
  /** The user wants it always in the notebook that it is allowed for. */
  isAlways: boolean;
  /** The notebook that access was allowed for last; null as long as there was none. */
  allowed: NotebookPlace | null;
  /** The notebook that the tab shows and that the user has yet to allow; null when no question is open. */
  question: NotebookPlace | null;
  /** How the user shut the tab for it: holds until the user opens it again. */
  refused: Refused | null;
  /** What the agent calls itself; null as long as nobody has said. */
  agent: string | null;
}

export const LINKS_KEY = 'links';

/**
 * Kept in storage.session: in memory only, gone with the browser, out of reach of pages and content scripts.
 * The service worker may be stopped at any time, so nothing of it lives in a variable.
 */
async function load(): Promise<TabLink[]> {
  const stored: { links?: TabLink[] } = await browser.storage.session.get(LINKS_KEY);
  return stored.links ?? [];
}

/** Changes are read-modify-write, so one waits for the other. */
const inOrder = createQueue();

function change<T>(edit: (links: TabLink[]) => { links: TabLink[]; result: T }): Promise<T> {
  return inOrder(async () => {
    const before = await load();
    const { links, result } = edit(before);
    if (links !== before) await browser.storage.session.set({ [LINKS_KEY]: links });
    return result;
  });
}

export function allLinks(): Promise<TabLink[]> {
  return inOrder(load);
}

export async function linksOfTab(tabId: number): Promise<TabLink[]> {
  return (await allLinks()).filter((link) => link.tabId === tabId);
}

export function addLink(link: TabLink): Promise<void> {
  return change((links) => ({ links: [...links, link], result: undefined }));
}

/** Null when there is none like that (any more): then nothing has changed. */
export function changeLink(
  which: (link: TabLink) => boolean,
  news: Partial<Omit<TabLink, 'linkId' | 'tabId'>>,
): Promise<TabLink | null> {
  return change((links) => {
    const found = links.find(which);
    const changed = found ? { ...found, ...news } : null;
    return { links: links.map((link) => (link === found && changed ? changed : link)), result: changed };
  });
}

/** The tab goes on under another id. */
export function moveLinks(from: number, to: number): Promise<void> {
  return change((links) => ({
    links: links.map((link) => (link.tabId === from ? { ...link, tabId: to } : link)),
    result: undefined,
  }));
}

export function removeLinks(which: (link: TabLink) => boolean): Promise<TabLink[]> {
  return change((links) => {
    const removed = links.filter(which);
    return { links: removed.length === 0 ? links : links.filter((link) => !which(link)), result: removed };
  });
}
