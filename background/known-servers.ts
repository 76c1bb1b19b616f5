import browser from 'webextension-polyfill';
import type { Caller } from '../src/wire/connection-url.ts';
import { isRecord } from '../src/wire/json.ts';
import { addressProof, isSameProof, keyIn } from '../src/wire/keys.ts';
import type { Paired } from '../src/wire/messages.ts';

const KEY = 'knownServers';
/** One for each tab of each bridge that was ever met; the latest, since most are gone for good. */
const MOST = 50;

/**
 * Bridges that have proven themselves, the latest last. Kept with the extension's own data, so that what the user said
 * "always" to holds after the browser was closed: as private as the bridge's own file, and of use to nobody who
 * cannot read that.
 */
async function load(): Promise<Paired[]> {
  const { [KEY]: stored } = await browser.storage.local.get(KEY);
  return Array.isArray(stored) ? stored.filter(isPaired) : [];
}

export async function noteKnown(paired: Paired): Promise<void> {
  // A bridge may have several: it calls with the one that was used last, in whichever tab.
  const others = (await load()).filter(({ key }) => key.id !== paired.key.id);
  await browser.storage.local.set({ [KEY]: [...others, paired].slice(-MOST) });
}

/** The server that has made this address, if it was met before; null where the address does not prove it. */
export async function serverThatCalls({ credentials, proof }: Caller): Promise<Paired | null> {
  const claimed = keyIn(proof ?? '');
  const token = keyIn(credentials.token);
  if (!claimed || !token) return null;
  const known = (await load()).find(({ key }) => key.id === claimed.id);
  if (!known) return null;
  const expected = await addressProof(known.key, token.id, credentials.port);
  return isSameProof(claimed.secret, expected) ? known : null;
}

/** Nobody but this file writes there. */
const isPaired = (stored: unknown): stored is Paired => isRecord(stored) && isRecord(stored.key);
