import browser from 'webextension-polyfill';
import { COLAB_HOSTS, SCRATCH_PATH } from '../src/wire/colab-site.ts';
import type { NotebookPlace, TabDecisions } from '../src/wire/messages.ts';
import type { AttachResult } from '../src/wire/notebook-list.ts';
import { placeAt, samePlace } from '../src/wire/notebook-place.ts';
import { colabTabs } from './colab-tabs.ts';
import { inOrder } from './in-order.ts';
import { questionOf } from './link-registry.ts';
import type { TabLink } from './tab-links.ts';
import { addLink, changeLink, linksOfTab } from './tab-links.ts';
import { isSameServer, noteServer } from './tab-servers.ts';
import { decide, show } from './tab-state.ts';
import { bringToFront, tellWithSession, whereIs } from './tabs.ts';

/** Another tab gets a link to the server that this link has; what was allowed here is not allowed there. */
async function linkTo(from: TabLink, tabId: number): Promise<TabLink> {
  const known = (await linksOfTab(tabId)).find((link) => isSameServer(link, from));
  if (known) return known;
  const link: TabLink = {
    ...from,
    ...{ linkId: crypto.randomUUID(), tabId },
    ...{ allowed: null, question: null, refused: null, isAlways: false },
  };
  await addLink(link);
  await noteServer(tabId, link);
  return link;
}

/** Connects an open tab. The user is asked there: nobody but the server wanted it to be connected. */
export async function attachTab(from: TabLink, tabId: number): Promise<AttachResult> {
  const report = await whereIs(tabId).catch(() => null);
  // One that was there before the extension, or sleeps, cannot be connected.
  if (!report) return { answer: 'unreachable' };
  const asked = inOrder(() => ask(from, tabId, report.place));
  await tellWithSession(
    tabId,
    report,
    asked.then(({ decisions }) => decisions),
  );
  const { linkId, isNews } = await asked;
  // Once for a question: an agent that asks again and again does not take the user's eyes each time.
  if (isNews) await bringToFront(tabId);
  return { answer: 'begun', linkId };
}

async function ask(
  from: TabLink,
  tabId: number,
  place: NotebookPlace,
): Promise<{ linkId: string; decisions: TabDecisions; isNews: boolean }> {
  const { linkId, allowed, refused, question } = await linkTo(from, tabId);
  const isNews = question === null;
  // Connected meanwhile: there is nothing to ask.
  if (refused === null && allowed !== null && samePlace(allowed, place)) {
    return { linkId, decisions: await decide(tabId, place, { attach: [linkId] }), isNews };
  }
  const link = await changeLink((other) => other.linkId === linkId, { question: place });
  await show(tabId);
  const decisions = await decide(tabId, place, { ask: link ? [questionOf(link)] : [] });
  return { linkId, decisions, isNews };
}

/**
 * Connects the notebook at this address: in the tab that shows it, or in a new one. Its page finds the link when it
 * starts, so nothing secret is in the address; whether the user is asked is decided then, as for any other.
 */
export async function openTab(from: TabLink, address: string): Promise<AttachResult> {
  const url = colabUrl(address);
  if (!url) return { answer: 'not-found' };
  const { incognito, windowId } = await browser.tabs.get(from.tabId);
  const place = placeAt(url);
  const isIt = (tab: { place: NotebookPlace; incognito: boolean }): boolean =>
    tab.incognito === incognito && samePlace(tab.place, place);
  // Scratch notebooks share one address: a new one is wanted.
  const shown = place.path === SCRATCH_PATH ? undefined : (await colabTabs()).find(isIt);
  if (shown) {
    const attached = await attachTab(from, shown.tabId);
    if (attached.answer === 'begun') return attached;
  }
  return inOrder(async () => {
    const { id } = await browser.tabs.create({
      url: url.href,
      active: true,
      ...(windowId !== undefined && { windowId }),
    });
    if (id === undefined) return { answer: 'unreachable' };
    const { linkId } = await linkTo(from, id);
    return { answer: 'begun', linkId };
  });
}

/** No other site is opened by a server's word. */
function colabUrl(address: string): URL | null {
  const url = URL.canParse(address) ? new URL(address) : null;
  const isColab =
    url?.protocol === 'https:' && url.port === '' && COLAB_HOSTS.some((host) => host === url.hostname);
  return isColab ? url : null;
}
