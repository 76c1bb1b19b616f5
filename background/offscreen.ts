import browser from 'webextension-polyfill';
import type { LinkMessage, LinkState } from '../src/wire/messages.ts';
import { createQueue } from './queue.ts';

const PAGE = 'background/link/link.html';

/** So that the document is not closed between another order's look and its message. */
const inOrder = createQueue();

async function tell(message: LinkMessage): Promise<LinkState[]> {
  if (!(await chrome.offscreen.hasDocument())) {
    // Where nothing runs there is nothing to close or to list.
    if (message.type !== 'open') return [];
    await chrome.offscreen.createDocument({
      url: PAGE,
      reasons: [chrome.offscreen.Reason.WORKERS],
      justification: 'Holds the WebSocket to the server on this computer while the service worker sleeps.',
    });
  }
  return browser.runtime.sendMessage(message);
}

/** Gives an order to the link; it is started for the first one to open. Answers with the state of every link. */
export function tellLink(message: LinkMessage): Promise<LinkState[]> {
  return inOrder(() => tell(message));
}

export function linkStates(): Promise<LinkState[]> {
  return tellLink({ to: 'link', type: 'list' });
}

/** With no link left there is nothing to hold. */
export function closeIfIdle(): Promise<void> {
  return inOrder(async () => {
    if (!(await chrome.offscreen.hasDocument())) return;
    const states = await tell({ to: 'link', type: 'list' });
    if (states.length === 0) await chrome.offscreen.closeDocument();
  });
}
