import type { Runtime } from 'webextension-polyfill';
import browser from 'webextension-polyfill';
import type { FromTab, WorkerMessage } from '../src/wire/messages.ts';
import { goOnAfterUpdate } from './after-update.ts';
import { answerPage } from './answer-page.ts';
import { answerTab } from './answer-tab.ts';
import { forgetLastRun, keepForUpdate } from './carry-over.ts';
import { openStartPage } from './first-run.ts';
import { inOrder } from './in-order.ts';
import { tabClosed } from './link-registry.ts';
import { closeOwnData } from './own-data.ts';
import { openPanelOnRequest } from './side-panel.ts';
import { tabReplaced } from './tab-replaced.ts';
import { watchVisits } from './visits.ts';
import { wakeTabOnRequest } from './wake-tab.ts';

// Listeners are registered at once, at the top level: a worker that is started for an event must find them.

/** Nothing is decided before it is known what was decided before an update. */
const isReady = goOnAfterUpdate().catch((error: unknown) => console.warn('Cellwire: not taken up:', error));

browser.runtime.onMessage.addListener(
  (message: unknown, sender: Runtime.MessageSender): Promise<unknown> | undefined => {
    if (!isForWorker(message)) return undefined;
    if (isFromTab(message)) return isReady.then(() => answerTab(message, sender));
    return isOwnPage(sender) ? isReady.then(() => answerPage(message)) : undefined;
  },
);

closeOwnData();
openPanelOnRequest();
wakeTabOnRequest();
watchVisits();
openStartPage();
keepForUpdate();

browser.runtime.onStartup.addListener(() => void isReady.then(() => inOrder(forgetLastRun)));
browser.tabs.onRemoved.addListener((tabId) => void isReady.then(() => inOrder(() => tabClosed(tabId))));
browser.tabs.onReplaced.addListener(
  (newId, oldId) => void isReady.then(() => inOrder(() => tabReplaced(newId, oldId))),
);

function isForWorker(message: unknown): message is WorkerMessage {
  return typeof message === 'object' && message !== null && 'to' in message && message.to === 'worker';
}

const FROM_TABS: ReadonlySet<string> = new Set<FromTab['type']>([
  'tab-started',
  'consent-given',
  'consent-refused',
  'tab-policy',
  'tab-stopped',
  'others-answered',
]);

/** A content script speaks for its own tab only; what concerns any tab comes from the extension's own pages. */
function isFromTab(message: WorkerMessage): message is FromTab {
  return FROM_TABS.has(message.type);
}

function isOwnPage({ url }: Runtime.MessageSender): boolean {
  return url?.startsWith(browser.runtime.getURL('')) === true;
}
