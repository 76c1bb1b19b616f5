import type { Readable, Writable } from 'node:stream';
import { isRecord } from '../../../src/wire/json.ts';
import { DemoFailure } from './demo-failure.ts';

type Params = Record<string, unknown>;

/** Chrome's DevTools protocol over two pipes: no port that others on this computer could use. */
export class CdpPipe {
  readonly #to: Writable;
  readonly #waiting = new Map<
    number,
    { resolve: (result: Params) => void; reject: (error: Error) => void }
  >();
  #last = 0;
  #rest = '';
  #hasEnded = false;

  constructor(to: Writable, from: Readable) {
    this.#to = to;
    from.setEncoding('utf8');
    from.on('data', (chunk: string) => this.#take(chunk));
    from.on('close', () => this.#end());
    // It has ended, which the other pipe tells.
    to.on('error', () => {});
  }

  async send(method: string, params: Params = {}, sessionId?: string): Promise<Params> {
    if (this.#hasEnded) throw hasEnded();
    this.#last += 1;
    const id = this.#last;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#to.write(`${JSON.stringify({ id, method, params, ...(sessionId ? { sessionId } : {}) })}\0`);
    });
  }

  /** The value of an expression in a target that was attached to. */
  async evaluate(expression: string, sessionId: string): Promise<unknown> {
    const { result } = await this.send(
      'Runtime.evaluate',
      { expression, awaitPromise: true, returnByValue: true },
      sessionId,
    );
    return isRecord(result) ? result.value : undefined;
  }

  #take(chunk: string): void {
    const [first = '', ...others] = (this.#rest + chunk).split('\0');
    this.#rest = others.pop() ?? first;
    for (const message of others.length > 0 || this.#rest !== first ? [first, ...others] : [])
      this.#answer(message);
  }

  #answer(text: string): void {
    const message: unknown = JSON.parse(text);
    if (!isRecord(message) || typeof message.id !== 'number') return;
    const waiting = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if (isRecord(message.error)) waiting?.reject(new DemoFailure(String(message.error.message)));
    else waiting?.resolve(isRecord(message.result) ? message.result : {});
  }

  #end(): void {
    this.#hasEnded = true;
    for (const { reject } of this.#waiting.values()) reject(hasEnded());
    this.#waiting.clear();
  }
}

const hasEnded = (): DemoFailure => new DemoFailure('The browser has ended.');
