import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { WebSocket } from 'ws';
import { WebSocketServer } from 'ws';

/**
 * A program that listens where a server was, lets everybody in and asks for everything: to see what it learns, and what
 * it can do.
 */
export class Impostor {
  /** The address of each dial, with whatever it says. */
  readonly dials: string[] = [];
  /** What it was told. */
  readonly heard: string[] = [];
  readonly #server: WebSocketServer;

  /** `greet`: what it says on a new socket. */
  static async at(port: number, greet: readonly unknown[], host = '127.0.0.1'): Promise<Impostor> {
    const server = new WebSocketServer({ port, host });
    await once(server, 'listening');
    return new Impostor(server, greet);
  }

  private constructor(server: WebSocketServer, greet: readonly unknown[]) {
    this.#server = server;
    server.on('connection', (socket: WebSocket, { url = '' }: IncomingMessage) => {
      this.dials.push(url);
      socket.on('error', () => {});
      socket.on('message', (data: Buffer) => this.heard.push(data.toString('utf8')));
      for (const message of greet) socket.send(JSON.stringify(message));
    });
  }

  async close(): Promise<void> {
    for (const socket of this.#server.clients) socket.terminate();
    this.#server.close();
    await once(this.#server, 'close');
  }
}

/** What it tries: to run code, as a server that is not ours and as one that says it were our bridge. */
export const RUN_CODE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'add_code_cell', arguments: { code: 'stolen()', cellIndex: 0, language: 'python' } },
};
export const INITIALIZE = {
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'impostor', version: '1' },
  },
};
export const FORGED_HELLO = {
  jsonrpc: '2.0',
  id: 'h',
  method: 'cellwire/hello',
  params: {
    server: 'cellwire',
    version: '1',
    protocol: 3,
    instance: 'forged',
    awaiting: [],
    agent: 'Claude',
    serverId: 's'.repeat(16),
    challenge: 'c'.repeat(43),
    proof: 'p'.repeat(43),
  },
};
