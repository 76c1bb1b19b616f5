import type { WebSocket } from 'ws';
import type { JSONRPCMessage } from '../json-rpc.ts';
import { parseMessage } from '../json-rpc.ts';
import type { Log } from '../log.ts';
import type { Greeting } from './greeting.ts';

/** Carries messages to and from one tab, over as many sockets as it takes: what is sent while none is there waits. */
export class TabTransport {
  readonly #log: Log;
  #outbox: JSONRPCMessage[] = [];
  #socket: WebSocket | null = null;
  onmessage: (message: JSONRPCMessage) => void = () => {};

  constructor(log: Log) {
    this.#log = log;
  }

  get attached(): boolean {
    return this.#socket !== null;
  }

  /** Goes on over this socket: with `again`, what went down with an earlier one, then with what has waited. */
  attach(socket: WebSocket, { read }: Greeting, again: readonly JSONRPCMessage[]): void {
    this.#socket?.terminate();
    this.#socket = socket;
    const waited = this.#outbox;
    this.#outbox = [];
    for (const message of [...again, ...waited]) this.send(message);
    read((text) => this.#receive(text));
  }

  /** True if it was this socket that the tab was on. */
  detach(socket: WebSocket): boolean {
    if (this.#socket !== socket) return false;
    this.#socket = null;
    return true;
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
    const message = parseMessage(text);
    if (message) this.onmessage(message);
    else this.#log.warn(`The tab sent ${text.length} characters that are not JSON-RPC; ignored.`);
  }
}
