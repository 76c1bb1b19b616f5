import browser from 'webextension-polyfill';
import type { Credentials } from '../src/wire/credentials.ts';

const prefixOf = (tabId: number): string => `server-of-${tabId}-`;
const keyOf = (tabId: number, { port, token }: Credentials): string => `${prefixOf(tabId)}${port}-${token}`;

/** A tab is, or was, linked to this server: scratch notebooks have no other name to know them by. */
export async function noteServer(tabId: number, credentials: Credentials): Promise<void> {
  await browser.storage.session.set({ [keyOf(tabId, credentials)]: true });
}

export async function knowsServer(tabId: number, credentials: Credentials): Promise<boolean> {
  const key = keyOf(tabId, credentials);
  return (await browser.storage.session.get(key))[key] === true;
}

export async function forgetServers(tabId: number): Promise<void> {
  const keys = Object.keys(await browser.storage.session.get());
  await browser.storage.session.remove(keys.filter((key) => key.startsWith(prefixOf(tabId))));
}
