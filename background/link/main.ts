import type { Runtime } from 'webextension-polyfill';
import browser from 'webextension-polyfill';
import { isRecord } from '../../src/wire/json.ts';
import type {
  LinkReport,
  LinkState,
  OffscreenMessage,
  Resumption,
  SessionFrame,
  SessionWord,
} from '../../src/wire/messages.ts';
import { CLOCK_PORT, RESUMES, SESSION_PORT_PREFIX } from '../../src/wire/messages.ts';
import type { LinkEvents } from './link.ts';
import { Link } from './link.ts';
import { serveClock } from './serve-clock.ts';
import { WorkerReports } from './worker-reports.ts';

// The offscreen document: the one place that holds sockets. A socket opened here passes Chrome's Local
// Network Access without a prompt and outlives page reloads and the service worker. Of the extension API
// an offscreen document has messaging alone: not even the manifest.

const links = new Map<string, Link>();

const tellWorker = (message: LinkReport): Promise<unknown> => browser.runtime.sendMessage(message);

/** For what has an answer: to what no worker has heard the browser answers, too, with nothing. */
async function askWorker(message: LinkReport): Promise<unknown> {
  const answer = await tellWorker(message);
  if (answer === undefined) throw new Error("Cellwire's worker did not answer.");
  return answer;
}

type Told = Extract<LinkReport, { type: 'link-changed' | 'link-paired' | 'link-returned' | 'link-left' }>;
const reports = new WorkerReports<Told>(tellWorker);
const kindOf = (type: Told['type'], linkId: string): string => `${type} ${linkId}`;
const report = (linkId: string, message: Told): void => reports.tell(kindOf(message.type, linkId), message);

const events: LinkEvents = {
  report: (state) => report(state.linkId, { to: 'worker', type: 'link-changed', state }),
  ask: (linkId) => askWorker({ to: 'worker', type: 'link-asks', linkId }),
  paired: (linkId, paired) => report(linkId, { to: 'worker', type: 'link-paired', linkId, paired }),
  returned: (linkId) => report(linkId, { to: 'worker', type: 'link-returned', linkId }),
  left: (linkId) => report(linkId, { to: 'worker', type: 'link-left', linkId }),
  wish: (linkId, wish) => askWorker({ to: 'worker', type: 'link-wishes', linkId, wish }),
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
  // The user has said what to do about it.
  if (message.type === 'refuse' || message.type === 'close' || (message.type === 'open' && message.isWanted))
    reports.forget(kindOf('link-returned', message.linkId));
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
  if (port.name === CLOCK_PORT) serveClock(port);
  if (!port.name.startsWith(SESSION_PORT_PREFIX)) return;
  const isResuming = port.name.endsWith(RESUMES);
  const linkId = port.name.slice(SESSION_PORT_PREFIX.length, isResuming ? -RESUMES.length : undefined);
  const link = links.get(linkId);
  // Only the tab that the link was made for, and only its top frame, may speak on it.
  if (!link || port.sender?.tab?.id !== link.tabId || port.sender.frameId !== 0) {
    port.disconnect();
    return;
  }
  port.onMessage.addListener((frame: unknown) => {
    if (isSessionFrame(frame)) link.fromSession(port, frame);
    else if (isResumption(frame)) {
      if (!isResuming || !link.resume(port, frame.resumes)) port.disconnect();
    } else if (isSessionWord(frame)) link.heed(port, frame);
  });
  port.onDisconnect.addListener(() => link.detach(port));
  if (!isResuming) link.attach(port);
});

function isSessionFrame(frame: unknown): frame is SessionFrame {
  if (typeof frame !== 'object' || frame === null || !('answers' in frame) || !('text' in frame))
    return false;
  const { answers, text } = frame;
  return (answers === null || isId(answers)) && typeof text === 'string';
}

function isSessionWord(word: unknown): word is SessionWord {
  if (!isRecord(word)) return false;
  if ('pong' in word) return typeof word.pong === 'number';
  return isId(word.began) && (word.runId === null || typeof word.runId === 'string');
}

/** Said by our own script, and typed there. */
function isResumption(word: unknown): word is { resumes: Resumption } {
  return isRecord(word) && isRecord(word.resumes);
}

const isId = (value: unknown): value is string | number =>
  typeof value === 'string' || typeof value === 'number';
