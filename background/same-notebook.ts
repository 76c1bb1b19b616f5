import browser from 'webextension-polyfill';
import { COLAB_HOSTS, SCRATCH_PATH } from '../src/wire/colab-site.ts';
import type { NotebookPlace, TabReport } from '../src/wire/messages.ts';
import { placeAt, samePlace } from '../src/wire/notebook-place.ts';
import type { Call } from './call.ts';
import type { TabLink } from './tab-links.ts';
import { linksOfTab } from './tab-links.ts';
import { isSameServer, knowsServer } from './tab-servers.ts';
import { whereIs } from './tabs.ts';

interface NewTab {
  tabId: number;
  incognito: boolean;
}

/** Another tab that shows this notebook and can be connected in place of the new one; null when there is none. */
export async function tabShowing(
  place: NotebookPlace,
  call: Call,
  newTab: NewTab,
): Promise<{ tabId: number; report: TabReport } | null> {
  const tabs = await browser.tabs.query({ url: COLAB_HOSTS.map((host) => `https://${host}/*`) });
  for (const { id: tabId, url, incognito } of tabs) {
    if (tabId === undefined || url === undefined || tabId === newTab.tabId) continue;
    if (incognito !== newTab.incognito || !samePlace(placeAt(new URL(url)), place)) continue;
    if (!(await mayStandFor(tabId, place, call))) continue;
    // One that was there before the extension, or sleeps, cannot be connected.
    const report = await whereIs(tabId).catch(() => null);
    if (report && samePlace(report.place, place)) return { tabId, report };
  }
  return null;
}

async function mayStandFor(tabId: number, { path }: NotebookPlace, call: Call): Promise<boolean> {
  const isAnother = (link: TabLink): boolean =>
    link.credentials.port === call.credentials.port && !isSameServer(link, call);
  // An address that anybody can make up must not take the place of a link that works.
  if ((await linksOfTab(tabId)).some(isAnother)) return false;
  // Scratch notebooks share one address: the same one is that which this server was in.
  return path !== SCRATCH_PATH || knowsServer(tabId, call);
}
