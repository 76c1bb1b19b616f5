import { DEFAULT_VERDICTS_KEY, verdictsIn } from '../policy/kept-verdicts.ts';
import type { Policy } from '../policy/policy.ts';
import { DEFAULT_POLICY } from '../policy/policy.ts';
import type { NotebookActions } from '../wire/notebook-view.ts';
import type { ActivityRequest, DialFailure, FromActivity, LastMet, TabState } from '../wire/pushed-state.ts';
import { ACTIVITY_PORT, DIAL_FAILURES_KEY, LAST_MET_KEY, tabStateKey } from '../wire/pushed-state.ts';

/** Of a tab that nothing has happened to. */
export const NO_LINKS: TabState = {
  links: [],
  waitingForConsent: [],
  left: [],
  policy: DEFAULT_POLICY,
  isDefaultPolicy: true,
  defaultVerdicts: DEFAULT_POLICY.verdicts,
};

/** Shows how a tab stands: at once, and again whenever that has changed. */
export async function watchTabState(tabId: number, onState: (state: TabState) => void): Promise<void> {
  const key = tabStateKey(tabId);
  const show = async (): Promise<void> => {
    const stored = await chrome.storage.session.get<Record<string, TabState>>(key);
    onState(stored[key] ?? NO_LINKS);
  };
  chrome.storage.session.onChanged.addListener((changes) => {
    if (key in changes) void show();
  });
  await show();
}

/** Shows how all tabs stand that something has happened to, in the same way. */
export async function watchTabStates(onStates: (states: Map<number, TabState>) => void): Promise<void> {
  const show = async (): Promise<void> => {
    const stored = await chrome.storage.session.get<Record<string, TabState>>(null);
    const states = Object.entries(stored).flatMap(([key, state]): Array<[number, TabState]> => {
      const tabId = tabOf(key);
      return tabId === null ? [] : [[tabId, state]];
    });
    onStates(new Map(states.sort(([one], [other]) => one - other)));
  };
  chrome.storage.session.onChanged.addListener((changes) => {
    if (Object.keys(changes).some((key) => tabOf(key) !== null)) void show();
  });
  await show();
}

/** Shows what holds for notebooks without a word of their own, in the same way. */
export async function watchDefaultVerdicts(
  onVerdicts: (verdicts: Policy['verdicts']) => void,
): Promise<void> {
  await watchKey(chrome.storage.local, DEFAULT_VERDICTS_KEY, (kept) =>
    onVerdicts(verdictsIn(kept, DEFAULT_POLICY.verdicts)),
  );
}

/** Shows the server that was met last, in the same way; null as long as there was none. */
export async function watchLastMet(onMet: (met: LastMet | null) => void): Promise<void> {
  await watchKey<LastMet>(chrome.storage.local, LAST_MET_KEY, (met) => onMet(met ?? null));
}

/** Shows what came of dialling servers, in the same way. */
export async function watchDialFailures(onFailures: (failures: DialFailure[]) => void): Promise<void> {
  await watchKey<DialFailure[]>(chrome.storage.session, DIAL_FAILURES_KEY, (failures) =>
    onFailures(failures ?? []),
  );
}

/** Nobody but the worker writes these. */
async function watchKey<Kept>(
  area: chrome.storage.StorageArea,
  key: string,
  onValue: (value: Kept | undefined) => void,
): Promise<void> {
  const show = async (): Promise<void> => onValue((await area.get<Record<string, Kept>>(key))[key]);
  area.onChanged.addListener((changes) => {
    if (key in changes) void show();
  });
  await show();
}

function tabOf(key: string): number | null {
  const number = Number(key.split(':')[1]);
  return key === tabStateKey(number) ? number : null;
}

type Push = Extract<FromActivity, { type: 'view' | 'entries' }>;

/** What agents do in a tab, and what can be done about it. */
export class ActivityWatch {
  readonly #port: chrome.runtime.Port;
  readonly #waiting = new Map<number, { resolve: (result: unknown) => void; reject: (why: Error) => void }>();
  readonly #onEnd: () => void;
  #count = 0;
  #hasEnded = false;

  /** A tab without a session has nothing to show, and the Port ends at once. */
  constructor(tabId: number, onPush: (push: Push) => void, onEnd: () => void) {
    this.#onEnd = onEnd;
    this.#port = chrome.tabs.connect(tabId, { name: ACTIVITY_PORT, frameId: 0 });
    this.#port.onMessage.addListener((message: FromActivity) => {
      if (this.#hasEnded) return;
      if (message.type === 'view' || message.type === 'entries') onPush(message);
      else this.#settle(message);
    });
    this.#port.onDisconnect.addListener(() => {
      // Chrome complains of an error that nobody looked at.
      void chrome.runtime.lastError;
      this.#end();
    });
  }

  /** Nobody looks any more: the session pushes nothing from now on. */
  close(): void {
    // Chrome does not tell the side that disconnects.
    this.#port.disconnect();
    this.#end();
  }

  do<Action extends keyof NotebookActions>(
    action: Action,
    ...args: Parameters<NotebookActions[Action]>
  ): Promise<Awaited<ReturnType<NotebookActions[Action]>>>;
  do(action: keyof NotebookActions, ...args: unknown[]): Promise<unknown> {
    const id = ++this.#count;
    const request: ActivityRequest = { id, action, args };
    return new Promise((resolve, reject) => {
      if (this.#hasEnded) throw gone();
      this.#waiting.set(id, { resolve, reject });
      this.#port.postMessage(request);
    });
  }

  #end(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    for (const { reject } of this.#waiting.values()) reject(gone());
    this.#waiting.clear();
    this.#onEnd();
  }

  #settle(message: Exclude<FromActivity, Push>): void {
    const waiting = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if (message.type === 'answer') waiting?.resolve(message.result);
    else waiting?.reject(new Error(message.message));
  }
}

const gone = (): Error => new Error('The notebook is not there any more.');
