import { JSONRPCMessageSchema } from '@modelcontextprotocol/core';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/server';
import type { Runtime } from 'webextension-polyfill';
import { errorFrame } from '../../src/wire/frames.ts';
import { isRecord } from '../../src/wire/json.ts';
import { readMessage } from '../../src/wire/json-rpc.ts';
import type { SessionEnd, SessionFrame, SessionGreeting } from '../../src/wire/messages.ts';

/** Carries MCP messages between this tab's server and the link, which holds the socket. */
export class PortTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  /** The link says whom the session speaks with. */
  ongreeting: (greeting: SessionGreeting) => void = () => {};
  /** The user has sent the agent away; the Port ends with it. */
  onrefused: () => void = () => {};
  readonly #port: Runtime.Port;
  #closed = false;

  constructor(port: Runtime.Port) {
    this.#port = port;
  }

  async start(): Promise<void> {
    this.#port.onMessage.addListener((message: unknown) => this.#receive(message));
    this.#port.onDisconnect.addListener(() => this.#end());
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const isAnswer = 'result' in message || 'error' in message;
    this.#post({
      answers: (isAnswer ? message.id : null) ?? null,
      text: JSON.stringify(message),
    });
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#port.disconnect();
    // Chrome does not tell the side that disconnects.
    this.#end();
  }

  #receive(text: unknown): void {
    if (isGreeting(text)) this.ongreeting(text);
    if (isEnd(text)) this.onrefused();
    if (typeof text !== 'string') return;
    const parsed = JSONRPCMessageSchema.safeParse(JSON.parse(text));
    if (parsed.success) this.onmessage?.(parsed.data);
    else this.#refuse(text);
  }

  /** Looks like JSON-RPC but is not MCP: whoever waits for the answer is told. */
  #refuse(text: string): void {
    const read = readMessage(text);
    const asks = read.kind === 'request' || (read.kind === 'malformed' && read.asks);
    if (!asks || read.id === null) return;
    const message = 'Invalid request: its params or id are not as MCP has them.';
    this.#post({ answers: read.id, text: errorFrame(read.id, -32600, message) });
  }

  #post(frame: SessionFrame): void {
    if (!this.#closed) this.#port.postMessage(frame);
  }

  #end(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.onclose?.();
  }
}

function isGreeting(message: unknown): message is SessionGreeting {
  return isRecord(message) && typeof message.agent === 'string';
}

function isEnd(message: unknown): message is SessionEnd {
  return isRecord(message) && typeof message.refused === 'string';
}
