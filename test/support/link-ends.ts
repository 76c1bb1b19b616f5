import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { vi } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import type { SessionPort } from '../../background/link/tab-end.ts';
import { HELLO_METHOD, PROTOCOL } from '../../src/wire/hello.ts';
import { asJson, type Json } from './agent.ts';
import { Inbox } from './inbox.ts';

/** A bare server of the other end: what it receives can be awaited, one message after the other. */
export class BareServer {
  readonly sockets = new Inbox<WebSocket>();
  readonly frames = new Inbox<Json>();
  readonly #server = new WebSocketServer({ port: 0, host: '127.0.0.1' });

  constructor() {
    this.#server.on('connection', (socket) => {
      this.sockets.put(socket);
      socket.on('message', (data) => this.frames.put(asJson(JSON.parse(String(data)))));
    });
  }

  readonly listening = once(this.#server, 'listening');

  get port(): number {
    const address: string | AddressInfo | null = this.#server.address();
    if (typeof address !== 'object' || address === null) throw new Error('The server does not listen.');
    return address.port;
  }

  close(): void {
    for (const socket of this.#server.clients) socket.terminate();
    this.#server.close();
  }
}

/** A browser's socket: an error that nobody listens to is not an exception. What was sent on it can be looked at. */
export class BrowserLikeSocket extends WebSocket {
  readonly sent: string[] = [];

  constructor(address: string, protocols: string[]) {
    // In the browser a header rule says so.
    super(address, protocols, { headers: { Origin: 'https://colab.research.google.com' } });
    this.on('error', () => {});
    BrowserLikeSocket.dialled.push(this);
  }

  static readonly dialled: BrowserLikeSocket[] = [];

  override send(text: string): void {
    this.sent.push(text);
    super.send(text);
  }
}

/** Node 20 has no WebSocket of its own; this one has the browser's interface. */
export function useBrowserLikeSockets(): void {
  BrowserLikeSocket.dialled.length = 0;
  vi.stubGlobal('WebSocket', BrowserLikeSocket);
}

/** The tab's end of the Port. */
export class BareSession implements SessionPort {
  readonly frames = new Inbox<Json>();
  disconnected = false;
  postMessage: SessionPort['postMessage'] = (message) => {
    if (typeof message === 'string') this.frames.put(asJson(JSON.parse(message)));
  };
  disconnect = (): void => {
    this.disconnected = true;
  };
}

export const request = (id: number | string, method: string, params: Json = {}): string =>
  JSON.stringify({ jsonrpc: '2.0', id, method, params });
export const answer = (id: number | string, result: unknown) => ({
  answers: id,
  text: JSON.stringify({ jsonrpc: '2.0', id, result }),
});
export const hello = (id: string, instance: string, awaiting: string[] = []): string =>
  request(id, HELLO_METHOD, { server: 'cellwire', version: '1', protocol: PROTOCOL, instance, awaiting });
