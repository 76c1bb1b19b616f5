import { JSONRPCMessageSchema } from '@modelcontextprotocol/core';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/server';
import type { Runtime } from 'webextension-polyfill';
import { Failure } from '../../src/notebook/failure.ts';
import { errorFrame, toFrame } from '../../src/wire/frames.ts';
import { isRecord } from '../../src/wire/json.ts';
import type { RequestId } from '../../src/wire/json-rpc.ts';
import { readMessage } from '../../src/wire/json-rpc.ts';
import type {
  BeginHeard,
  LinkMemo,
  SessionEnd,
  SessionFrame,
  SessionGreeting,
  SessionWord,
  SignOfLife,
} from '../../src/wire/messages.ts';
import { Conversation } from './conversation.ts';
import { hangUp } from './hang-up.ts';

/**
 * Carries MCP messages between this tab's server and the link, which holds the socket. A link that goes away is replaced
 * by another: what is under way goes on, and its answers wait for that.
 */
export class PortTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  /** The link says whom the session speaks with. */
  ongreeting: (greeting: SessionGreeting) => void = () => {};
  /** The user has sent the agent away; the Port ends with it. */
  onrefused: () => void = () => {};
  /** The link has gone away: the next Port is to be plugged in, or the transport to be closed. */
  onunplugged: () => void = () => {};
  /** Settles when the page lives. */
  signOfLife: () => Promise<void> = async () => {};
  readonly #conversation = new Conversation();
  readonly #first: Runtime.Port;
  #port: Runtime.Port | null = null;
  /** The link has not yet said that it goes on with this conversation. */
  #isResuming = false;
  #closed = false;
  /** Calls that wait until the link knows that they begin. */
  readonly #unheard = new Map<RequestId, () => void>();

  constructor(port: Runtime.Port) {
    this.#first = port;
  }

  get isPlugged(): boolean {
    return this.#port !== null;
  }

  /** Whether a link that is made anew could go on with this conversation. */
  get mayResume(): boolean {
    return !this.#closed && this.#conversation.memo !== null;
  }

  async start(): Promise<void> {
    this.#listen(this.#first);
  }

  /** Goes on with a link that is made anew. */
  plug(port: Runtime.Port): void {
    const resumes = this.#conversation.resumption();
    if (this.#closed || !resumes) return;
    this.#isResuming = true;
    this.#listen(port);
    this.#post({ resumes });
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const isAnswer = 'result' in message || 'error' in message;
    const frame = { answers: (isAnswer ? message.id : null) ?? null, text: toFrame(message) };
    this.#conversation.answer(frame, !this.isPlugged);
    this.#post(frame);
  }

  /**
   * A call is about to have effects. Settles when the link knows, so that nobody has it done again; while there is no
   * link, the next one is told. Fails where nothing may begin any more. A run that it has started is only told.
   */
  async begins(request: RequestId, runId: string | null): Promise<void> {
    if (this.#closed && runId === null) throw leftBehind();
    this.#conversation.begin(request, runId);
    const heard = runId === null && this.isPlugged ? this.#isHeard(request) : null;
    this.#post({ began: request, runId });
    await heard;
    if (this.#closed && runId === null) throw leftBehind();
  }

  #isHeard(request: RequestId): Promise<void> {
    return new Promise((resolve) => this.#unheard.set(request, resolve));
  }

  /** Or nobody is there who could say so. */
  #settleUnheard(): void {
    for (const settle of this.#unheard.values()) settle();
    this.#unheard.clear();
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    hangUp(this.#port);
    // Chrome does not tell the side that disconnects.
    this.#end();
  }

  #listen(port: Runtime.Port): void {
    this.#port = port;
    port.onMessage.addListener((message: unknown) => this.#receive(message));
    port.onDisconnect.addListener(() => this.#fallen());
  }

  #fallen(): void {
    this.#port = null;
    if (this.#closed) return;
    // A link that knows better than we how things stand does not let us go on.
    if (this.#isResuming || !this.mayResume) this.#end();
    else {
      this.#settleUnheard();
      this.onunplugged();
    }
  }

  #receive(message: unknown): void {
    this.#isResuming = false;
    if (isGreeting(message)) {
      // Another process speaks now, with ids of its own.
      if (!message.isResumed) this.#conversation.forget();
      this.ongreeting(message);
    }
    if (isMemo(message)) this.#conversation.memo = message.memo;
    if (isEnd(message)) {
      // The user's word: nothing goes on.
      this.#conversation.memo = null;
      this.onrefused();
    }
    if (isBeginHeard(message)) {
      this.#unheard.get(message.heard)?.();
      this.#unheard.delete(message.heard);
    }
    if (isPing(message)) void this.signOfLife().then(() => this.#post({ pong: message.ping }));
    if (typeof message === 'string') this.#hear(message);
  }

  #hear(text: string): void {
    const parsed = JSONRPCMessageSchema.safeParse(JSON.parse(text));
    if (!parsed.success) {
      this.#refuse(text);
      return;
    }
    this.#conversation.receive(parsed.data, text);
    this.onmessage?.(parsed.data);
  }

  /** Looks like JSON-RPC but is not MCP: whoever waits for the answer is told. */
  #refuse(text: string): void {
    const read = readMessage(text);
    const asks = read.kind === 'request' || (read.kind === 'malformed' && read.asks);
    if (!asks || read.id === null) return;
    const message = 'Invalid request: its params or id are not as MCP has them.';
    this.#post({ answers: read.id, text: errorFrame(read.id, -32600, message) });
  }

  #post(frame: SessionFrame | SessionWord): void {
    if (!this.#closed) this.#port?.postMessage(frame);
  }

  #end(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#settleUnheard();
    this.onclose?.();
  }
}

function isGreeting(message: unknown): message is SessionGreeting {
  return isRecord(message) && typeof message.agent === 'string';
}

function isMemo(message: unknown): message is { memo: LinkMemo } {
  return isRecord(message) && isRecord(message.memo);
}

function isPing(message: unknown): message is SignOfLife {
  return isRecord(message) && typeof message.ping === 'number';
}

function isBeginHeard(message: unknown): message is BeginHeard {
  return isRecord(message) && (typeof message.heard === 'string' || typeof message.heard === 'number');
}

function leftBehind(): Failure {
  return new Failure(
    'lost',
    'The page was left before the call had begun, so nothing was done.',
    'Call again: the page that is shown now answers.',
  );
}

function isEnd(message: unknown): message is SessionEnd {
  return isRecord(message) && typeof message.refused === 'string';
}
