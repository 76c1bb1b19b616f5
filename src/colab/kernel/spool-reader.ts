import type { ColabPage } from '../surface/page.ts';
import { readRuntimeFile } from '../surface/runtime-files.ts';
import type { LastPiece } from './spool-answer.ts';

/** Of the runtime's own temporary files; spool.py makes it, private, when it has something to write. */
export function newSpoolFolder(): string {
  return `/tmp/cellwire-${crypto.randomUUID()}`;
}

/** Reads the pieces of a spool in order, each once. */
export class SpoolReader {
  readonly #page: ColabPage;
  readonly #folder: string;
  #read = 0;
  #last: LastPiece | null = null;

  constructor(page: ColabPage, folder: string) {
    this.#page = page;
    this.#folder = folder;
  }

  get hasBegun(): boolean {
    return this.#read > 0;
  }

  /** All was in the kernel's answer: there is no folder. */
  get hasNoFiles(): boolean {
    return this.#last?.piece === 0;
  }

  /** The last piece has come with the kernel's answer. */
  takeLast(last: LastPiece): void {
    this.#last = last;
  }

  /** The events of the next piece; null when there is none yet. */
  async next(): Promise<readonly unknown[] | null> {
    const text =
      this.#last?.piece === this.#read
        ? this.#last.text
        : await readRuntimeFile(this.#page, `${this.#folder}/${this.#read}`);
    const events = text === null ? null : parse(text);
    if (events) this.#read++;
    return events;
  }
}

function parse(text: string): readonly unknown[] | null {
  try {
    const events: unknown = JSON.parse(text);
    return Array.isArray(events) ? events : null;
  } catch {
    return null;
  }
}
