import browser from 'webextension-polyfill';
import type { TabMessage } from '../src/wire/messages.ts';
import { RemoteNotebook } from '../src/wire/page-channel.ts';
import { takeChannel } from '../src/wire/pairing.ts';
import { takeCredentials } from './session/fragment.ts';
import { place, TabSession } from './session/tab-session.ts';

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

  // A link with a new fragment, opened where this notebook already is, does not load the page anew.
  addEventListener('hashchange', (event) => {
    const fresh = takeCredentials();
    if (!fresh) return;
    event.stopImmediatePropagation();
    void session.start(fresh);
  });

  // Back and forward keep the page but not its ports.
  addEventListener('pagehide', () => session.leave());
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) void session.start(null);
  });

  // The site can show another notebook without a page load: what was allowed for one is asked anew for the next.
  let shown = location.pathname;
  window.navigation?.addEventListener('navigatesuccess', () => {
    if (location.pathname === shown) return;
    shown = location.pathname;
    session.leave();
    void session.start(null);
  });
});

function isForSession(message: unknown): message is TabMessage {
  return typeof message === 'object' && message !== null && 'to' in message && message.to === 'session';
}
