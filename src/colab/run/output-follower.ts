import type { OutputPatch } from '../../notebook/run-update.ts';
import type { LiveOutput } from '../surface/live-output.ts';

/** One message to the session stays well below what takes noticeable time to copy. */
const PIECE_CHARS = 500_000;
const TAIL_CHARS = 200;
/** No page drops lines of a text this short: if its beginning is another one, the code has cleared it. */
const LEAST_TRIMMED = 10_000;

/** What the session has been told of one output. */
type Told = ToldStream | { json: string };

interface ToldStream {
  name: string;
  /** How many pieces, and how much of the last one: where the news begin. */
  pieces: number;
  lastLength: number;
  length: number;
  /** Its first and its last characters, to tell the same text from another one in its place. */
  head: string;
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
    this.#told[index] = {
      name,
      pieces: pieces.length,
      lastLength: last.length,
      length: (known?.length ?? 0) + news.length,
      head:
        known && known.head.length === TAIL_CHARS
          ? known.head
          : ((known?.head ?? '') + news).slice(0, TAIL_CHARS),
      tail: ((known?.tail ?? '') + news.slice(-TAIL_CHARS)).slice(-TAIL_CHARS),
    };
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
  const last = pieces[told.pieces - 1] ?? '';
  const inPlace =
    pieces.length >= told.pieces &&
    startOf(pieces, told.head.length) === told.head &&
    endOf(pieces, told.pieces, told.lastLength, told.tail.length) === told.tail;
  if (inPlace) return last.slice(told.lastLength) + pieces.slice(told.pieces).join('');
  const text = pieces.join('');
  // The page may have joined its pieces.
  if (text.startsWith(told.head) && text.startsWith(told.tail, told.length - told.tail.length)) {
    return text.slice(told.length);
  }
  // Or dropped the oldest lines (Colab keeps the last 5,000): then the end of what was seen is still there.
  const at = told.length >= LEAST_TRIMMED ? text.lastIndexOf(told.tail) : -1;
  return at < 0 ? null : text.slice(at + told.tail.length);
}

function startOf(pieces: readonly string[], chars: number): string {
  let start = '';
  for (let at = 0; at < pieces.length && start.length < chars; at++) start += pieces[at];
  return start.slice(0, chars);
}

/** The last characters of what the first `count` pieces held, when the last of them was this long. */
function endOf(pieces: readonly string[], count: number, lastLength: number, chars: number): string {
  let end = (pieces[count - 1] ?? '').slice(0, lastLength);
  for (let at = count - 2; at >= 0 && end.length < chars; at--) end = pieces[at] + end;
  return chars === 0 ? '' : end.slice(-chars);
}
