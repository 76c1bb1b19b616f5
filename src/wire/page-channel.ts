import type { FailureData } from '../notebook/failure.ts';
import { Failure } from '../notebook/failure.ts';
import type { CallOptions, Notebook } from '../notebook/notebook.ts';

/** What travels on the private MessagePort between the session (isolated world) and the page agent (MAIN world). */
type ToPage = { id: number; method: keyof Notebook; params: unknown } | { id: number; cancel: true };

type FromPage =
  | { id: number; result: unknown }
  | { id: number; failure: FailureData }
  | { id: number; progress: string };

/** Page side: answers calls from the session with the notebook's methods. */
export function serveNotebook(port: MessagePort, notebook: Notebook): void {
  const running = new Map<number, AbortController>();
  const answer = (message: FromPage): void => port.postMessage(message);

  port.onmessage = async ({ data }: MessageEvent<ToPage>) => {
    if ('cancel' in data) {
      running.get(data.id)?.abort();
      return;
    }
    const { id, method, params } = data;
    const controller = new AbortController();
    running.set(id, controller);
    const options: CallOptions = {
      signal: controller.signal,
      onProgress: (progress) => answer({ id, progress }),
    };
    try {
      const call: (params: never, options: CallOptions) => Promise<unknown> = notebook[method].bind(notebook);
      answer({ id, result: await call(params as never, options) });
    } catch (thrown) {
      answer({ id, failure: Failure.from(thrown).toData() });
    } finally {
      running.delete(id);
    }
  };
}

interface Waiting {
  resolve: (value: never) => void;
  reject: (reason: Failure) => void;
  onProgress: ((message: string) => void) | undefined;
}

/** Session side: the notebook as a proxy over the channel. */
export class RemoteNotebook implements Notebook {
  readonly #port: MessagePort;
  readonly #waiting = new Map<number, Waiting>();
  #nextId = 1;

  constructor(port: MessagePort) {
    this.#port = port;
    port.onmessage = ({ data }: MessageEvent<FromPage>) => this.#receive(data);
  }

  readCells: Notebook['readCells'] = (query) => this.#call('readCells', query);
  insertCell: Notebook['insertCell'] = (cell) => this.#call('insertCell', cell);
  replaceSource: Notebook['replaceSource'] = (change) => this.#call('replaceSource', change);
  deleteCell: Notebook['deleteCell'] = (target) => this.#call('deleteCell', target);
  moveCell: Notebook['moveCell'] = (target) => this.#call('moveCell', target);
  runCell: Notebook['runCell'] = (target, options) => this.#call('runCell', target, options);
  status: Notebook['status'] = () => this.#call('status', null);

  #call<T>(method: keyof Notebook, params: unknown, options: CallOptions = {}): Promise<T> {
    const id = this.#nextId++;
    const { signal, onProgress } = options;
    return new Promise<T>((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject, onProgress });
      signal?.addEventListener('abort', () => this.#post({ id, cancel: true }), { once: true });
      this.#post({ id, method, params });
    });
  }

  #post(message: ToPage): void {
    this.#port.postMessage(message);
  }

  #receive(message: FromPage): void {
    const waiting = this.#waiting.get(message.id);
    if (!waiting) return;
    if ('progress' in message) {
      waiting.onProgress?.(message.progress);
      return;
    }
    this.#waiting.delete(message.id);
    if ('failure' in message) waiting.reject(Failure.fromData(message.failure));
    else waiting.resolve(message.result as never);
  }
}
