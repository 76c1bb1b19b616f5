import type { Clock, Timer } from '../clock/clock.ts';
import type { FailureData } from '../notebook/failure.ts';
import { Failure } from '../notebook/failure.ts';
import type { Inspection } from '../notebook/inspection.ts';
import type { NotebookKernel } from '../notebook/kernel.ts';
import type { Notebook, OnRunUpdate } from '../notebook/notebook.ts';
import type { RunUpdate } from '../notebook/run-update.ts';
import { isRecord } from './json.ts';

/** What the page agent offers to the session. */
export interface PageObjects {
  notebook: Notebook;
  kernel: NotebookKernel;
  inspection: Inspection;
}

/** These tell what happens by itself; everything else is a call with an answer. */
type NotebookEvent = 'onUserRun' | 'onChange' | 'onForeignChange';
type RemoteMethods = {
  notebook: Omit<Notebook, NotebookEvent>;
  kernel: NotebookKernel;
  inspection: Inspection;
};

/** Every method that can be called over the channel. The compiler holds it against the interfaces. */
export const REMOTE_METHODS: { [Target in keyof RemoteMethods]: Record<keyof RemoteMethods[Target], true> } =
  {
    notebook: {
      readCells: true,
      findCells: true,
      insertCell: true,
      replaceSource: true,
      deleteCell: true,
      moveCell: true,
      runCell: true,
      catchUp: true,
      clearOutputs: true,
      takeForeignChanges: true,
      status: true,
    },
    kernel: {
      state: true,
      interrupt: true,
      execute: true,
      putFile: true,
      restart: true,
      connect: true,
      answerInput: true,
    },
    inspection: { canary: true, probe: true, shape: true },
  };

type Target = keyof typeof REMOTE_METHODS;

/** What travels on the private MessagePort between the session (isolated world) and the page agent (MAIN world). */
type ToPage =
  | Call
  | { watch: boolean }
  | { ping: number }
  /** Of the page agent's clock. Only the session knows: what a document says of itself, a script of the page may change. */
  | { isHeldBack: boolean }
  | { wake: true };

interface Call {
  id: number;
  target: string;
  method: string;
  params: unknown;
}

/**
 * Results cross as JSON text: a thousand cells are cloned as one string several times faster than as objects,
 * and nothing but plain data can slip through.
 */
type FromPage =
  | { id: number; result: string }
  | { id: number; failure: FailureData }
  | { id: number; update: RunUpdate }
  | { pong: number }
  | { userRun: string }
  | { foreignChange: true }
  | { changed: true }
  | { wakeInMs: number };

/** The session's view of the page. */
export interface ConnectedPage extends PageObjects {
  /** Settles when the page agent has answered: never, while the page is frozen or blocked. */
  signOfLife: () => Promise<void>;
  /** The browser holds back the timers of the tab, or does so no more. */
  holdBack: (isHeldBack: boolean) => void;
}

/** Page side: answers calls from the session. */
export function servePage(port: MessagePort, page: PageObjects, clock: Clock): void {
  const answer = (message: FromPage): void => port.postMessage(message);
  clock.wokenBy((wakeInMs) => answer({ wakeInMs }));
  let stopWatching = (): void => {};

  port.onmessage = async ({ data }: MessageEvent<ToPage>) => {
    if (!isRecord(data)) return;
    if ('watch' in data) {
      stopWatching();
      stopWatching = data.watch ? page.notebook.onChange(() => answer({ changed: true })) : () => {};
      return;
    }
    if ('ping' in data) {
      answer({ pong: data.ping });
      return;
    }
    if ('isHeldBack' in data) {
      clock.isHeldBack = data.isHeldBack;
      return;
    }
    if ('wake' in data) {
      clock.wake();
      return;
    }
    const { id } = data;
    try {
      const result = await perform(page, data, (update) => answer({ id, update }));
      answer({ id, result: JSON.stringify(result ?? null) });
    } catch (thrown) {
      answer({ id, failure: Failure.from(thrown).toData() });
    }
  };
  page.notebook.onUserRun((userRun) => answer({ userRun }));
  page.notebook.onForeignChange(() => answer({ foreignChange: true }));
}

/** Only what is in the list: a name from the other side must not reach anything else that an object has. */
function perform(page: PageObjects, { target, method, params }: Call, onUpdate: OnRunUpdate): unknown {
  if (isTarget(target) && Object.hasOwn(REMOTE_METHODS[target], method)) {
    const callable: unknown = Reflect.get(page[target], method);
    if (typeof callable === 'function') return Reflect.apply(callable, page[target], [params, onUpdate]);
  }
  throw new Failure(
    'internal',
    `The page has no method ${target}.${method}; nothing was done.`,
    'Ask the user to reload the tab, then try again.',
  );
}

function isTarget(name: string): name is Target {
  return Object.hasOwn(REMOTE_METHODS, name);
}

/** Session side: what the page offers, called over the channel. The page agent's clock goes by the session's. */
export function connectPage(port: MessagePort, clock: Clock): ConnectedPage {
  const remote = new RemotePage(port, clock);
  return {
    notebook: {
      ...remoteMethods('notebook', remote),
      onUserRun: (listener) => remote.onUserRun(listener),
      onChange: (listener) => remote.onChange(listener),
      onForeignChange: (listener) => remote.onForeignChange(listener),
    },
    kernel: remoteMethods('kernel', remote),
    inspection: remoteMethods('inspection', remote),
    signOfLife: () => remote.ping(),
    holdBack: (isHeldBack) => remote.holdBack(isHeldBack),
  };
}

function remoteMethods<Name extends Target>(target: Name, remote: RemotePage): RemoteMethods[Name];
function remoteMethods(target: Target, remote: RemotePage): object {
  const methods = Object.keys(REMOTE_METHODS[target]).map((method) => {
    const call = (params: unknown, onUpdate?: OnRunUpdate): Promise<unknown> =>
      remote.call({ target, method, params }, onUpdate);
    return [method, call];
  });
  return Object.fromEntries(methods);
}

interface Waiting {
  resolve: (result: unknown) => void;
  reject: (reason: Failure) => void;
  onUpdate: OnRunUpdate | undefined;
}

class RemotePage {
  readonly #port: MessagePort;
  readonly #waiting = new Map<number, Waiting>();
  readonly #pings = new Map<number, () => void>();
  readonly #userRunListeners = new Set<(cellId: string) => void>();
  readonly #changeListeners = new Set<() => void>();
  readonly #foreignChangeListeners = new Set<() => void>();
  readonly #clock: Clock;
  #wake: Timer | undefined;
  #nextId = 1;

  constructor(port: MessagePort, clock: Clock) {
    this.#port = port;
    this.#clock = clock;
    // Scripts of the page may have replaced what the page agent is made of: what comes from there may be anything.
    port.onmessage = ({ data }: MessageEvent<FromPage>) => {
      if (isRecord(data)) this.#receive(data);
    };
  }

  call(call: Omit<Call, 'id'>, onUpdate?: OnRunUpdate): Promise<unknown> {
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject, onUpdate });
      this.#post({ ...call, id });
    });
  }

  ping(): Promise<void> {
    const ping = this.#nextId++;
    return new Promise((resolve) => {
      this.#pings.set(ping, resolve);
      this.#post({ ping });
    });
  }

  holdBack(isHeldBack: boolean): void {
    this.#post({ isHeldBack });
  }

  #post(message: ToPage): void {
    this.#port.postMessage(message);
  }

  onUserRun(listener: (cellId: string) => void): () => void {
    this.#userRunListeners.add(listener);
    return () => this.#userRunListeners.delete(listener);
  }

  onForeignChange(listener: () => void): () => void {
    this.#foreignChangeListeners.add(listener);
    return () => this.#foreignChangeListeners.delete(listener);
  }

  /** The page watches only while somebody listens. */
  onChange(listener: () => void): () => void {
    this.#changeListeners.add(listener);
    if (this.#changeListeners.size === 1) this.#post({ watch: true });
    return () => {
      if (this.#changeListeners.delete(listener) && this.#changeListeners.size === 0)
        this.#post({ watch: false });
    };
  }

  #receive(message: FromPage): void {
    if ('changed' in message) {
      for (const listener of this.#changeListeners) listener();
      return;
    }
    if ('foreignChange' in message) {
      for (const listener of this.#foreignChangeListeners) listener();
      return;
    }
    if ('userRun' in message) {
      for (const listener of this.#userRunListeners) listener(message.userRun);
      return;
    }
    if ('pong' in message) {
      this.#pings.get(message.pong)?.();
      this.#pings.delete(message.pong);
      return;
    }
    if ('wakeInMs' in message) {
      this.#clock.clear(this.#wake);
      this.#wake = this.#clock.after(message.wakeInMs, () => this.#post({ wake: true }));
      return;
    }
    const waiting = this.#waiting.get(message.id);
    if (!waiting) return;
    if ('update' in message) {
      waiting.onUpdate?.(message.update);
      return;
    }
    this.#waiting.delete(message.id);
    try {
      if ('failure' in message) waiting.reject(Failure.fromData(message.failure));
      else waiting.resolve(JSON.parse(message.result));
    } catch (unreadable) {
      waiting.reject(Failure.from(unreadable));
    }
  }
}
