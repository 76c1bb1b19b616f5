import browser from 'webextension-polyfill';
import type { TabLink } from './tab-links.ts';

type Server = Pick<TabLink, 'credentials' | 'paired'>;

/**
 * A key for each, so that what is said of one never waits for, or undoes, what is said of another. By port: a server
 * that names another token is not another server. And by name, where it has one: nor is one on another port.
 */
const keysOf = ({ credentials, paired }: Server): string[] => [
  `refused-${credentials.port}`,
  ...(paired ? [`refused-${paired.serverId}`] : []),
];

/** The user sent this server away: until the user lets it in again, it is asked about wherever it comes. */
export async function noteRefused(server: Server): Promise<void> {
  await browser.storage.session.set(Object.fromEntries(keysOf(server).map((key) => [key, true])));
}

export async function wasRefused(server: Server): Promise<boolean> {
  const stored = await browser.storage.session.get(keysOf(server));
  return Object.values(stored).includes(true);
}

export async function forgetRefused(server: Server): Promise<void> {
  await browser.storage.session.remove(keysOf(server));
}
