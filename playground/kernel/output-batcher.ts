import type { KernelOutput } from './kernel.ts';

const INTERVAL_MS = 30;

/**
 * Joins stream text that arrives in a burst, so that a loop of prints costs the page one update per
 * interval. The order of outputs is kept, and the first text of a burst is passed on at once.
 */
export class OutputBatcher {
  readonly #emit: (output: KernelOutput) => void;
  #name: 'stdout' | 'stderr' = 'stdout';
  #chunks: string[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #due = 0;

  constructor(emit: (output: KernelOutput) => void) {
    this.#emit = emit;
  }

  add(output: KernelOutput): void {
    if (output.type !== 'stream') {
      this.flush();
      this.#emit(output);
      return;
    }
    if (output.name !== this.#name) this.#release();
    this.#name = output.name;
    this.#chunks.push(output.text);
    // In a hidden tab the timer comes much later than it should: then the next text does not wait for it.
    if (this.#timer !== undefined && performance.now() < this.#due) return;
    this.#release();
    this.#wait();
  }

  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#release();
  }

  discard(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#chunks = [];
  }

  #wait(): void {
    clearTimeout(this.#timer);
    this.#due = performance.now() + INTERVAL_MS;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      if (this.#chunks.length === 0) return;
      this.#release();
      this.#wait();
    }, INTERVAL_MS);
  }

  #release(): void {
    if (this.#chunks.length === 0) return;
    const text = this.#chunks.join('');
    this.#chunks = [];
    this.#emit({ type: 'stream', name: this.#name, text });
  }
}
