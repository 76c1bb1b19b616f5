import type { Readable, Writable } from 'node:stream';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/server';
import { errorFrame } from '../../src/wire/frames.ts';
import { Malformed, parseMessage } from '../json-rpc.ts';
import { MAX_MESSAGE_BYTES } from '../limits.ts';

const NEWLINE = 10;
const INVALID_REQUEST = -32600;

/**
 * One JSON-RPC message per line. The SDK's own transport joins its whole buffer again with every chunk,
 * which takes seconds for a message of 32 MB, and closes the connection on one that is too long.
 */
export class StdioTransport implements Transport {
  readonly #input: Readable;
  readonly #output: Writable;
  #parts: Buffer[] = [];
  #length = 0;
  #closed = false;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;

  constructor(input: Readable, output: Writable) {
    this.#input = input;
    this.#output = output;
  }

  async start(): Promise<void> {
    this.#input.on('data', this.#receive);
    this.#input.on('end', this.#end);
    this.#input.on('close', this.#end);
  }

  async send(message: JSONRPCMessage): Promise<void> {
    this.#write(JSON.stringify(message));
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

  readonly #end = (): void => void this.close();

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
      return;
    }
    if (line === '') return;
    const message = parseMessage(line);
    if (!(message instanceof Malformed)) this.onmessage?.(message);
    else if (message.id !== null && !message.answers) {
      this.#refuse(message.id, `a line that is not JSON-RPC (${length} bytes)`);
    } else
      this.onerror?.(new Error(`The agent sent a line that is not JSON-RPC (${length} bytes); ignored.`));
  }

  /** Whoever asked shall not wait for ever. */
  #refuse(id: string | number | null, what: string): void {
    this.#write(errorFrame(id, INVALID_REQUEST, `Invalid request: this is ${what}.`));
    this.onerror?.(new Error(`The agent sent ${what}; refused.`));
  }

  #write(line: string): void {
    if (!this.#closed) this.#output.write(`${line}\n`);
  }
}
