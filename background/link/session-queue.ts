import type { RequestId } from '../../src/wire/json-rpc.ts';
import { readMessage } from '../../src/wire/json-rpc.ts';

interface Waiting {
  text: string;
  timer: ReturnType<typeof setTimeout>;
}

/** Frames for a tab that is just reloading: they wait for its next session, and not for ever. */
export class SessionQueue {
  readonly #waitMs: number;
  readonly #expired: (text: string) => void;
  #waiting: Waiting[] = [];

  constructor(waitMs: number, expired: (text: string) => void) {
    this.#waitMs = waitMs;
    this.#expired = expired;
  }

  put(text: string): void {
    const timer = setTimeout(() => {
      this.#waiting = this.#waiting.filter((waiting) => waiting.timer !== timer);
      this.#expired(text);
    }, this.#waitMs);
    this.#waiting.push({ text, timer });
  }

  /** In the order they came. */
  takeAll(): string[] {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const { timer } of waiting) clearTimeout(timer);
    return waiting.map(({ text }) => text);
  }

  /** The request with this id is wanted no more. */
  drop(id: RequestId): void {
    this.#waiting = this.#waiting.filter(({ text, timer }) => {
      const frame = readMessage(text);
      const dropped = frame.kind === 'request' && frame.id === id;
      if (dropped) clearTimeout(timer);
      return !dropped;
    });
  }
}
