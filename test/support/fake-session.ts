import type { Page } from 'playwright';
import type { JournalEntry } from '../../src/journal/journal.ts';
import type { UndoResult } from '../../src/journal/undo.ts';
import { ALLOW_ALL } from '../../src/policy/policy.ts';
import type { NotebookView } from '../../src/wire/notebook-view.ts';
import type { ActivityRequest, FromActivity } from '../../src/wire/pushed-state.ts';

export const EMPTY_VIEW: NotebookView = {
  agents: [],
  policy: ALLOW_ALL,
  now: [],
  runs: [],
  questions: [],
  proposals: [],
  changes: [],
  follows: false,
};

interface SessionData {
  view: NotebookView;
  /** All of them, oldest first; as the real one does, only the newest are told at once. */
  entries: JournalEntry[];
  /** How many it says there are; all that are given when left out. */
  total: number | null;
  undo: UndoResult;
  /** What every action fails with, where it is to fail. */
  failure: string | null;
}

interface FakeInPage {
  post: (message: FromActivity) => void;
  requests: ActivityRequest[];
  openPorts: number;
  data: SessionData;
}

declare global {
  var fakeSession: FakeInPage;
}

/** Stands for the session of a tab, at the edge: the Port that a page of the extension opens to it. */
export class FakeSession {
  readonly #page: Page;

  private constructor(page: Page) {
    this.#page = page;
  }

  /** Before the page is opened. */
  static async install(page: Page, data: Partial<SessionData> = {}): Promise<FakeSession> {
    const all: SessionData = {
      view: EMPTY_VIEW,
      entries: [],
      total: null,
      undo: { undone: [], refused: [] },
      failure: null,
      ...data,
    };
    await page.addInitScript(installFake, all);
    return new FakeSession(page);
  }

  async push(message: FromActivity): Promise<void> {
    await this.#page.evaluate((pushed) => globalThis.fakeSession.post(pushed), message);
  }

  /** What the page wanted done, in order, without what it only looked up. */
  async done(): Promise<Array<[string, ...unknown[]]>> {
    const requests = await this.#page.evaluate(() => globalThis.fakeSession.requests);
    return requests
      .filter(({ action }) => !['earlier', 'details', 'capabilities', 'canary'].includes(action))
      .map(({ action, args }) => [action, ...args]);
  }

  /** Those that the page has not been told yet. */
  async setEntries(entries: JournalEntry[]): Promise<void> {
    await this.#page.evaluate((all) => {
      globalThis.fakeSession.data.entries = all;
    }, entries);
  }

  openPorts(): Promise<number> {
    return this.#page.evaluate(() => globalThis.fakeSession.openPorts);
  }
}

/** Runs in the page, before its own scripts. */
function installFake(data: SessionData): void {
  type Listener = (message: FromActivity) => void;
  const listeners = new Set<Listener>();
  const post = (message: FromActivity): void => {
    for (const listener of listeners) listener(structuredClone(message));
  };
  const fake: FakeInPage = { post, requests: [], openPorts: 0, data };
  globalThis.fakeSession = fake;
  const answerTo = ({ action, args }: ActivityRequest): unknown => {
    if (action === 'earlier') {
      const [number, count] = args.map(Number);
      return data.entries
        .filter((entry) => entry.number < (number ?? 0))
        .slice(-(count ?? 0))
        .reverse();
    }
    if (action === 'details') return { args: '{"cellId":"c7"}', result: '{"status":"ok"}' };
    if (action === 'canary') {
      const row = { operation: 'run', milliseconds: 12, why: null };
      return {
        build: 'b',
        mismatches: [],
        left: null,
        rows: [{ ...row, strategy: 'run button', works: true }],
      };
    }
    if (action === 'capabilities') return { run: 'button', insert: 'service', 'clear outputs': null };
    return action === 'undo' ? data.undo : null;
  };
  const connect = () => {
    fake.openPorts += 1;
    queueMicrotask(() => {
      post({ type: 'view', view: data.view });
      post({ type: 'entries', entries: data.entries.slice(-200), total: data.total ?? data.entries.length });
    });
    return {
      onMessage: { addListener: (listener: Listener) => listeners.add(listener) },
      onDisconnect: { addListener: () => {} },
      disconnect: () => {
        fake.openPorts -= 1;
        listeners.clear();
      },
      postMessage: (request: ActivityRequest) => {
        fake.requests.push(request);
        const { id } = request;
        setTimeout(() => {
          if (data.failure !== null) post({ type: 'failed', id, message: data.failure });
          else post({ type: 'answer', id, result: answerTo(request) });
        });
      },
    };
  };
  Object.assign(chrome.tabs, { connect });
}
