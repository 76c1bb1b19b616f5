import { randomBytes } from 'node:crypto';
import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import { isRecord } from '../../src/wire/json.ts';
import { unreadableAnswer } from './failures.ts';
import type { TabTransport } from './tab-transport.ts';

type Payload = Record<string, unknown>;

export interface CallOptions {
  signal?: AbortSignal;
  /** Asks the tab for progress, and gets it without the token. */
  onProgress?: ((progress: Payload) => void) | undefined;
}

/** The tab answered a request with a JSON-RPC error. */
export class TabError extends Error {
  override readonly name = 'TabError';
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** Cancellations said again on the next socket: more than an agent makes before a dead socket is noticed. */
const MAX_CANCELLATIONS = 20;

interface Waiting {
  request: JSONRPCMessage;
  resolve: (result: Payload) => void;
  reject: (reason: unknown) => void;
  onProgress: ((progress: Payload) => void) | undefined;
  release: () => void;
}

/**
 * The MCP client towards a tab. Not the SDK's: a tab may deliver on a new socket what an earlier bridge
 * asked for, so ids must be unique over restarts (the SDK counts from 0); a cell may run for hours, so no
 * call has a timeout; and a forwarded result is neither copied nor validated again.
 */
export class TabClient {
  readonly #transport: TabTransport;
  readonly #prefix = `${randomBytes(6).toString('base64url')}-`;
  readonly #waiting = new Map<string, Waiting>();
  #cancellations: JSONRPCMessage[] = [];
  #count = 0;
  onnotification: (method: string, params: unknown) => void = () => {};

  constructor(transport: TabTransport) {
    this.#transport = transport;
    transport.onmessage = (message) => this.#receive(message);
    transport.onmalformed = (id) => this.#take(String(id))?.reject(unreadableAnswer());
  }

  /** The ids of the requests that were sent and have no answer yet, oldest first. */
  get awaiting(): string[] {
    const sent = [...this.#waiting].filter(([, { request }]) => !this.#transport.holds(request));
    return sent.map(([id]) => id);
  }

  /** Those of the requests that still want an answer. */
  requests(ids: readonly string[]): JSONRPCMessage[] {
    return ids.flatMap((id) => this.#waiting.get(id)?.request ?? []);
  }

  /** The latest that were sent. A socket may have died with them, and the tab does not mind hearing them twice. */
  get cancellations(): JSONRPCMessage[] {
    return this.#cancellations.filter((message) => !this.#transport.holds(message));
  }

  request(method: string, params: Payload, { signal, onProgress }: CallOptions = {}): Promise<Payload> {
    this.#count += 1;
    const id = this.#prefix + this.#count;
    const asked = onProgress ? { ...params, _meta: { ...metaOf(params), progressToken: id } } : params;
    const request: JSONRPCMessage = { jsonrpc: '2.0', id, method, params: asked };

    return new Promise((resolve, reject) => {
      if (signal?.aborted) {
        reject(signal.reason);
        return;
      }
      const cancel = (): void => {
        this.#take(id);
        this.#sayCancelled({ requestId: id, reason: String(signal?.reason) });
        reject(signal?.reason);
      };
      const release = (): void => signal?.removeEventListener('abort', cancel);
      signal?.addEventListener('abort', cancel);
      this.#waiting.set(id, { request, resolve, reject, onProgress, release });
      this.#transport.send(request);
    });
  }

  notify(method: string, params?: Payload): void {
    this.#transport.send({ jsonrpc: '2.0', method, ...(params && { params }) });
  }

  /** Nobody will answer any more. */
  end(reason: unknown): void {
    for (const id of [...this.#waiting.keys()]) this.#take(id)?.reject(reason);
  }

  #sayCancelled(params: Payload): void {
    const message: JSONRPCMessage = { jsonrpc: '2.0', method: 'notifications/cancelled', params };
    this.#cancellations = [...this.#cancellations, message].slice(-MAX_CANCELLATIONS);
    this.#transport.send(message);
  }

  #take(id: string): Waiting | undefined {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    waiting?.release();
    return waiting;
  }

  #receive(message: JSONRPCMessage): void {
    if ('method' in message) {
      if ('id' in message) this.#answer(message.id, message.method);
      else if (message.method === 'notifications/progress') this.#progress(message.params);
      else this.onnotification(message.method, message.params);
      return;
    }
    // An id we do not know: the call was cancelled, or asked by a bridge that is no more.
    const waiting = this.#take(String(message.id));
    if (!waiting) return;
    if ('result' in message) waiting.resolve(message.result);
    else waiting.reject(new TabError(message.error.code, message.error.message));
  }

  #progress(params: unknown): void {
    if (!isRecord(params)) return;
    const { progressToken, ...progress } = params;
    this.#waiting.get(String(progressToken))?.onProgress?.(progress);
  }

  /** What a server may ask of its client: we offer nothing but a sign of life. */
  #answer(id: string | number, method: string): void {
    this.#transport.send(
      method === 'ping'
        ? { jsonrpc: '2.0', id, result: {} }
        : { jsonrpc: '2.0', id, error: { code: -32601, message: `The bridge does not offer ${method}.` } },
    );
  }
}

function metaOf(params: Payload): Payload {
  return isRecord(params._meta) ? params._meta : {};
}
