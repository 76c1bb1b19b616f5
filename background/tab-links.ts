import browser from 'webextension-polyfill';
import type { Credentials } from '../src/wire/credentials.ts';
import type { Refused } from '../src/wire/hello.ts';
import type { NotebookPlace } from '../src/wire/messages.ts';
import { createQueue } from './queue.ts';

/** One server that one tab is, or wants to be, connected to. The token is here and nowhere else but in the link. */
export interface TabLink {
  linkId: string;
  tabId: number;
  credentials: Credentials;
  /** The notebook that access was allowed for last; null as long as there was none. */
  allowed: NotebookPlace | null;
  /** The notebook that the tab shows and that the user has yet to allow; null when no question is open. */
  question: NotebookPlace | null;
  /** How the user shut the tab for it: holds until the user opens it again. */
  refused: Refused | null;
  /** What the agent calls itself; null as long as nobody has said. */
  agent: string | null;
}

const KEY = 'links';

/**
 * Kept in storage.session: in memory only, gone with the browser, out of reach of pages and content scripts.
 * The service worker may be stopped at any time, so nothing of it lives in a variable.
 */
async function load(): Promise<TabLink[]> {
  const stored: { links?: TabLink[] } = await browser.storage.session.get(KEY);
  return stored.links ?? [];
}

/** Changes are read-modify-write, so one waits for the other. */
const inOrder = createQueue();

function change<T>(edit: (links: TabLink[]) => { links: TabLink[]; result: T }): Promise<T> {
  return inOrder(async () => {
    const { links, result } = edit(await load());
    await browser.storage.session.set({ [KEY]: links });
    return result;
  });
}

export function allLinks(): Promise<TabLink[]> {
  return inOrder(load);
}

export async function linksOfTab(tabId: number): Promise<TabLink[]> {
  return (await allLinks()).filter((link) => link.tabId === tabId);
}

/** One link per tab and port: new credentials for the same port replace the old ones. */
export function addLink(link: TabLink): Promise<{ replaced: TabLink[] }> {
  const same = (other: TabLink): boolean =>
    other.tabId === link.tabId && other.credentials.port === link.credentials.port;
  return change((links) => ({
    links: [...links.filter((other) => !same(other)), link],
    result: { replaced: links.filter(same) },
  }));
}

/** Null when there is none like that (any more): then nothing has changed. */
export function changeLink(
  which: (link: TabLink) => boolean,
  news: Partial<Pick<TabLink, 'allowed' | 'question' | 'refused' | 'agent'>>,
): Promise<TabLink | null> {
  return change((links) => {
    const found = links.find(which);
    const changed = found ? { ...found, ...news } : null;
    return { links: links.map((link) => (link === found && changed ? changed : link)), result: changed };
  });
}

export function removeLinks(which: (link: TabLink) => boolean): Promise<TabLink[]> {
  return change((links) => ({ links: links.filter((link) => !which(link)), result: links.filter(which) }));
}
