import type { Output } from '../notebook/cell.ts';
import { fromLines } from '../notebook/cell.ts';
import type { OutputPatch } from '../notebook/run-update.ts';

/** A place in the log of a run: the next event to read, and how much of its text has been read already. */
export interface Mark {
  event: number;
  offset: number;
}

export const START: Mark = { event: 0, offset: 0 };

export interface Reading {
  outputs: Output[];
  /** Where each of them stands among the outputs of the run. */
  places: number[];
  mark: Mark;
  more: boolean;
  /** What was shown before the first of these is gone: the code cleared its output. */
  cleared: boolean;
}

/** What is kept of one run's text; a run that prints more forgets its beginning. */
const MOST_CHARS = 128_000_000;
/** More outputs than this in one page would only be cut. */
const MOST_OUTPUTS = 80;

type Entry = { name: string; pieces: string[]; length: number; dropped: number } | { output: Output };

/**
 * Everything a run has shown, as the events in which it came. So it can be read on from any place, in order,
 * without reading anything twice; and as it stands now, after all that was added, changed and cleared.
 */
export class OutputLog {
  #events: OutputPatch[] = [];
  /** Events that were forgotten. */
  #forgotten = 0;
  /** The newest event that cleared what was shown. */
  #lastCut = -1;
  /** The newest event that put something at a place: what it replaced need not be read any more. */
  #lastPut = new Map<number, number>();
  #now: Entry[] = [];
  #chars = 0;
  readonly #mostChars: number;

  constructor(mostChars = MOST_CHARS) {
    this.#mostChars = mostChars;
  }

  get chars(): number {
    return this.#chars;
  }

  get end(): Mark {
    return { event: this.#forgotten + this.#events.length, offset: 0 };
  }

  apply(patches: readonly OutputPatch[]): void {
    for (const patch of patches) {
      if (patch.op === 'cut') this.#cut(patch.length);
      else if (patch.op === 'put') this.#put(patch.index, patch.output);
      else this.#append(patch.index, patch.text);
      this.#events.push(patch);
    }
    while (this.#chars > this.#mostChars && this.#events.length > 0) this.#forgetOldest();
  }

  /** The outputs as they stand. */
  all(): Output[] {
    return this.#now.map((entry) => ('output' in entry ? entry.output : stream(entry.name, textOf(entry))));
  }

  hasNews({ event, offset }: Mark): boolean {
    return this.since({ event, offset }, 1).outputs.length > 0;
  }

  /** What came after the mark, up to about so many characters. What is over is not lost: the next read begins with it. */
  since(mark: Mark, maxChars = Number.POSITIVE_INFINITY): Reading {
    const first = Math.max(mark.event, this.#lastCut + 1, this.#forgotten);
    const reading: Reading = {
      outputs: [],
      places: [],
      mark,
      more: false,
      cleared: mark.event > 0 && mark.event <= this.#lastCut,
    };
    let room = maxChars;
    let offset = first === mark.event ? mark.offset : 0;
    for (let event = first; event < this.end.event; event++, offset = 0) {
      const patch = this.#events[event - this.#forgotten];
      if (!patch || !this.#isWorthReading(patch, event)) continue;
      const isFull = room <= 0 || reading.outputs.length >= MOST_OUTPUTS;
      const size = patch.op === 'put' ? JSON.stringify(patch.output).length : 0;
      if (isFull || (size > room && reading.outputs.length > 0))
        return { ...reading, mark: { event, offset }, more: true };
      if (patch.op === 'put') {
        reading.outputs.push(patch.output);
        reading.places.push(patch.index);
        room -= size;
      } else if (patch.op === 'append') {
        const text = patch.text.slice(offset, offset + room);
        this.#addText(reading, patch.index, text);
        room -= text.length;
        const read = offset + text.length;
        if (read < patch.text.length) return { ...reading, mark: { event, offset: read }, more: true };
      }
    }
    return { ...reading, mark: this.end };
  }

  /** Some of the text of one output, or null when there is no such stream. What was forgotten is left blank. */
  textAt(index: number, from: number, chars: number): { text: string; total: number } | null {
    const entry = this.#now[index];
    if (!entry || 'output' in entry) return null;
    const start = Math.max(0, from - entry.dropped);
    return {
      text: textOf(entry).slice(start, Math.max(0, from + chars - entry.dropped)),
      total: entry.length,
    };
  }

  at(index: number): Output | undefined {
    const entry = this.#now[index];
    return entry && 'output' in entry ? entry.output : undefined;
  }

  /** The last line that a stream printed, for a sign of life. */
  lastLine(): string {
    const last = this.#now.findLast((entry) => 'pieces' in entry);
    const tail = last && 'pieces' in last ? last.pieces.slice(-8).join('').slice(-2_000) : '';
    return tail.split(/[\r\n]/).findLast((line) => line.trim() !== '') ?? '';
  }

  /** A stream begins empty, and a display that was updated later is read then. */
  #isWorthReading(patch: OutputPatch, event: number): boolean {
    if (patch.op !== 'put') return patch.op === 'append';
    return patch.output.output_type !== 'stream' && this.#lastPut.get(patch.index) === event;
  }

  #addText({ outputs, places }: Reading, index: number, text: string): void {
    const last = outputs.at(-1);
    if (last && places.at(-1) === index) last.text = `${String(last.text)}${text}`;
    else {
      const entry = this.#now[index];
      outputs.push(stream(entry && 'name' in entry ? entry.name : 'stdout', text));
      places.push(index);
    }
  }

  #cut(length: number): void {
    this.#now.length = Math.min(length, this.#now.length);
    this.#lastPut.clear();
    this.#chars = this.#now.reduce((sum, entry) => sum + sizeOf(entry), 0);
    // Nobody reads what was cleared, so it need not be kept.
    this.#forgotten += this.#events.length;
    this.#events = [];
    this.#lastCut = this.end.event;
  }

  #append(index: number, text: string): void {
    const entry = this.#now[index];
    if (!entry || 'output' in entry) return;
    entry.pieces.push(text);
    entry.length += text.length;
    this.#chars += text.length;
  }

  #put(index: number, output: Output): void {
    const entry: Entry =
      output.output_type === 'stream'
        ? {
            name: String(output.name),
            pieces: [streamText(output)],
            length: streamText(output).length,
            dropped: 0,
          }
        : { output };
    const before = this.#now[index];
    this.#chars += sizeOf(entry) - (before ? sizeOf(before) : 0);
    this.#now[index] = entry;
    this.#lastPut.set(index, this.end.event);
  }

  #forgetOldest(): void {
    const oldest = this.#events.shift();
    this.#forgotten++;
    const entry = oldest?.op === 'append' ? this.#now[oldest.index] : undefined;
    if (oldest?.op !== 'append' || !entry || 'output' in entry) return;
    const text = textOf(entry);
    entry.pieces = [text.slice(oldest.text.length)];
    entry.dropped += oldest.text.length;
    this.#chars -= oldest.text.length;
  }
}

const stream = (name: string, text: string): Output => ({ output_type: 'stream', name, text });

function sizeOf(entry: Entry): number {
  return 'output' in entry ? JSON.stringify(entry.output).length : entry.length - entry.dropped;
}

function textOf(entry: { pieces: string[] }): string {
  if (entry.pieces.length > 1) entry.pieces = [entry.pieces.join('')];
  return entry.pieces[0] ?? '';
}

function streamText({ text }: Output): string {
  return typeof text === 'string' ? text : Array.isArray(text) ? fromLines(text.map(String)) : '';
}
