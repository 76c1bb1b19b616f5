import browser from 'webextension-polyfill';
import type { Credentials } from '../src/wire/credentials.ts';

/**
 * A key for each, so that what is said of one never waits for, or undoes, what is said of another. By port alone: a
 * server that names another token is not another server.
 */
const keyOf = ({ port }: Credentials): string => `refused-${port}`;

/** The user sent this server away: until the user lets it in again, it is asked about wherever it comes. */
export async function noteRefused(credentials: Credentials): Promise<void> {
  await browser.storage.session.set({ [keyOf(credentials)]: true });
}

export async function wasRefused(credentials: Credentials): Promise<boolean> {
  const key = keyOf(credentials);
  return (await browser.storage.session.get(key))[key] === true;
}

export async function forgetRefused(credentials: Credentials): Promise<void> {
  await browser.storage.session.remove(keyOf(credentials));
}
