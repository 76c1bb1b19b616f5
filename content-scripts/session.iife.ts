import browser from 'webextension-polyfill';
import type { TabMessage } from '../src/wire/messages.ts';
import { RemoteNotebook } from '../src/wire/page-channel.ts';
import { takeChannel } from '../src/wire/pairing.ts';
import { readFragment, takeCredentials } from './session/fragment.ts';
import { place } from './session/place.ts';
import { TabSession } from './session/tab-session.ts';

// Isolated world, document_start: everything here happens before the first script of the page.

const credentials = takeCredentials();

takeChannel((port) => {
  const session = new TabSession(new RemoteNotebook(port));
  void session.start(credentials);

  browser.runtime.onMessage.addListener((message: unknown): Promise<unknown> | undefined => {
    if (!isForSession(message)) return undefined;
    if (message.type === 'orders') session.follow(message.orders);
    return Promise.resolve(place());
  });

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
  addEventListener('hashchange', () => {
    const fresh = takeCredentials();
    if (fresh) void session.start(fresh);
  });

  // Back and forward keep the page but not its ports.
  addEventListener('pagehide', () => session.leave());
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) void session.start(null);
  });

  // The site can show another notebook without a page load: what was allowed for one is asked anew for the next.
  let shown = place().path;
  window.navigation.addEventListener('navigatesuccess', () => {
    if (place().path === shown) return;
    shown = place().path;
    session.leave();
    void session.start(null);
  });
});

function isForSession(message: unknown): message is TabMessage {
  return typeof message === 'object' && message !== null && 'to' in message && message.to === 'session';
}
