import browser from 'webextension-polyfill';
import type { JournalEntry } from '../../journal/journal.ts';
import { parsePastedCredentials } from '../../wire/connection-url.ts';
import type { PopupMessage, TabMessage } from '../../wire/messages.ts';
import { ActivityWatch, watchTabState } from '../watch-state.ts';
import { PopupView } from './popup-view.ts';

const view = new PopupView();
let watchesActivity = false;

void start();

async function start(): Promise<void> {
  const tabId = await shownTab();
  if (tabId === undefined || !(await isNotebook(tabId))) {
    view.say(
      'This tab is not a Colab notebook. Open one, or reload it if it was open before Cellwire was installed.',
    );
    return;
  }
  view.listen({
    connect: (pasted) => void connect(tabId, pasted),
    disconnect: (linkId) =>
      void attempt('Not disconnected.', { to: 'worker', type: 'popup-disconnect', linkId }),
    allow: (linkId) => void attempt('Not connected.', { to: 'worker', type: 'popup-allow', linkId }),
    setPolicy: (policy) =>
      void attempt('Not changed.', { to: 'worker', type: 'popup-policy', tabId, policy }),
  });
  await watchTabState(tabId, (state) => {
    view.show(state);
    if (state.links.length > 0) showActivity(tabId);
  });
}

/** A tab without a session has none; the next state of its links tells when to look again. */
function showActivity(tabId: number): void {
  if (watchesActivity) return;
  watchesActivity = true;
  let last: JournalEntry | null = null;
  new ActivityWatch(
    tabId,
    (push) => {
      if (push.type === 'view') view.showActivity(push.view.now[0] ?? null, last);
      else {
        last = push.entries.findLast(({ outcome }) => outcome !== 'running') ?? last;
        view.showActivity(push.entries.findLast(({ outcome }) => outcome === 'running') ?? null, last);
      }
    },
    () => {
      watchesActivity = false;
    },
  );
}

/** The tab that the popup belongs to; tests open the popup as a page and name the tab in the address. */
async function shownTab(): Promise<number | undefined> {
  const named = new URLSearchParams(location.search).get('tab');
  if (named !== null) return Number(named);
  const [tab] = await browser.tabs.query({ active: true, currentWindow: true });
  return tab?.id;
}

/** Asks the tab itself, so that Cellwire needs no permission to see the addresses of tabs. */
async function isNotebook(tabId: number): Promise<boolean> {
  const message: TabMessage = { to: 'tab', type: 'where' };
  try {
    return Boolean(await browser.tabs.sendMessage(tabId, message, { frameId: 0 }));
  } catch {
    return false;
  }
}

async function connect(tabId: number, pasted: string): Promise<void> {
  const credentials = parsePastedCredentials(pasted);
  if (!credentials) {
    view.sayFault('This is not TOKEN&PORT, nor a link that holds them. Copy it again from your agent.');
    return;
  }
  const done = await attempt('Not connected.', { to: 'worker', type: 'popup-connect', tabId, credentials });
  if (done) view.clearAddress();
}

/** Does what the user asked for, and says so when it fails. */
async function attempt(failed: string, message: PopupMessage): Promise<boolean> {
  view.sayFault('');
  try {
    if (!(await browser.runtime.sendMessage(message))) throw new Error('Cellwire does not answer.');
    return true;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    view.sayFault(`${failed} ${why} Reload the notebook’s tab, then try again.`);
    return false;
  }
}
