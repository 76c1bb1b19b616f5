import browser from 'webextension-polyfill';
import type { LinkState, OffscreenMessage } from '../src/wire/messages.ts';
import { closeLinkDocument, hasLinkDocument, openLinkDocument } from './link-document.ts';
import { createQueue } from './queue.ts';

const PAGE = 'background/link/link.html';

/** So that the document is not closed between another task's look and its message. */
const inOrder = createQueue();

async function tell(message: OffscreenMessage): Promise<LinkState[]> {
  if (!(await hasLinkDocument())) {
    // Where nothing runs there is nothing to close or to list.
    if (message.type !== 'open') return [];
    await openLinkDocument(PAGE);
  }
  return browser.runtime.sendMessage(message);
}

/** Tells the offscreen document, which is created for the first link to open. Answers with the state of every link. */
export function tellOffscreen(message: OffscreenMessage): Promise<LinkState[]> {
  return inOrder(() => tell(message));
}

export function linkStates(): Promise<LinkState[]> {
  return tellOffscreen({ to: 'offscreen', type: 'list' });
}

/** With no link left there is nothing to hold. */
export function closeIfIdle(): Promise<void> {
  return inOrder(async () => {
    if (!(await hasLinkDocument())) return;
    const states = await tell({ to: 'offscreen', type: 'list' });
    if (states.length === 0) await closeLinkDocument();
  });
}
