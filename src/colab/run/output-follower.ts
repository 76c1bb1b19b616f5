import type { OutputPatch } from '../../notebook/run-update.ts';
import type { LiveOutput } from '../surface/live-output.ts';

/** One message to the session stays well below what takes noticeable time to copy. */
const PIECE_CHARS = 500_000;
const TAIL_CHARS = 200;

/** What the session has been told of one output. */
type Told = ToldStream | { json: string };

interface ToldStream {
  name: string;
  /** How many pieces, and how much of the last one: where the news begin. */
  pieces: number;
  lastLength: number;
  /** The last characters, to find the place again when the page has rearranged its pieces. */
  tail: string;
}

type Stream = Extract<LiveOutput, { kind: 'stream' }>;

/**
 * Follows what one cell shows and tells what has changed since the last look, as patches. The page's model is
 * asked, not the DOM: outputs that are scrolled away or sit in a frame are not in the DOM. A look costs as much
 * as there is news, not as much as there is output.
 */
export class OutputFollower {
  #told: Told[] = [];

  /** What changed since the last look; an empty list when nothing did. */
  look(outputs: readonly LiveOutput[]): OutputPatch[] {
    const patches: OutputPatch[] = [];
    if (!this.#continues(outputs)) {
      patches.push({ op: 'cut', length: 0 });
      this.#told = [];
    }
    for (const [index, output] of outputs.entries()) {
      if (output.kind === 'stream') patches.push(...this.#compareStream(index, output));
      else patches.push(...this.#compareOther(index, output));
    }
    return patches;
  }

  /** Outputs only grow, unless the code cleared them: then there are fewer, or others. */
  #continues(outputs: readonly LiveOutput[]): boolean {
    return this.#told.every((told, index) => {
      const output = outputs[index];
      if (!output) return false;
      if (output.kind === 'other') return 'json' in told;
      return 'name' in told && told.name === output.name && newsOf(output, told) !== null;
    });
  }

  #compareStream(index: number, stream: Stream): OutputPatch[] {
    const told = this.#told[index];
    const known = told && 'name' in told ? told : null;
    const news = known ? (newsOf(stream, known) ?? '') : stream.pieces.join('');
    if (known && news === '') return [];
    const { name, pieces } = stream;
    const last = pieces.at(-1) ?? '';
    const tail =
      news.length >= TAIL_CHARS || !known ? news.slice(-TAIL_CHARS) : (known.tail + news).slice(-TAIL_CHARS);
    this.#told[index] = { name, pieces: pieces.length, lastLength: last.length, tail };
    const patches: OutputPatch[] = known
      ? []
      : [{ op: 'put', index, output: { output_type: 'stream', name, text: [] } }];
    for (let at = 0; at < news.length; at += PIECE_CHARS) {
      patches.push({ op: 'append', index, text: news.slice(at, at + PIECE_CHARS) });
    }
    return patches;
  }

  #compareOther(index: number, { output }: Extract<LiveOutput, { kind: 'other' }>): OutputPatch[] {
    const told = this.#told[index];
    const json = JSON.stringify(output);
    if (told && 'json' in told && told.json === json) return [];
    this.#told[index] = { json };
    return [{ op: 'put', index, output }];
  }
}

/** What a stream has printed since; null when what was seen is not there any more. */
function newsOf({ pieces }: Stream, told: ToldStream): string | null {
  if (told.pieces === 0) return pieces.join('');
  const last = pieces[told.pieces - 1];
  const seen = last?.slice(0, told.lastLength);
  const inPlace =
    seen !== undefined && seen.length === told.lastLength && told.tail.endsWith(seen.slice(-TAIL_CHARS));
  if (inPlace && last !== undefined) return last.slice(told.lastLength) + pieces.slice(told.pieces).join('');
  // Pieces were joined, or the oldest lines dropped (Colab keeps the last 5,000): the end is still there.
  const text = pieces.join('');
  const at = text.lastIndexOf(told.tail);
  return at < 0 || told.tail === '' ? null : text.slice(at + told.tail.length);
}
