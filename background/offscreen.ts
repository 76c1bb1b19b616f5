import browser from 'webextension-polyfill';
import type { LinkMessage, LinkState } from '../src/wire/messages.ts';

const PAGE = 'background/link/link.html';

let lastOrder: Promise<unknown> = Promise.resolve();

/** One after the other, so that the document is not closed between another order's look and its message. */
function inOrder<T>(order: () => Promise<T>): Promise<T> {
  const next = lastOrder.then(order);
  lastOrder = next.catch(() => undefined);
  return next;
}

/** Sends an order to the link, starting it if need be. Answers with the state of every link. */
export function tellLink(message: LinkMessage): Promise<LinkState[]> {
  return inOrder(async () => {
    if (!(await chrome.offscreen.hasDocument())) {
      await chrome.offscreen.createDocument({
        url: PAGE,
        reasons: [chrome.offscreen.Reason.WORKERS],
        justification: 'Holds the WebSocket to the server on this computer while the service worker sleeps.',
      });
    }
    return browser.runtime.sendMessage(message);
  });
}

/** The state of every link, without starting anything. */
export function linkStates(): Promise<LinkState[]> {
  return inOrder(async () => {
    if (!(await chrome.offscreen.hasDocument())) return [];
    const message: LinkMessage = { to: 'link', type: 'list' };
    return browser.runtime.sendMessage(message);
  });
}

/** With no link left there is nothing to hold. */
export function closeIfIdle(): Promise<void> {
  return inOrder(async () => {
    if (!(await chrome.offscreen.hasDocument())) return;
    const message: LinkMessage = { to: 'link', type: 'list' };
    const states: LinkState[] = await browser.runtime.sendMessage(message);
    if (states.length === 0) await chrome.offscreen.closeDocument();
  });
}
