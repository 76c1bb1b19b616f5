import browser from 'webextension-polyfill';
import type { NotebookPlace, TabDecisions } from '../src/wire/messages.ts';
import type { NotebooksResult } from '../src/wire/notebook-list.ts';
import { questionOf } from './link-registry.ts';
import type { TabLink } from './tab-links.ts';
import { linksOfTab } from './tab-links.ts';
import { serverName } from './tab-servers.ts';
import { decide } from './tab-state.ts';

type Others = NonNullable<NotebooksResult['others']>;

const keyOf = (link: TabLink): string => `others-${serverName(link)}`;

/** Whether this server may know which other notebooks are open: the user is asked once in a browser session. */
export async function othersFor(link: TabLink): Promise<Others> {
  const key = keyOf(link);
  const { [key]: stored } = await browser.storage.session.get(key);
  return stored === 'shown' || stored === 'refused' ? stored : 'unanswered';
}

/** What the tab is told so that the user is asked there; a question that stands already is not asked twice. */
export async function askOthers(link: TabLink, place: NotebookPlace): Promise<TabDecisions> {
  await browser.storage.session.set({ [keyOf(link)]: 'unanswered' });
  return { ...(await decide(link.tabId, place, {})), askOthers: [questionOf(link)] };
}

/** An answer counts for the link of the tab that was asked, and only where there was a question. */
export async function othersAnswered(tabId: number, linkId: string, isAllowed: boolean): Promise<void> {
  const link = (await linksOfTab(tabId)).find((other) => other.linkId === linkId);
  if (!link || link.refused !== null) return;
  const key = keyOf(link);
  const { [key]: stored } = await browser.storage.session.get(key);
  if (stored !== 'unanswered') return;
  await browser.storage.session.set({ [key]: isAllowed ? 'shown' : 'refused' });
}
