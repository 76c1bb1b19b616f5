const EMPTY = 0;
const FULL = 1;
const HEADER_BYTES = 8;
const MAX_BYTES = 65_536;

/** Shared memory through which a worker that is busy in Python, and hears no messages, is given a line of text. */
export class InputBox {
  readonly buffer: SharedArrayBuffer;
  readonly #state: Int32Array;
  readonly #bytes: Uint8Array;

  constructor(buffer = new SharedArrayBuffer(HEADER_BYTES + MAX_BYTES)) {
    this.buffer = buffer;
    this.#state = new Int32Array(buffer, 0, 2);
    this.#bytes = new Uint8Array(buffer, HEADER_BYTES);
  }

  empty(): void {
    Atomics.store(this.#state, 0, EMPTY);
  }

  put(text: string): void {
    const bytes = new TextEncoder().encode(text).subarray(0, MAX_BYTES);
    this.#bytes.set(bytes);
    Atomics.store(this.#state, 1, bytes.length);
    Atomics.store(this.#state, 0, FULL);
    Atomics.notify(this.#state, 0);
  }

  /** Waits so long at most; undefined when nothing has come. */
  take(ms: number): string | undefined {
    Atomics.wait(this.#state, 0, EMPTY, ms);
    if (Atomics.load(this.#state, 0) !== FULL) return undefined;
    // A decoder does not read shared memory: it gets a copy.
    const text = new TextDecoder().decode(this.#bytes.slice(0, Atomics.load(this.#state, 1)));
    this.empty();
    return text;
  }
}
