import type { Runtime } from 'webextension-polyfill';
import browser from 'webextension-polyfill';
import type { NotebookPlace, TabMessage, WorkerMessage } from '../src/wire/messages.ts';
import {
  connectByHand,
  consentGiven,
  consentRefused,
  disconnectByHand,
  refreshBadge,
  sessionStarted,
  statesOfTab,
  tabClosed,
} from './link-registry.ts';

// Listeners are registered at once, at the top level: a worker that is started for an event must find them.

browser.runtime.onMessage.addListener(
  (message: unknown, sender: Runtime.MessageSender): Promise<unknown> | undefined => {
    if (!isForWorker(message) || !maySay(message, sender)) return undefined;
    return answer(message, sender);
  },
);

browser.tabs.onRemoved.addListener((tabId) => void tabClosed(tabId));

function isForWorker(message: unknown): message is WorkerMessage {
  return typeof message === 'object' && message !== null && 'to' in message && message.to === 'worker';
}

/** A content script speaks for its own tab only; what concerns any tab comes from the extension's own pages. */
function maySay({ type }: WorkerMessage, { url }: Runtime.MessageSender): boolean {
  const isSession = type === 'session-started' || type === 'consent-given' || type === 'consent-refused';
  return isSession || url?.startsWith(browser.runtime.getURL('')) === true;
}

async function answer(message: WorkerMessage, sender: Runtime.MessageSender): Promise<unknown> {
  switch (message.type) {
    case 'session-started':
      return sessionStarted(tabOf(sender), placeOf(sender, message.place), message.credentials);
    case 'consent-given':
      return consentGiven(tabOf(sender), message.linkId, placeOf(sender, message.place), message.remember);
    case 'consent-refused':
      return consentRefused(tabOf(sender), message.linkId);
    case 'popup-state':
      return statesOfTab(message.tabId);
    case 'popup-connect': {
      const { tabId, credentials } = message;
      const place = await tellSession(tabId, { to: 'session', type: 'where' });
      const orders = await connectByHand(tabId, place, credentials);
      await tellSession(tabId, { to: 'session', type: 'orders', place, orders });
      return statesOfTab(tabId);
    }
    case 'popup-disconnect':
      await disconnectByHand(message.linkId);
      return statesOfTab(message.tabId);
    case 'link-changed':
      return refreshBadge(message.state.tabId);
  }
}

/** Only a tab whose page was loaded with the extension has a session, and only while it shows Colab. */
async function tellSession(tabId: number, message: TabMessage): Promise<NotebookPlace> {
  const place = await browser.tabs
    .sendMessage<TabMessage, NotebookPlace | undefined>(tabId, message, { frameId: 0 })
    .catch(() => undefined);
  if (!place) throw new Error('The notebook in this tab does not answer.');
  return place;
}

function tabOf(sender: Runtime.MessageSender): number {
  const id = sender.tab?.id;
  if (id === undefined || sender.frameId !== 0)
    throw new Error('Only the top frame of a tab may start a session.');
  return id;
}

/**
 * The browser's word on the origin beats the message's own. The path must be the message's: after a change of
 * notebook without a page load, the browser still names the old one.
 */
function placeOf(sender: Runtime.MessageSender, claimed: NotebookPlace): NotebookPlace {
  return {
    origin: sender.url === undefined ? claimed.origin : new URL(sender.url).origin,
    path: claimed.path,
  };
}
