import type { Readable, Writable } from 'node:stream';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/server';
import { errorFrame, resultFrame } from '../../src/wire/frames.ts';
import type { ReadMessage, RequestId } from '../../src/wire/json-rpc.ts';
import { INVALID_REQUEST, readMessage } from '../../src/wire/json-rpc.ts';
import { MAX_MESSAGE_BYTES } from '../limits.ts';

const NEWLINE = 10;

/** The answer to an `initialize` with these params; null where only the server can say. */
type InitializeResult = (params: unknown) => Record<string, unknown> | null;

/**
 * One JSON-RPC message per line. The SDK's own transport joins its whole buffer again with every chunk,
 * which takes seconds for a message of 32 MB, and closes the connection on one that is too long.
 *
 * It reads from the first moment on and holds what comes until a server has started it. Loading that server takes
 * longer than everything else at start, so `initialize` is answered here. The server gets it all the same, and its
 * own answer, which says the same, is dropped.
 */
export class StdioTransport implements Transport {
  readonly #input: Readable;
  readonly #output: Writable;
  readonly #initializeResult: InitializeResult;
  #parts: Buffer[] = [];
  #length = 0;
  /** Lines that came before the start; null from then on. */
  #held: string[] | null = [];
  #answeredId: RequestId | null = null;
  #closed = false;
  #begin: () => void = () => {};
  /** When the first line has come, and been answered if that could be done here; or none will come. */
  readonly begun = new Promise<void>((resolve) => {
    this.#begin = resolve;
  });
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;

  constructor(input: Readable, output: Writable, initializeResult: InitializeResult = () => null) {
    this.#input = input;
    this.#output = output;
    this.#initializeResult = initializeResult;
    input.on('data', this.#receive);
    input.on('end', this.#end);
    input.on('close', this.#end);
  }

  async start(): Promise<void> {
    const held = this.#held ?? [];
    this.#held = null;
    for (const line of held) this.#take(line);
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const isAnswered = this.#answeredId !== null && 'id' in message && message.id === this.#answeredId;
    if (!isAnswered || 'method' in message) this.#write(JSON.stringify(message));
    else this.#answeredId = null;
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#input.off('data', this.#receive);
    this.#input.off('end', this.#end);
    this.#input.off('close', this.#end);
    this.#parts = [];
    this.onclose?.();
  }

  /** What came before is still to be answered, so an end before the start is left to whoever starts. */
  readonly #end = (): void => {
    this.#begin();
    if (this.#held === null) void this.close();
  };

  readonly #receive = (chunk: Buffer): void => {
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, from)) {
      this.#keep(chunk.subarray(from, end));
      this.#finishLine();
      from = end + 1;
    }
    if (from < chunk.length) this.#keep(chunk.subarray(from));
  };

  #keep(part: Buffer): void {
    this.#length += part.length;
    if (this.#length <= MAX_MESSAGE_BYTES) this.#parts.push(part);
    else this.#parts = [];
  }

  #finishLine(): void {
    const length = this.#length;
    const line = Buffer.concat(this.#parts).toString('utf8').trim();
    this.#parts = [];
    this.#length = 0;
    if (length > MAX_MESSAGE_BYTES) {
      this.#refuse(null, `a message of ${length} bytes, and ${MAX_MESSAGE_BYTES} is the most`);
    } else if (line !== '') {
      if (this.#held === null) this.#take(line);
      else this.#hold(line, this.#held);
    }
  }

  #hold(line: string, held: string[]): void {
    // Only what opens the conversation: any other line before it may change what is to be said.
    if (held.push(line) === 1) this.#answerInitialize(readMessage(line));
    this.#begin();
  }

  #answerInitialize(read: ReadMessage): void {
    if (read.kind !== 'request' || read.method !== 'initialize') return;
    const result = this.#initializeResult(read.params);
    if (!result) return;
    this.#answeredId = read.id;
    this.#write(resultFrame(read.id, result));
  }

  #take(line: string): void {
    const read = readMessage(line);
    if (read.kind !== 'malformed') this.onmessage?.(read.message);
    else if (read.id !== null && !read.answers) {
      this.#refuse(read.id, `a line that is not JSON-RPC (${line.length} characters)`);
    } else {
      this.onerror?.(
        new Error(`The agent sent a line that is not JSON-RPC (${line.length} characters); ignored.`),
      );
    }
  }

  /** Whoever asked shall not wait for ever. */
  #refuse(id: RequestId | null, what: string): void {
    this.#write(errorFrame(id, INVALID_REQUEST, `Invalid request: this is ${what}.`));
    this.onerror?.(new Error(`The agent sent ${what}; refused.`));
  }

  #write(line: string): void {
    if (!this.#closed) this.#output.write(`${line}\n`);
  }
}
