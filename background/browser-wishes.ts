import browser from 'webextension-polyfill';
import { agentName } from '../src/agents/agent.ts';
import type { BrowserWish } from '../src/wire/messages.ts';
import type { AttachResult, ListedTab, NotebooksResult } from '../src/wire/notebook-list.ts';
import { samePlace } from '../src/wire/notebook-place.ts';
import { attachTab, openTab } from './attach-tab.ts';
import type { ColabTab } from './colab-tabs.ts';
import { colabTabs } from './colab-tabs.ts';
import { drop } from './link-sockets.ts';
import { askOthers, othersFor } from './others-consent.ts';
import type { TabLink } from './tab-links.ts';
import { allLinks } from './tab-links.ts';
import { notebookIdIn } from './tab-names.ts';
import { tellDecisions, whereIs } from './tabs.ts';
import { noteLeft } from './tabs-left.ts';

/** What a server that works in a notebook wants of the browser. One that the user has shut out gets nothing. */
export async function grantWish(linkId: string, wish: BrowserWish): Promise<NotebooksResult | AttachResult> {
  const link = (await allLinks()).find((other) => other.linkId === linkId);
  if (!link || !isServed(link)) throw new Error('This connection is not there any more.');
  switch (wish.kind) {
    case 'list':
      return listFor(link, wish.others);
    case 'open':
      return openTab(link, wish.url);
    case 'attach':
      return attachById(link, wish.notebookId);
  }
}

/** The agent has left the notebook. Told again, there is nothing left to do. */
export async function leave(linkId: string): Promise<void> {
  const link = (await allLinks()).find((other) => other.linkId === linkId);
  if (link?.allowed) await noteLeft(link.tabId, agentName(link.agent), link.allowed);
  await drop((other) => other.linkId === linkId, 'The agent ended the connection');
}

const isServed = ({ allowed, refused }: TabLink): boolean => allowed !== null && refused === null;

async function listFor(link: TabLink, wantsOthers: boolean): Promise<NotebooksResult> {
  const tabs = await listedFor(link);
  const own = tabs.filter(({ linkId }) => linkId !== null);
  if (!wantsOthers) return { tabs: own, others: null };
  const others = await othersFor(link);
  if (others === 'shown') return { tabs, others };
  if (others === 'unanswered') {
    const { place } = await whereIs(link.tabId);
    await tellDecisions(link.tabId, place, await askOthers(link, place));
  }
  return { tabs: own, others };
}

/** All that this server could be told; a tab of a private window is told of to those that are in one. */
async function listedFor(link: TabLink): Promise<ListedTab[]> {
  const links = await allLinks();
  const { incognito } = await browser.tabs.get(link.tabId);
  const tabs = (await colabTabs()).filter((tab) => tab.incognito === incognito);
  const listed = tabs.map(async (tab) => {
    const served = links.filter(
      ({ tabId, allowed, refused }) =>
        tabId === tab.tabId && refused === null && allowed !== null && samePlace(allowed, tab.place),
    );
    const own = served.find(({ credentials }) => credentials.port === link.credentials.port);
    return {
      ...(await about(tab)),
      linkId: own?.linkId ?? null,
      agents: served.map(({ agent }) => agentName(agent)),
    };
  });
  return Promise.all(listed);
}

async function about({
  tabId,
  place,
  name,
}: ColabTab): Promise<Pick<ListedTab, 'notebookId' | 'name' | 'url'>> {
  return { notebookId: await notebookIdIn(tabId, place), name, url: place.origin + place.path };
}

/** Only what the user lets the server know of can be named by it. */
async function attachById(link: TabLink, notebookId: string): Promise<AttachResult> {
  if ((await othersFor(link)) !== 'shown') return { answer: 'not-found' };
  const { incognito } = await browser.tabs.get(link.tabId);
  for (const { tabId, place, incognito: isPrivate } of await colabTabs()) {
    const isIt = isPrivate === incognito && (await notebookIdIn(tabId, place)) === notebookId;
    if (isIt) return attachTab(link, tabId);
  }
  return { answer: 'not-found' };
}
