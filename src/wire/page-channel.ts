import type { FailureData } from '../notebook/failure.ts';
import { Failure } from '../notebook/failure.ts';
import type { Notebook, OnRunUpdate } from '../notebook/notebook.ts';
import type { RunUpdate } from '../notebook/run-update.ts';

/** What travels on the private MessagePort between the session (isolated world) and the page agent (MAIN world). */
type Method = Exclude<keyof Notebook, 'onUserRun' | 'onChange'>;

type Call = {
  [Name in Method]: { id: number; method: Name; params: Parameters<Notebook[Name]>[0] };
}[Method];

type ToPage = Call | { watch: boolean };

/**
 * Results cross as JSON text: a thousand cells are cloned as one string several times faster than as objects,
 * and nothing but plain data can slip through.
 */
type FromPage =
  | { id: number; result: string }
  | { id: number; failure: FailureData }
  | { id: number; update: RunUpdate }
  | { userRun: string }
  | { changed: true };

/** Page side: answers calls from the session with the notebook's methods. */
export function serveNotebook(port: MessagePort, notebook: Notebook): void {
  const answer = (message: FromPage): void => port.postMessage(message);
  let stopWatching = (): void => {};

  port.onmessage = async ({ data }: MessageEvent<ToPage>) => {
    if ('watch' in data) {
      stopWatching();
      stopWatching = data.watch ? notebook.onChange(() => answer({ changed: true })) : () => {};
      return;
    }
    const { id } = data;
    try {
      const result = await perform(notebook, data, (update) => answer({ id, update }));
      answer({ id, result: JSON.stringify(result ?? null) });
    } catch (thrown) {
      answer({ id, failure: Failure.from(thrown).toData() });
    }
  };
  notebook.onUserRun((userRun) => answer({ userRun }));
}

function perform(notebook: Notebook, call: Call, onUpdate: OnRunUpdate): Promise<unknown> {
  switch (call.method) {
    case 'readCells':
      return notebook.readCells(call.params);
    case 'insertCell':
      return notebook.insertCell(call.params);
    case 'replaceSource':
      return notebook.replaceSource(call.params);
    case 'deleteCell':
      return notebook.deleteCell(call.params);
    case 'moveCell':
      return notebook.moveCell(call.params);
    case 'runCell':
      return notebook.runCell(call.params, onUpdate);
    case 'interrupt':
      return notebook.interrupt(call.params);
    case 'clearOutputs':
      return notebook.clearOutputs(call.params);
    case 'status':
      return notebook.status();
  }
}

type WithoutId<T> = T extends unknown ? Omit<T, 'id'> : never;

interface Waiting {
  /** Takes the result's JSON. */
  resolve: (json: string) => void;
  reject: (reason: Failure) => void;
  onUpdate: OnRunUpdate | undefined;
}

/** Session side: the notebook as a proxy over the channel. */
export class RemoteNotebook implements Notebook {
  readonly #port: MessagePort;
  readonly #waiting = new Map<number, Waiting>();
  readonly #userRunListeners = new Set<(cellId: string) => void>();
  readonly #changeListeners = new Set<() => void>();
  #nextId = 1;

  constructor(port: MessagePort) {
    this.#port = port;
    port.onmessage = ({ data }: MessageEvent<FromPage>) => this.#receive(data);
  }

  readCells: Notebook['readCells'] = (params) => this.#call({ method: 'readCells', params });
  insertCell: Notebook['insertCell'] = (params) => this.#call({ method: 'insertCell', params });
  replaceSource: Notebook['replaceSource'] = (params) => this.#call({ method: 'replaceSource', params });
  deleteCell: Notebook['deleteCell'] = (params) => this.#call({ method: 'deleteCell', params });
  moveCell: Notebook['moveCell'] = (params) => this.#call({ method: 'moveCell', params });
  runCell: Notebook['runCell'] = (params, onUpdate) => this.#call({ method: 'runCell', params }, onUpdate);
  interrupt: Notebook['interrupt'] = (params) => this.#call({ method: 'interrupt', params });
  clearOutputs: Notebook['clearOutputs'] = (params) => this.#call({ method: 'clearOutputs', params });
  status: Notebook['status'] = () => this.#call({ method: 'status', params: undefined });

  #call<Result>(call: WithoutId<Call>, onUpdate?: OnRunUpdate): Promise<Result> {
    const id = this.#nextId++;
    return new Promise<Result>((resolve, reject) => {
      this.#waiting.set(id, { resolve: (json) => resolve(JSON.parse(json)), reject, onUpdate });
      this.#post({ ...call, id });
    });
  }

  #post(message: ToPage): void {
    this.#port.postMessage(message);
  }

  onUserRun(listener: (cellId: string) => void): () => void {
    this.#userRunListeners.add(listener);
    return () => this.#userRunListeners.delete(listener);
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
    if ('userRun' in message) {
      for (const listener of this.#userRunListeners) listener(message.userRun);
      return;
    }
    const waiting = this.#waiting.get(message.id);
    if (!waiting) return;
    if ('update' in message) {
      waiting.onUpdate?.(message.update);
      return;
    }
    this.#waiting.delete(message.id);
    if ('failure' in message) waiting.reject(Failure.fromData(message.failure));
    else waiting.resolve(message.result);
  }
}
