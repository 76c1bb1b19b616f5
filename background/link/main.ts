import type { Runtime } from 'webextension-polyfill';
import browser from 'webextension-polyfill';
import type { LinkReport, LinkState, OffscreenMessage, SessionFrame } from '../../src/wire/messages.ts';
import { SESSION_PORT_PREFIX } from '../../src/wire/messages.ts';
import type { LinkEvents } from './link.ts';
import { Link } from './link.ts';

// The offscreen document: the one place that holds sockets. A socket opened here passes Chrome's Local
// Network Access without a prompt and outlives page reloads and the service worker. Of the extension API
// an offscreen document has messaging alone: not even the manifest.

const links = new Map<string, Link>();

const tellWorker = (message: LinkReport): Promise<unknown> => browser.runtime.sendMessage(message);

const events: LinkEvents = {
  report: (state) => void tellWorker({ to: 'worker', type: 'link-changed', state }),
  ask: (linkId) => tellWorker({ to: 'worker', type: 'link-asks', linkId }),
};

browser.runtime.onMessage.addListener(
  (message: unknown, sender: Runtime.MessageSender): Promise<unknown> | undefined => {
    // Only the service worker opens and closes links; a content script always comes with its tab.
    if (!isForOffscreen(message) || sender.tab !== undefined) return undefined;
    return handle(message);
  },
);

function isForOffscreen(message: unknown): message is OffscreenMessage {
  return typeof message === 'object' && message !== null && 'to' in message && message.to === 'offscreen';
}

async function handle(message: OffscreenMessage): Promise<LinkState[]> {
  switch (message.type) {
    case 'open': {
      const known = links.get(message.linkId);
      if (known) known.update(message);
      else links.set(message.linkId, new Link(message, events));
      break;
    }
    case 'refuse':
      links.get(message.linkId)?.refuse(message.refused);
      break;
    case 'close': {
      const link = links.get(message.linkId);
      links.delete(message.linkId);
      // The document may be closed next, so the server must have had its close frame by then.
      await link?.close(message.reason);
      break;
    }
    case 'list':
      break;
  }
  return [...links.values()].map((link) => link.state);
}

browser.runtime.onConnect.addListener((port: Runtime.Port) => {
  if (!port.name.startsWith(SESSION_PORT_PREFIX)) return;
  const link = links.get(port.name.slice(SESSION_PORT_PREFIX.length));
  // Only the tab that the link was made for, and only its top frame, may speak on it.
  if (!link || port.sender?.tab?.id !== link.tabId || port.sender.frameId !== 0) {
    port.disconnect();
    return;
  }
  port.onMessage.addListener((frame: unknown) => {
    if (isSessionFrame(frame)) link.fromSession(port, frame);
  });
  port.onDisconnect.addListener(() => link.detach(port));
  link.attach(port);
});

function isSessionFrame(frame: unknown): frame is SessionFrame {
  if (typeof frame !== 'object' || frame === null || !('answers' in frame) || !('text' in frame))
    return false;
  const { answers, text } = frame;
  const isId = answers === null || typeof answers === 'string' || typeof answers === 'number';
  return isId && typeof text === 'string';
}
