import browser from 'webextension-polyfill';
import type { Refused } from '../src/wire/hello.ts';
import type { NotebookPlace } from '../src/wire/messages.ts';
import { samePlace } from '../src/wire/notebook-place.ts';
import { removeOriginHeader, setOriginHeader } from './header-rule.ts';
import { closeIfIdle, linkStates, tellOffscreen } from './offscreen.ts';
import type { TabLink } from './tab-links.ts';
import { allLinks, removeLinks } from './tab-links.ts';
import { notebookIdIn } from './tab-names.ts';
import { show } from './tab-state.ts';

/**
 * Opens the link, or tells the one that is open what the tab shows now and whether the user lets the server in.
 * `isWanted`: the user has just said so.
 */
export async function openSocket(link: TabLink, place: NotebookPlace, isWanted = false): Promise<void> {
  const { linkId, tabId, credentials, paired, agent, allowed, refused } = link;
  // Not even a no is told to somebody whom nothing but a page vouches for.
  if (link.isSuspect) return;
  // Whoever has it opened: of a notebook that the user has not allowed, the server learns nothing.
  if (refused === null && !(allowed && samePlace(allowed, place))) return;
  const others = (await allLinks()).filter(
    (other) => other.tabId !== tabId && other.credentials.port === credentials.port,
  );
  if (paired === null && !(await takesSeveral(credentials.port))) {
    // Such a server has one notebook at a time, and one that works in another needs no word about this.
    if (refused !== null && others.some((other) => other.allowed !== null)) return;
    // A tab that is shut for the server must not keep it from another.
    await drop(
      (other) => other.refused !== null && others.some((one) => one.linkId === other.linkId),
      'Another notebook is connected to this server',
    );
  }
  await setOriginHeader(credentials.port, place.origin);
  const { version } = browser.runtime.getManifest();
  const notebookId = await notebookIdIn(tabId, place);
  const notebook = { notebookId, notebookUrl: place.origin + place.path };
  const order = { linkId, tabId, ...notebook, credentials, paired, agent, refused, isWanted, version };
  await tellOffscreen({ to: 'offscreen', type: 'open', ...order });
}

/** Our own bridge has every tab beside the others. */
async function takesSeveral(port: number): Promise<boolean> {
  return (await linkStates()).some((state) => state.port === port && state.isOurBridge);
}

/** A link that is open says no from now on, and ends what is under way. */
export async function refuseSocket({ linkId }: TabLink, refused: Refused): Promise<void> {
  await tellOffscreen({ to: 'offscreen', type: 'refuse', linkId, refused });
}

/** Whether the link itself knows of a no. */
export async function isRefusing({ linkId }: TabLink): Promise<boolean> {
  return (await linkStates()).some((state) => state.linkId === linkId && state.refused !== null);
}

/** A worker that is stopped after it has struck a link off leaves a socket that nobody could end. */
export async function closeForgotten(linkId: string): Promise<void> {
  if ((await allLinks()).some((link) => link.linkId === linkId)) return;
  if (!(await linkStates()).some((state) => state.linkId === linkId)) return;
  await tellOffscreen({ to: 'offscreen', type: 'close', linkId, reason: 'The connection was given up' });
  await closeIfIdle();
}

export async function closeSocket({ linkId }: TabLink, reason: string): Promise<void> {
  await tellOffscreen({ to: 'offscreen', type: 'close', linkId, reason });
}

/** Ends these links for good. */
export async function drop(which: (link: TabLink) => boolean, reason: string): Promise<void> {
  const removed = await removeLinks(which);
  for (const link of removed) {
    await closeSocket(link, reason);
    await show(link.tabId);
  }
  if (removed.length === 0) return;
  const stillUsed = new Set((await linkStates()).map((state) => state.port));
  for (const { credentials } of removed) {
    if (!stillUsed.has(credentials.port)) await removeOriginHeader(credentials.port);
  }
  await closeIfIdle();
}
