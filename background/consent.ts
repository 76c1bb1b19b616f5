import browser from 'webextension-polyfill';
import { SCRATCH_PATH } from '../src/wire/colab-site.ts';
import type { NotebookPlace } from '../src/wire/messages.ts';

const KEY = 'allowedNotebooks';

const keyOf = ({ origin, path }: NotebookPlace): string => `${origin}${path}`;

async function remembered(): Promise<Record<string, string>> {
  const stored: { allowedNotebooks?: Record<string, string> } = await browser.storage.local.get(KEY);
  return stored.allowedNotebooks ?? {};
}

/** Whether agents may work here without a question. */
export async function isAllowed(place: NotebookPlace): Promise<boolean> {
  return place.path === SCRATCH_PATH || keyOf(place) in (await remembered());
}

/** The user said "always for this notebook". */
export async function remember(place: NotebookPlace): Promise<void> {
  await browser.storage.local.set({
    [KEY]: { ...(await remembered()), [keyOf(place)]: new Date().toISOString() },
  });
}

export async function forget(place: NotebookPlace): Promise<void> {
  const { [keyOf(place)]: _forgotten, ...rest } = await remembered();
  await browser.storage.local.set({ [KEY]: rest });
}
