import type { Output } from '../notebook/cell.ts';
import { fromLines } from '../notebook/cell.ts';
import type { OutputPatch } from '../notebook/run-update.ts';
import { EventList } from './event-list.ts';
import { StreamText } from './stream-text.ts';

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

/** What is kept of one run; one that shows more forgets its beginning. */
const MOST_CHARS = 128_000_000;
/** An event takes room of its own, however little text it brings. */
const MOST_EVENTS = 250_000;
/** More outputs than this in one page would only be cut. */
const MOST_OUTPUTS = 80;

type Entry = StreamText | { output: Output; chars: number; event: number };

/** What came, as far as it can still be read: nobody reads what was cleared, or replaced by something newer. */
type Event =
  | { op: 'append'; index: number; text: string }
  /** `isRedrawn`: it took the place of an output that was there. */
  | { op: 'put'; index: number; output: Output; isRedrawn: boolean };

/**
 * Everything a run has shown, as the events in which it came. So it can be read on from any place, in order,
 * without reading anything twice; and as it stands now, after all that was added, changed and cleared.
 */
export class OutputLog {
  readonly #events = new EventList<Event>();
  /** The newest event that cleared what was shown. */
  #lastCut = -1;
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
    return { event: this.#events.end, offset: 0 };
  }

  apply(patches: readonly OutputPatch[]): void {
    for (const patch of patches) {
      if (patch.op === 'cut') this.#cut(patch.length);
      else if (patch.op === 'put') this.#put(patch.index, patch.output);
      else this.#append(patch);
    }
    while (this.#chars > this.#mostChars || this.#events.size > MOST_EVENTS) {
      if (!this.#forgetOldest()) return;
    }
  }

  /** The outputs as they stand. */
  all(): Output[] {
    return this.#now.map((entry) => ('output' in entry ? entry.output : stream(entry.name, entry.slice())));
  }

  hasNews({ event, offset }: Mark): boolean {
    return this.since({ event, offset }, 1).outputs.length > 0;
  }

  /** Whether there is more since the mark than a line or a display that was drawn over, as progress bars do. */
  hasMoreThanRedraws(mark: Mark): boolean {
    for (const { number, event } of this.#events.from(mark.event)) {
      if (event.op === 'put') {
        if (!event.isRedrawn) return true;
        continue;
      }
      const text = number === mark.event ? event.text.slice(mark.offset) : event.text;
      if (text !== '' && !isRedraw(text)) return true;
    }
    return false;
  }

  /** What came after the mark, up to about so many characters. What is over is not lost: the next read begins with it. */
  since(mark: Mark, maxChars = Number.POSITIVE_INFINITY): Reading {
    const reading: Reading = {
      outputs: [],
      places: [],
      mark,
      more: false,
      cleared: mark.event > 0 && mark.event <= this.#lastCut,
    };
    let room = maxChars;
    for (const { number, event } of this.#events.from(mark.event)) {
      const offset = number === mark.event ? mark.offset : 0;
      const isFull = room <= 0 || reading.outputs.length >= MOST_OUTPUTS;
      const size = event.op === 'put' ? sizeOf(event.output) : 0;
      if (isFull || (size > room && reading.outputs.length > 0))
        return { ...reading, mark: { event: number, offset }, more: true };
      if (event.op === 'put') {
        reading.outputs.push(event.output);
        reading.places.push(event.index);
        room -= size;
      } else {
        const text = event.text.slice(offset, offset + room);
        this.#addText(reading, event.index, text);
        room -= text.length;
        const read = offset + text.length;
        if (read < event.text.length)
          return { ...reading, mark: { event: number, offset: read }, more: true };
      }
    }
    return { ...reading, mark: this.end };
  }

  /** Some of the text of one output, or null when there is no such stream. What was forgotten is left blank. */
  textAt(index: number, from: number, chars: number): { text: string; total: number } | null {
    const entry = this.#now[index];
    if (!entry || 'output' in entry) return null;
    return { text: entry.slice(from, from + chars), total: entry.total };
  }

  at(index: number): Output | undefined {
    const entry = this.#now[index];
    return entry && 'output' in entry ? entry.output : undefined;
  }

  /** The last line that a stream printed, for a sign of life. */
  lastLine(): string {
    const last = this.#now.findLast((entry) => !('output' in entry));
    const tail = last && !('output' in last) ? last.tail(8, 2_000) : '';
    return tail.split(/[\r\n]/).findLast((line) => line.trim() !== '') ?? '';
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
    this.#chars = this.#now.reduce((sum, { chars }) => sum + chars, 0);
    this.#events.dropAll();
    this.#lastCut = this.#events.end;
    this.#events.skip();
  }

  #append(patch: Extract<OutputPatch, { op: 'append' }>): void {
    const entry = this.#now[patch.index];
    if (!entry || 'output' in entry) this.#events.skip();
    else {
      entry.add(patch.text, this.#events.add(patch));
      this.#chars += patch.text.length;
    }
  }

  #put(index: number, output: Output): void {
    const before = this.#now[index];
    if (before) {
      this.#chars -= before.chars;
      for (const event of 'output' in before ? [before.event] : before.events) this.#events.drop(event);
    }
    let entry: Entry;
    if (output.output_type === 'stream') {
      entry = new StreamText(String(output.name), streamText(output));
      // It begins empty: what it prints comes as events of its own.
      this.#events.skip();
    } else {
      entry = {
        output,
        chars: sizeOf(output),
        event: this.#events.add({ op: 'put', index, output, isRedrawn: before !== undefined }),
      };
    }
    this.#chars += entry.chars;
    this.#now[index] = entry;
  }

  /** False when there is nothing left to forget. */
  #forgetOldest(): boolean {
    const oldest = this.#events.takeOldest();
    if (!oldest) return false;
    const entry = this.#now[oldest.event.index];
    if (!entry) return true;
    const before = entry.chars;
    if (!('output' in entry)) entry.forget(oldest.number);
    else {
      entry.output = forgotten(entry.output, entry.chars);
      entry.chars = sizeOf(entry.output);
    }
    this.#chars -= before - entry.chars;
    return true;
  }
}

/** Back to the start of the line, or up to one above (nested bars do), and written over. */
const isRedraw = (text: string): boolean =>
  text.includes('\u001b[A') || (text.includes('\r') && !text.replaceAll('\r\n', '\n').includes('\n'));

const stream = (name: string, text: string): Output => ({ output_type: 'stream', name, text });

/** A display cannot be forgotten in part. */
function forgotten({ output_type, ename }: Output, chars: number): Output {
  const sentence = `[${chars.toLocaleString('en')} characters of output, forgotten: this run shows more than is kept of it. The notebook has them]`;
  if (output_type === 'error')
    return { output_type, ename: String(ename).slice(0, 200), evalue: sentence, traceback: [] };
  return { output_type, data: { 'text/plain': sentence }, metadata: {} };
}

const sizeOf = (output: Output): number => JSON.stringify(output).length;

function streamText({ text }: Output): string {
  return typeof text === 'string' ? text : Array.isArray(text) ? fromLines(text.map(String)) : '';
}
