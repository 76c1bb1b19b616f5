import browser from 'webextension-polyfill';
import type { TabLink } from './tab-links.ts';

type Server = Pick<TabLink, 'credentials' | 'paired'>;

/** Our bridge has a name; others are known by port and token alone. */
export function serverName({ credentials, paired }: Server): string {
  return paired?.serverId ?? `${credentials.port}-${credentials.token}`;
}

/**
 * An address that is opened again names the server by what it was called before it had proven itself. At another port,
 * it needs another link: it moved there, or there are two of them, which share their keys.
 */
export function isSameServer(one: Server, other: Server): boolean {
  const [a, b] = [one.credentials, other.credentials];
  return a.port === b.port && (serverName(one) === serverName(other) || a.token === b.token);
}

export const serverPrefixOf = (tabId: number): string => `server-of-${tabId}-`;
const keyOf = (tabId: number, server: Server): string => serverPrefixOf(tabId) + serverName(server);

/** A tab is, or was, linked to this server: scratch notebooks have no other name to know them by. */
export async function noteServer(tabId: number, server: Server): Promise<void> {
  await browser.storage.session.set({ [keyOf(tabId, server)]: true });
}

export async function knowsServer(tabId: number, server: Server): Promise<boolean> {
  const key = keyOf(tabId, server);
  return (await browser.storage.session.get(key))[key] === true;
}

export async function forgetServers(tabId: number): Promise<void> {
  const keys = Object.keys(await browser.storage.session.get());
  await browser.storage.session.remove(keys.filter((key) => key.startsWith(serverPrefixOf(tabId))));
}
