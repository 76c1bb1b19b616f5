import type { Runtime } from 'webextension-polyfill';
import browser from 'webextension-polyfill';
import type { NotebookPlace, TabMessage } from '../../src/wire/messages.ts';
import { readFragment, takeCredentials } from './fragment.ts';
import { place } from './place.ts';
import type { TabSession } from './tab-session.ts';

/** Keeps the session in step with what its tab shows, and with what the rest of the extension tells it. */
export function followTab(session: Pick<TabSession, 'start' | 'follow' | 'leave'>): void {
  browser.runtime.onMessage.addListener(
    (message: unknown, sender: Runtime.MessageSender): Promise<NotebookPlace> | undefined => {
      if (!isForSession(message) || !isOurOwn(sender)) return undefined;
      if (message.type === 'orders') session.follow(message.place, message.orders);
      return Promise.resolve(place());
    },
  );

  // A link with a new fragment, opened where this notebook already is, does not load the page anew. It is taken
  // before it gets into the address, and before the page hears of it.
  window.navigation.addEventListener('navigate', (event) => {
    const { credentials: fresh, rest } = readFragment(event.destination.url);
    if (!event.hashChange || rest === null) return;
    event.stopImmediatePropagation();
    event.preventDefault();
    if (event.defaultPrevented && fresh) void session.start(fresh);
  });

  // A navigation that could not be prevented has put it into the address after all.
  window.addEventListener('hashchange', () => {
    const fresh = takeCredentials();
    if (fresh) void session.start(fresh);
  });

  // Back and forward keep the page but not its ports.
  window.addEventListener('pagehide', () => session.leave());
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) void session.start(null);
  });

  // The site can show another notebook without a page load: what was allowed for one is asked anew for the next.
  // The address changes with the entry; success may come late, or never if the site's own handler fails.
  let shown = place().path;
  window.navigation.addEventListener('currententrychange', () => {
    const { path } = place();
    if (path === shown) return;
    shown = path;
    session.leave();
    void session.start(null);
  });
}

function isForSession(message: unknown): message is TabMessage {
  return typeof message === 'object' && message !== null && 'to' in message && message.to === 'session';
}

/** The worker has no tab. The extension's own pages may be in one; content scripts always are, under the site's address. */
function isOurOwn({ tab, url }: Runtime.MessageSender): boolean {
  return tab === undefined || url?.startsWith(browser.runtime.getURL('')) === true;
}
