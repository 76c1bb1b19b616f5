import { fromLines } from '../notebook/cell.ts';
import { isRecord } from '../wire/json.ts';
import type { Run } from './run.ts';

/** Finds in what a run prints the lines of JSON that begin with a mark, also in the middle of what others print. */
export class MarkedLines {
  readonly #run: Run;
  readonly #mark: string;
  readonly #mend: (line: string) => string;
  #read: Run['log']['end'] = { event: 0, offset: 0 };
  /** The beginning of a line that is not all there yet. */
  #open = '';
  #newest: Record<string, unknown> | null = null;

  /** `mend` makes JSON again of a line that was changed after it was printed. */
  constructor(run: Run, mark: string, mend = (line: string): string => line) {
    this.#run = run;
    this.#mark = mark;
    this.#mend = mend;
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
      const told = place < 0 ? null : parsed(this.#mend(line.slice(place + this.#mark.length)));
      if (told) this.#newest = told;
    }
  }
}

function parsed(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}
