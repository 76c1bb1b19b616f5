import browser from 'webextension-polyfill';
import { SCRATCH_PATH } from '../src/wire/colab-site.ts';
import { keyIn } from '../src/wire/keys.ts';
import type { NotebookPlace } from '../src/wire/messages.ts';
import type { TabLink } from './tab-links.ts';

const KEY = 'allowedPairs';
/** Servers that cannot prove who they are are all one; what is allowed to them counts only where no page led to it. */
const UNPROVEN = 'unproven';

/** Consent is given to a server for a notebook, and to neither alone. */
const pairOf = ({ origin, path }: NotebookPlace, serverId: string): string => `${serverId} ${origin}${path}`;

async function remembered(): Promise<Record<string, string>> {
  const stored: { allowedPairs?: Record<string, string> } = await browser.storage.local.get(KEY);
  return stored.allowedPairs ?? {};
}

/** Whether this server may work here without a question. */
export async function isAllowed(place: NotebookPlace, link: TabLink): Promise<boolean> {
  const { paired, isSuspect, allowed } = link;
  const nameless = isNameless(link) && !isSuspect ? UNPROVEN : null;
  const serverId = paired?.serverId ?? nameless;
  if (serverId !== null && pairOf(place, serverId) in (await remembered())) return true;
  // It holds nothing of the user's: whoever is known, or was not sent by a page, may have it.
  return place.path === SCRATCH_PATH && (paired !== null || !isSuspect || allowed !== null);
}

/** The user said "always for this notebook". Our own bridge has no name before it has proven itself. */
export async function remember(place: NotebookPlace, link: TabLink): Promise<void> {
  const serverId = link.paired?.serverId ?? (isNameless(link) ? UNPROVEN : null);
  if (serverId === null) return;
  const pair = pairOf(place, serverId);
  await browser.storage.local.set({ [KEY]: { ...(await remembered()), [pair]: new Date().toISOString() } });
}

export async function forget(place: NotebookPlace, { paired }: TabLink): Promise<void> {
  const { [pairOf(place, paired?.serverId ?? UNPROVEN)]: _forgotten, ...rest } = await remembered();
  await browser.storage.local.set({ [KEY]: rest });
}

/** Of a server that is not ours. */
function isNameless({ paired, credentials }: TabLink): boolean {
  return paired === null && keyIn(credentials.token) === null;
}
