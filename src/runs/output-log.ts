import type { Output } from '../notebook/cell.ts';
import { fromLines } from '../notebook/cell.ts';
import type { OutputPatch } from '../notebook/run-update.ts';

/** A place in the log of a run: up to there, a reader has seen everything. */
export interface Mark {
  /** Counts how often the outputs were cleared; a mark from before a clearing has seen nothing of what came after. */
  epoch: number;
  index: number;
  /** Characters of that output, if it is a stream. */
  offset: number;
  /** Outputs before `index` that changed later have a higher version than this. */
  version: number;
}

interface Entry {
  output: Output;
  /** The text of a stream, in pieces: joined only when it is read. */
  pieces: string[] | null;
  length: number;
  version: number;
}

export interface Reading {
  outputs: Output[];
  /** Where each of them stands among the outputs of the run. */
  places: number[];
  mark: Mark;
  more: boolean;
  cleared: boolean;
}

export const START: Mark = { epoch: 0, index: 0, offset: 0, version: 0 };

/** Everything a run has shown, so that it can be read from any place on, without reading anything twice. */
export class OutputLog {
  #entries: Entry[] = [];
  #epoch = 0;
  #version = 0;
  #chars = 0;

  get chars(): number {
    return this.#chars;
  }

  get end(): Mark {
    const last = this.#entries.at(-1);
    const index = Math.max(0, this.#entries.length - 1);
    return { epoch: this.#epoch, index, offset: last?.length ?? 0, version: this.#version };
  }

  apply(patches: readonly OutputPatch[]): void {
    for (const patch of patches) {
      this.#version++;
      if (patch.op === 'cut') this.#cut(patch.length);
      else if (patch.op === 'append') this.#append(patch.index, patch.text);
      else this.#put(patch.index, patch.output);
    }
  }

  /** The outputs as they stand. */
  all(): Output[] {
    return this.#read({ ...START, epoch: this.#epoch }, Number.POSITIVE_INFINITY).outputs;
  }

  /**
   * What came after the mark, all of it when the outputs were cleared meanwhile, up to about so many characters;
   * and the mark to go on from. What is over is not lost: the next read begins with it.
   */
  since(mark: Mark, maxChars = Number.POSITIVE_INFINITY): Reading {
    const cleared = mark.epoch !== this.#epoch;
    return { ...this.#read(cleared ? { ...START, epoch: this.#epoch } : mark, maxChars), cleared };
  }

  /** Some of the text of one output, or null when there is no such stream. */
  textAt(index: number, from: number, chars: number): { text: string; total: number } | null {
    const entry = this.#entries[index];
    return entry?.pieces ? { text: textOf(entry).slice(from, from + chars), total: entry.length } : null;
  }

  at(index: number): Output | undefined {
    return this.#entries[index]?.output;
  }

  #read(from: Mark, maxChars: number): Omit<Reading, 'cleared'> {
    const outputs: Output[] = [];
    const places: number[] = [];
    let room = maxChars;
    for (const [index, entry] of this.#entries.entries()) {
      const seenBefore = index < from.index || (index === from.index && from.offset > 0);
      if (seenBefore && entry.pieces === null && entry.version <= from.version) continue;
      const offset = !seenBefore ? 0 : index === from.index ? from.offset : entry.length;
      if (entry.pieces !== null && offset >= entry.length) continue;
      if (room <= 0)
        return { outputs, places, more: true, mark: { ...from, index, offset, version: this.#version } };
      places.push(index);
      if (entry.pieces === null) {
        outputs.push(entry.output);
        room -= entry.length;
        continue;
      }
      const text = textOf(entry).slice(offset, offset + room);
      // One string, not lines: nbformat has both, and a large text is not worth splitting.
      outputs.push({ ...entry.output, text });
      room -= text.length;
      if (offset + text.length < entry.length) {
        const mark = { ...from, index, offset: offset + text.length, version: this.#version };
        return { outputs, places, more: true, mark };
      }
    }
    return { outputs, places, more: false, mark: this.end };
  }

  /** The last line that a stream printed, for a sign of life. */
  lastLine(): string {
    const stream = this.#entries.findLast((entry) => entry.pieces !== null);
    const tail = stream?.pieces?.slice(-8).join('').slice(-2_000) ?? '';
    return tail.split(/[\r\n]/).findLast((line) => line.trim() !== '') ?? '';
  }

  #cut(length: number): void {
    this.#entries.length = Math.min(length, this.#entries.length);
    this.#epoch++;
    this.#chars = this.#entries.reduce((sum, entry) => sum + entry.length, 0);
  }

  #append(index: number, text: string): void {
    const entry = this.#entries[index];
    if (!entry?.pieces) return;
    entry.pieces.push(text);
    entry.length += text.length;
    entry.version = this.#version;
    this.#chars += text.length;
  }

  #put(index: number, output: Output): void {
    const text = output.output_type === 'stream' ? streamText(output) : null;
    const length = text?.length ?? JSON.stringify(output).length;
    this.#chars += length - (this.#entries[index]?.length ?? 0);
    this.#entries[index] = { output, pieces: text === null ? null : [text], length, version: this.#version };
  }
}

function textOf(entry: Entry): string {
  if (entry.pieces && entry.pieces.length > 1) entry.pieces = [entry.pieces.join('')];
  return entry.pieces?.[0] ?? '';
}

function streamText(output: Output): string {
  const { text } = output;
  return typeof text === 'string' ? text : Array.isArray(text) ? fromLines(text.map(String)) : '';
}
