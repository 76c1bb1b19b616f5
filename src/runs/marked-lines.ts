import { fromLines } from '../notebook/cell.ts';
import { quoteMarkedNumbers } from '../secrets/mark.ts';
import { isRecord } from '../wire/json.ts';
import type { Run } from './run.ts';

/** Finds in what a run prints the lines of JSON that begin with a mark, also in the middle of what others print. */
export class MarkedLines {
  readonly #run: Run;
  readonly #mark: string;
  #read: Run['log']['end'] = { event: 0, offset: 0 };
  /** The beginning of a line that is not all there yet. */
  #open = '';
  #newest: Record<string, unknown> | null = null;

  constructor(run: Run, mark: string) {
    this.#run = run;
    this.#mark = mark;
  }

  /** The newest line so far; null before the first. */
  get newest(): Record<string, unknown> | null {
    for (let more = true; more; ) {
      const reading = this.#run.log.since(this.#read);
      for (const { output_type, name, text } of reading.outputs) {
        if (output_type !== 'stream' || name !== 'stdout') continue;
        this.#take(Array.isArray(text) ? fromLines(text.map(String)) : String(text));
      }
      this.#read = reading.mark;
      more = reading.more;
    }
    return this.#newest;
  }

  #take(text: string): void {
    const lines = (this.#open + text).split('\n');
    this.#open = lines.pop() ?? '';
    for (const line of lines) {
      const place = line.lastIndexOf(this.#mark);
      const told = place < 0 ? null : parsed(line.slice(place + this.#mark.length));
      if (told) this.#newest = told;
    }
  }
}

function parsed(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(quoteMarkedNumbers(text));
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}
