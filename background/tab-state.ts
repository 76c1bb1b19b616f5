import type { NotebookPlace, TabDecisions } from '../src/wire/messages.ts';
import type { TabState } from '../src/wire/pushed-state.ts';
import { showBadge } from './badge.ts';
import { linkStates } from './offscreen.ts';
import { policyOf } from './policies.ts';
import { pushState } from './pushed-state.ts';
import { createQueue } from './queue.ts';
import { shownIn } from './shown-places.ts';
import { linksOfTab } from './tab-links.ts';
import { notebookIdIn } from './tab-names.ts';
import { leftIn } from './tabs-left.ts';

/** Of a tab that no starter has spoken for. */
const NOWHERE: NotebookPlace = { origin: '', path: '' };

/** What the tab is told besides what it is to do with its links. */
export async function decide(
  tabId: number,
  place: NotebookPlace,
  { attach = [], ask = [] }: Partial<Pick<TabDecisions, 'attach' | 'ask'>>,
): Promise<TabDecisions> {
  const { policy } = await policyOf(tabId, place);
  return { notebookId: await notebookIdIn(tabId, place), policy, attach, ask, pageAgent: null };
}

/** What is shown is looked up first: one after the other, so that what was found later is also shown later. */
const inOrder = createQueue();

/** For people: badge, popup and panel. */
export function show(tabId: number): Promise<void> {
  return inOrder(async () => {
    const state = await stateOfTab(tabId);
    await showBadge(tabId, state.links);
    await pushState(tabId, state);
  });
}

/** How the tab's links stand, the ports of those that the user has yet to answer, and what the user allows. */
export async function stateOfTab(tabId: number): Promise<TabState> {
  const links = (await linkStates()).filter((state) => state.tabId === tabId);
  const waiting = (await linksOfTab(tabId)).filter(({ question }) => question !== null);
  const place = (await shownIn(tabId)) ?? NOWHERE;
  const held = await policyOf(tabId, place);
  const left = (await leftIn(tabId, place)).filter((name) => !links.some(({ agent }) => agent === name));
  return { links, waitingForConsent: waiting.map(({ credentials }) => credentials.port), left, ...held };
}
