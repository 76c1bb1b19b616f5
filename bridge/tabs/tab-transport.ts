import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import type { WebSocket } from 'ws';
import { readMessage } from '../../src/wire/json-rpc.ts';
import type { Log } from '../log.ts';
import type { NewSocket } from './new-socket.ts';

/** Carries messages to and from one tab, over as many sockets as it takes: what is sent while none is there waits. */
export class TabTransport {
  readonly #log: Log;
  #outbox: JSONRPCMessage[] = [];
  #socket: WebSocket | null = null;
  onmessage: (message: JSONRPCMessage) => void = () => {};
  /** An answer came that nobody can read, to the request with this id. */
  onmalformed: (id: string | number) => void = () => {};

  constructor(log: Log) {
    this.#log = log;
  }

  get attached(): boolean {
    return this.#socket !== null;
  }

  /** Whether what is sent now goes out now: a socket may be closing and not yet closed. */
  get open(): boolean {
    return this.#socket !== null && this.#socket.readyState === this.#socket.OPEN;
  }

  /** Goes on over this socket: with `again`, what went down with an earlier one, then with what has waited. */
  attach(newSocket: NewSocket, again: readonly JSONRPCMessage[]): void {
    this.#socket?.terminate();
    this.#socket = newSocket.socket;
    const waited = this.#outbox;
    this.#outbox = [];
    for (const message of [...again, ...waited]) this.send(message);
    newSocket.read((text) => this.#receive(text));
  }

  /** True if it was this socket that the tab was on. */
  detach(socket: WebSocket): boolean {
    if (this.#socket !== socket) return false;
    this.#socket = null;
    return true;
  }

  /** The tab has left the socket, though it may look alive: what is sent from now on waits. */
  abandon(): void {
    this.#socket?.terminate();
    this.#socket = null;
  }

  send(message: JSONRPCMessage): void {
    const socket = this.#socket;
    if (socket && socket.readyState === socket.OPEN) socket.send(JSON.stringify(message));
    else this.#outbox.push(message);
  }

  /** Whether this message has not been on any socket yet. */
  holds(message: JSONRPCMessage): boolean {
    return this.#outbox.includes(message);
  }

  close(code: number, reason: string): void {
    this.#socket?.close(code, reason);
  }

  #receive(text: string): void {
    const read = readMessage(text);
    if (read.kind !== 'malformed') {
      this.onmessage(read.message);
      return;
    }
    this.#log.warn(`The tab sent ${text.length} characters that are not JSON-RPC; ignored.`);
    if (read.id !== null && !read.asks) this.onmalformed(read.id);
  }
}
