import browser from 'webextension-polyfill';
import type { NotebookPlace } from '../src/wire/messages.ts';
import { notebookIdOf } from '../src/wire/notebook-id.ts';

export const firstIdKeyOf = (tabId: number): string => `first-id-of-${tabId}`;

/** The id that the tab had before Chrome gave it another. */
export async function firstIdOf(tabId: number): Promise<number> {
  const key = firstIdKeyOf(tabId);
  const { [key]: stored } = await browser.storage.session.get(key);
  return typeof stored === 'number' ? stored : tabId;
}

/** How agents name the notebook that the tab shows: a scratch notebook after its tab, whatever became of its id. */
export async function notebookIdIn(tabId: number, place: NotebookPlace): Promise<string> {
  return notebookIdOf(place, await firstIdOf(tabId));
}

export async function forgetFirstId(tabId: number): Promise<void> {
  await browser.storage.session.remove(firstIdKeyOf(tabId));
}
