import { once } from 'node:events';
import { WebSocket } from 'ws';
import { z } from 'zod';

const Incoming = z.looseObject({
  id: z.number().nullish(),
  method: z.string().optional(),
  sessionId: z.string().optional(),
  params: z.looseObject({}).optional(),
  result: z.looseObject({}).optional(),
  /** As Chromium has it; Firefox names the kind, and says the rest beside it. */
  error: z.union([z.string(), z.looseObject({ message: z.string() })]).optional(),
  message: z.string().optional(),
});
export type CdpEvent = z.infer<typeof Incoming>;
type Result = Record<string, unknown>;

interface Waiting {
  resolve: (result: Result) => void;
  reject: (error: Error) => void;
}

/**
 * Chromium's own protocol, with nothing around it: who looks on by other means changes what tabs do in the background.
 * WebDriver BiDi, by which Firefox is driven, has messages of the same form; Playwright drives only a Firefox of its own.
 */
export class Cdp {
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, Waiting>();
  readonly #listeners = new Set<(event: CdpEvent) => void>();
  #count = 0;

  static async connect(address: string): Promise<Cdp> {
    const socket = new WebSocket(address, { perMessageDeflate: false });
    await once(socket, 'open');
    return new Cdp(socket);
  }

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on('message', (data: Buffer) => this.#receive(data.toString('utf8')));
    socket.on('close', () => {
      for (const { reject } of this.#waiting.values()) reject(new Error('The browser is gone.'));
      this.#waiting.clear();
    });
  }

  send(method: string, params: object = {}, sessionId?: string): Promise<Result> {
    this.#count += 1;
    const id = this.#count;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject: (error) => reject(new Error(`${method}: ${error.message}`)) });
      this.#socket.send(JSON.stringify({ id, method, params, ...(sessionId ? { sessionId } : {}) }));
    });
  }

  onEvent(listener: (event: CdpEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  close(): void {
    this.#socket.close();
  }

  #receive(text: string): void {
    const message = Incoming.parse(JSON.parse(text));
    if (message.id === undefined || message.id === null) {
      for (const listener of this.#listeners) listener(message);
      return;
    }
    const waiting = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    const { error } = message;
    if (error)
      waiting?.reject(new Error(typeof error === 'string' ? `${error}: ${message.message}` : error.message));
    else waiting?.resolve(message.result ?? {});
  }
}
