import browser from 'webextension-polyfill';
import { isRecord } from '../src/wire/json.ts';
import type { NotebookPlace } from '../src/wire/messages.ts';

export const shownKeyOf = (tabId: number): string => `shown-${tabId}`;

/** What a tab shows: told by its starter with every page and every change of notebook. */
export async function noteShown(tabId: number, place: NotebookPlace): Promise<void> {
  await browser.storage.session.set({ [shownKeyOf(tabId)]: place });
}

export async function shownIn(tabId: number): Promise<NotebookPlace | null> {
  const key = shownKeyOf(tabId);
  const { [key]: stored } = await browser.storage.session.get(key);
  return isPlace(stored) ? stored : null;
}

export async function forgetShown(tabId: number): Promise<void> {
  await browser.storage.session.remove(shownKeyOf(tabId));
}

/** Nobody but this file writes there. */
const isPlace = (stored: unknown): stored is NotebookPlace => isRecord(stored);
