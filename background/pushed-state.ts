import browser from 'webextension-polyfill';
import type { TabState } from '../src/wire/pushed-state.ts';
import { tabStateKey } from '../src/wire/pushed-state.ts';

/** How a tab stands now; whoever shows it is told by the browser if that is not what it was. */
export async function pushState(tabId: number, state: TabState): Promise<void> {
  await browser.storage.session.set({ [tabStateKey(tabId)]: state });
}

export async function forgetState(tabId: number): Promise<void> {
  await browser.storage.session.remove(tabStateKey(tabId));
}
