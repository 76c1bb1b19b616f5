import browser from 'webextension-polyfill';
import type { LinkState, OffscreenMessage } from '../src/wire/messages.ts';
import { createQueue } from './queue.ts';

const PAGE = 'background/link/link.html';

/** So that the document is not closed between another task's look and its message. */
const inOrder = createQueue();

/** Not by `chrome.offscreen.hasDocument`, which the oldest Chrome that we run in does not have. */
async function hasDocument(): Promise<boolean> {
  const contextTypes = [chrome.runtime.ContextType.OFFSCREEN_DOCUMENT];
  return (await chrome.runtime.getContexts({ contextTypes })).length > 0;
}

async function tell(message: OffscreenMessage): Promise<LinkState[]> {
  if (!(await hasDocument())) {
    // Where nothing runs there is nothing to close or to list.
    if (message.type !== 'open') return [];
    await chrome.offscreen.createDocument({
      url: PAGE,
      // Chrome has no reason for sockets. This one is the nearest: work beside the pages that must not end with the worker.
      reasons: [chrome.offscreen.Reason.WORKERS],
      justification: 'Holds the WebSocket to the server on this computer while the service worker sleeps.',
    });
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
    if (!(await hasDocument())) return;
    const states = await tell({ to: 'offscreen', type: 'list' });
    if (states.length === 0) await chrome.offscreen.closeDocument();
  });
}
