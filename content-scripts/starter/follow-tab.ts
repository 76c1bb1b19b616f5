import { splitConnectionUrl } from '../../src/wire/connection-url.ts';
import type { TabMessage, TabReport } from '../../src/wire/messages.ts';
import { place } from './place.ts';
import type { Starter } from './starter.ts';
import { takeCaller } from './take-caller.ts';

/** Keeps the extension in step with what the tab shows, and the tab with what the rest of the extension tells it. */
export function followTab(
  starter: Pick<Starter, 'start' | 'apply' | 'leave' | 'hasSessionScript' | 'isOrphan'>,
): void {
  chrome.runtime.onMessage.addListener(
    (message: unknown, sender: chrome.runtime.MessageSender, answer: (report: TabReport) => void): void => {
      if (!isForTab(message) || !isOurOwn(sender)) return;
      if (message.type === 'decisions') starter.apply(message.place, message.decisions);
      answer({ place: place(), hasSessionScript: starter.hasSessionScript });
    },
  );

  // A link with a new fragment, opened where this notebook already is, does not load the page anew. It is taken
  // before it gets into the address, and before the page hears of it: after an update of the extension, by the starter
  // that came with it, which the page may be ahead of.
  window.navigation.addEventListener('navigate', (event) => {
    if (starter.isOrphan) return;
    const { caller, rest } = splitConnectionUrl(event.destination.url);
    if (!event.hashChange || rest === null) return;
    event.stopImmediatePropagation();
    event.preventDefault();
    if (event.defaultPrevented && caller) void starter.start(caller, 'same-page');
  });

  // A navigation that could not be prevented has put it into the address after all.
  window.addEventListener('hashchange', () => {
    if (starter.isOrphan) return;
    const fresh = takeCaller();
    if (fresh) void starter.start(fresh, 'same-page');
  });

  // Back and forward keep the page but not its ports.
  window.addEventListener('pagehide', () => starter.leave(false));
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) void starter.start(null, 'same-page');
  });

  // The site can show another notebook without a page load: what was allowed for one is asked anew for the next.
  // The address changes with the entry; success may come late, or never if the site's own handler fails.
  let shown = place().path;
  window.navigation.addEventListener('currententrychange', () => {
    const { path } = place();
    if (path === shown) return;
    shown = path;
    starter.leave(true);
    void starter.start(null, 'same-page');
  });
}

function isForTab(message: unknown): message is TabMessage {
  return typeof message === 'object' && message !== null && 'to' in message && message.to === 'tab';
}

/** The worker has no tab. The extension's own pages may be in one; content scripts always are, under the site's address. */
function isOurOwn({ tab, url }: chrome.runtime.MessageSender): boolean {
  return tab === undefined || url?.startsWith(chrome.runtime.getURL('')) === true;
}
