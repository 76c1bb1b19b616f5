import type { Output } from '../notebook/cell.ts';
import { fromLines, toLines } from '../notebook/cell.ts';
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
    return this.since({ ...START, epoch: this.#epoch }).outputs;
  }

  /** What came after the mark; all of it when the outputs were cleared meanwhile. */
  since(mark: Mark): { outputs: Output[]; cleared: boolean } {
    const cleared = mark.epoch !== this.#epoch;
    const from = cleared ? START : mark;
    const outputs: Output[] = [];
    for (const [index, entry] of this.#entries.entries()) {
      if (index < from.index && entry.version <= from.version) continue;
      const offset = index === from.index ? from.offset : 0;
      if (entry.pieces === null) {
        if (index > from.index || entry.version > from.version || from.offset === 0)
          outputs.push(entry.output);
      } else if (entry.length > offset) {
        outputs.push({ ...entry.output, text: toLines(textOf(entry).slice(offset)) });
      }
    }
    return { outputs, cleared };
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
