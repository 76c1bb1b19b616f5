import { fromLines } from '../notebook/cell.ts';
import type { OutputPatch } from '../notebook/run-update.ts';

/** What a run has printed to stdout, from the patches in which it comes. */
export class PrintedText {
  #streams: Array<string | null> = [];

  get text(): string {
    return this.#streams.join('');
  }

  apply(patches: readonly OutputPatch[]): void {
    for (const patch of patches) {
      if (patch.op === 'cut') this.#streams.length = Math.min(patch.length, this.#streams.length);
      else if (patch.op === 'append') this.#append(patch.index, patch.text);
      else {
        const { output_type, name, text } = patch.output;
        const isPrinted = output_type === 'stream' && name === 'stdout';
        this.#streams[patch.index] = isPrinted ? textOf(text) : null;
      }
    }
  }

  #append(index: number, text: string): void {
    const before = this.#streams[index];
    if (typeof before === 'string') this.#streams[index] = before + text;
  }
}

const textOf = (text: unknown): string =>
  Array.isArray(text) ? fromLines(text.map(String)) : String(text ?? '');
