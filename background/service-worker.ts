import type { Runtime } from 'webextension-polyfill';
import browser from 'webextension-polyfill';
import { ALLOW_ALL } from '../src/policy/policy.ts';
import type {
  FromTab,
  NotebookPlace,
  TabDecisions,
  TabMessage,
  TabReport,
  WorkerMessage,
} from '../src/wire/messages.ts';
import { notebookIdOf } from '../src/wire/notebook-id.ts';
import { injectSession } from './inject-session.ts';
import {
  connectByHand,
  consentGiven,
  consentRefused,
  decide,
  disconnectByHand,
  hasLinks,
  show,
  tabClosed,
  tabStarted,
} from './link-registry.ts';
import { policyOf, setPolicy } from './policies.ts';
import { createQueue } from './queue.ts';
import { openPanelOnRequest } from './side-panel.ts';

/**
 * What happens to tabs and links is dealt with in the order in which it happened. Each takes several steps; between
 * those of another it would undo what came after it: a tab that went on and back would be taken for one that went on.
 */
const inOrder = createQueue();

// Listeners are registered at once, at the top level: a worker that is started for an event must find them.

browser.runtime.onMessage.addListener(
  (message: unknown, sender: Runtime.MessageSender): Promise<unknown> | undefined => {
    if (!isForWorker(message)) return undefined;
    if (isFromTab(message)) return answerTab(message, sender);
    return isOwnPage(sender) ? answerPage(message) : undefined;
  },
);

openPanelOnRequest();

browser.tabs.onRemoved.addListener((tabId) => void inOrder(() => tabClosed(tabId)));

function isForWorker(message: unknown): message is WorkerMessage {
  return typeof message === 'object' && message !== null && 'to' in message && message.to === 'worker';
}

/** A content script speaks for its own tab only; what concerns any tab comes from the extension's own pages. */
function isFromTab(message: WorkerMessage): message is FromTab {
  return ['tab-started', 'consent-given', 'consent-refused'].includes(message.type);
}

function isOwnPage({ url }: Runtime.MessageSender): boolean {
  return url?.startsWith(browser.runtime.getURL('')) === true;
}

async function answerTab(message: FromTab, sender: Runtime.MessageSender): Promise<TabDecisions | undefined> {
  const tabId = tabOf(sender);
  switch (message.type) {
    case 'tab-started': {
      const { hasSessionScript, credentials } = message;
      const place = placeOf(sender, message.place);
      const wanted = credentials ? Promise.resolve(true) : inOrder(() => hasLinks(tabId));
      // Both at once: the socket opens while the session comes in.
      const [decisions, pageAgent] = await Promise.all([
        inOrder(() => tabStarted(tabId, place, credentials)),
        wanted.then((isWanted) =>
          isWanted && !hasSessionScript ? injectSession(tabId, sender.documentId) : null,
        ),
      ]);
      // The user may have said something while the session came in, when nobody in the tab could hear it.
      const policy = await policyOf(tabId, decisions.notebookId);
      return { ...decisions, policy, pageAgent };
    }
    case 'consent-given':
      return inOrder(() =>
        consentGiven(tabId, message.linkId, placeOf(sender, message.place), message.remember),
      );
    case 'consent-refused':
      await inOrder(() => consentRefused(tabId, message.linkId));
      return undefined;
  }
}

async function answerPage(message: Exclude<WorkerMessage, FromTab>): Promise<boolean> {
  switch (message.type) {
    case 'popup-connect': {
      const { tabId, credentials } = message;
      const { place, hasSessionScript } = await tellTab(tabId, { to: 'tab', type: 'where' });
      const [pageAgent, decided] = await Promise.all([
        hasSessionScript ? null : injectSession(tabId),
        inOrder(() => connectByHand(tabId, place, credentials)),
      ]);
      const decisions = { ...decided, pageAgent };
      await tellTab(tabId, { to: 'tab', type: 'decisions', place, decisions });
      break;
    }
    case 'popup-policy': {
      const { tabId, policy } = message;
      const { place } = await tellTab(tabId, { to: 'tab', type: 'where' });
      await setPolicy(tabId, notebookIdOf(place, tabId), policy ?? ALLOW_ALL);
      const decisions = await decide(tabId, place, {});
      await tellTab(tabId, { to: 'tab', type: 'decisions', place, decisions });
      await show(tabId);
      break;
    }
    case 'popup-disconnect':
      await inOrder(() => disconnectByHand(message.linkId));
      break;
    case 'link-changed':
      await show(message.state.tabId);
      break;
  }
  return true;
}

/** Only a tab whose page was loaded with the extension answers, and only while it shows Colab. */
async function tellTab(tabId: number, message: TabMessage): Promise<TabReport> {
  const report = await browser.tabs
    .sendMessage<TabMessage, TabReport | undefined>(tabId, message, { frameId: 0 })
    .catch(() => undefined);
  if (!report) throw new Error('The notebook in this tab does not answer.');
  return report;
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
