import type { Writable } from 'node:stream';
import { countOf } from '../src/outputs/bound-text.ts';

/** What may wait for whoever reads stderr, in bytes: a minute of a very talkative bridge. */
const MOST_WAITING = 64_000;

/**
 * Stderr, which may be closed, full, or a pipe that nobody reads. None of that is worth the agent's notebook, so
 * lines that cannot be written are left out: nothing is thrown, waited for or gathered in memory.
 */
export class Stderr {
  readonly #stream: Writable;
  #isGone = false;
  #leftOut = 0;

  constructor(stream: Writable = process.stderr) {
    this.#stream = stream;
    // EPIPE, ENOSPC and their like; an error that nobody listens for would end the process.
    stream.on('error', () => {
      this.#isGone = true;
    });
  }

  write(text: string): void {
    if (this.#isGone) return;
    if (this.#stream.writableLength > MOST_WAITING) {
      this.#leftOut++;
      return;
    }
    const note =
      this.#leftOut === 0 ? '' : `[${countOf(this.#leftOut, 'line')} left out: nobody read them]\n`;
    this.#leftOut = 0;
    this.#stream.write(note + text);
  }
}
