import type { Output } from '../../notebook/cell.ts';
import type { OutputPatch } from '../../notebook/run-update.ts';

/** One message to the session stays well below what takes noticeable time to copy. */
const PIECE_CHARS = 500_000;

/** What the session has been told of one output. */
interface Told {
  /** Streams: how many characters, and the last of them, to find the place again when the page drops old lines. */
  length: number;
  tail: string;
  /** Everything else: its JSON. */
  json: string | null;
  name: string;
}

const TAIL_CHARS = 200;

/**
 * Follows what one cell shows and tells what has changed since the last look, as patches. The page's model is
 * asked, not the DOM: outputs that are scrolled away or sit in a frame are not in the DOM.
 */
export class OutputFollower {
  #told: Told[] = [];

  /** What changed since the last look; an empty list when nothing did. */
  look(outputs: readonly Output[]): OutputPatch[] {
    const patches: OutputPatch[] = [];
    if (!this.#continues(outputs)) {
      patches.push({ op: 'cut', length: 0 });
      this.#told = [];
    }
    for (const [index, output] of outputs.entries()) patches.push(...this.#compare(index, output));
    return patches;
  }

  /** Outputs only grow, unless the code cleared them: then there are fewer, or others. */
  #continues(outputs: readonly Output[]): boolean {
    return this.#told.every((told, index) => {
      const output = outputs[index];
      if (!output) return false;
      const isStream = output.output_type === 'stream';
      if (isStream !== (told.json === null)) return false;
      return (
        !isStream || (String(output.name) === told.name && startOfNews(streamText(output), told) !== null)
      );
    });
  }

  #compare(index: number, output: Output): OutputPatch[] {
    const told = this.#told[index];
    if (output.output_type !== 'stream') {
      const json = JSON.stringify(output);
      if (told?.json === json) return [];
      this.#told[index] = { length: 0, tail: '', json, name: '' };
      return [{ op: 'put', index, output }];
    }
    const text = streamText(output);
    const from = told ? (startOfNews(text, told) ?? 0) : 0;
    if (told && from === text.length) return [];
    const news = text.slice(from);
    this.#told[index] = {
      length: text.length,
      tail: text.slice(-TAIL_CHARS),
      json: null,
      name: String(output.name),
    };
    const patches: OutputPatch[] = told ? [] : [{ op: 'put', index, output: { ...output, text: [] } }];
    for (let at = 0; at < news.length; at += PIECE_CHARS) {
      patches.push({ op: 'append', index, text: news.slice(at, at + PIECE_CHARS) });
    }
    return patches;
  }
}

/** Where the unseen part of a stream begins; null when what was seen is not there any more. */
function startOfNews(text: string, told: Told): number | null {
  if (text.length >= told.length && text.startsWith(told.tail, told.length - told.tail.length))
    return told.length;
  // Colab keeps the last 5,000 lines of a stream: the beginning is gone, the end is where it was.
  const at = text.lastIndexOf(told.tail);
  return told.tail.length === TAIL_CHARS && at >= 0 ? at + told.tail.length : null;
}

function streamText(output: Output): string {
  const { text } = output;
  return typeof text === 'string' ? text : Array.isArray(text) ? text.join('') : '';
}
