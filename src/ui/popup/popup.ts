import browser from 'webextension-polyfill';
import { parsePastedCredentials } from '../../wire/connection-url.ts';
import type { LinkState, PopupMessage, TabMessage } from '../../wire/messages.ts';

interface TabState {
  links: LinkState[];
  waitingForConsent: number[];
}

const REFRESH_MS = 1_000;

const summary = part('summary', HTMLElement);
const list = part('links', HTMLElement);
const form = part('connect', HTMLFormElement);
const address = part('address', HTMLInputElement);
const fault = part('fault', HTMLElement);
/** The state that the popup shows, as JSON. */
let shown = '';

void start();

async function start(): Promise<void> {
  const tabId = await shownTab();
  if (tabId === undefined || !(await isNotebook(tabId))) {
    summary.textContent =
      'This tab is not a Colab notebook. Open one, or reload it if it was open before Cellwire was installed.';
    return;
  }
  form.hidden = false;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void connect(tabId);
  });
  const refresh = async (): Promise<void> => {
    try {
      render(await ask({ to: 'worker', type: 'popup-state', tabId }), tabId);
    } catch {
      shown = '';
      summary.textContent = 'Cellwire does not answer. Reload the notebook’s tab, then open this again.';
    }
  };
  await refresh();
  setInterval(() => void refresh(), REFRESH_MS);
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
  const message: TabMessage = { to: 'session', type: 'where' };
  try {
    return Boolean(await browser.tabs.sendMessage(tabId, message, { frameId: 0 }));
  } catch {
    return false;
  }
}

async function connect(tabId: number): Promise<void> {
  const credentials = parsePastedCredentials(address.value);
  if (!credentials) {
    fault.textContent = 'This is not TOKEN&PORT, nor a link that holds them. Copy it again from your agent.';
    return;
  }
  const done = await attempt('Not connected.', { to: 'worker', type: 'popup-connect', tabId, credentials });
  // What was typed is needed again when it did not work.
  if (done) address.value = '';
}

/** Does what the user asked for, and says so when it fails. */
async function attempt(failed: string, message: PopupMessage): Promise<boolean> {
  fault.textContent = '';
  try {
    render(await ask(message), message.tabId);
    return true;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    fault.textContent = `${failed} ${why} Reload the notebook’s tab, then try again.`;
    return false;
  }
}

async function ask(message: PopupMessage): Promise<TabState> {
  const state: TabState | undefined = await browser.runtime.sendMessage(message);
  if (!state) throw new Error('Cellwire does not answer.');
  return state;
}

/** Only what changed: a button must not be replaced under the user's pointer. */
function render(state: TabState, tabId: number): void {
  const { links, waitingForConsent } = state;
  const next = JSON.stringify(state);
  if (next === shown) return;
  shown = next;
  summary.textContent = summaryOf(links, waitingForConsent);
  list.replaceChildren(...links.map((link) => row(link, tabId)));
}

function summaryOf(links: LinkState[], waiting: number[]): string {
  if (waiting.length > 0)
    return `A program on port ${waiting.join(', ')} waits for your answer in the notebook. Reload the tab if it shows no question.`;
  if (links.some((link) => link.phase === 'open')) return 'Your agent can work in this notebook.';
  if (links.length > 0) return 'Not connected yet.';
  return 'No agent is connected to this notebook.';
}

function row(link: LinkState, tabId: number): HTMLElement {
  const item = document.createElement('li');
  const dot = document.createElement('span');
  dot.className = `dot ${link.phase === 'open' ? (link.busy ? 'working' : 'open') : link.detail ? 'trouble' : ''}`;
  const words = document.createElement('div');
  const title = document.createElement('div');
  title.textContent = `${stateWord(link)} · port ${link.port}`;
  words.append(title);
  if (link.detail) {
    const detail = document.createElement('p');
    detail.className = 'detail';
    detail.textContent = `${link.detail} Trying again by itself.`;
    words.append(detail);
  }
  const off = document.createElement('button');
  off.textContent = 'Disconnect';
  off.addEventListener('click', () => {
    void attempt('Not disconnected.', { to: 'worker', type: 'popup-disconnect', tabId, linkId: link.linkId });
  });
  item.append(dot, words, off);
  return item;
}

function stateWord({ phase, busy }: LinkState): string {
  if (phase === 'open') return busy ? 'Working' : 'Connected';
  if (phase === 'server-busy') return 'Server is busy';
  if (phase === 'no-notebook') return 'Waiting for the notebook';
  return phase === 'connecting' ? 'Connecting' : 'Not reachable';
}

function part<Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`The popup has no #${id}.`);
  return found;
}
