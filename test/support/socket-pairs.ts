import { once } from 'node:events';
import { WebSocket, WebSocketServer } from 'ws';

export interface SocketPair {
  /** As the bridge has it. */
  ours: WebSocket;
  /** As the tab has it. */
  theirs: WebSocket;
}

/** Real sockets, both ends in hand. */
export class SocketPairs {
  readonly #server = new WebSocketServer({ host: '127.0.0.1', port: 0 });

  async start(): Promise<this> {
    await once(this.#server, 'listening');
    return this;
  }

  async open(): Promise<SocketPair> {
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('The server has no port.');
    const connection: Promise<unknown[]> = once(this.#server, 'connection');
    const theirs = new WebSocket(`ws://127.0.0.1:${address.port}`);
    const [[ours]] = await Promise.all([connection, once(theirs, 'open')]);
    if (!(ours instanceof WebSocket)) throw new Error('No socket.');
    return { ours, theirs };
  }

  close(): void {
    for (const socket of this.#server.clients) socket.terminate();
    this.#server.close();
  }
}
