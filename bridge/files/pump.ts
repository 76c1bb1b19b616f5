import { CHUNK_BYTES } from '../../src/wire/transfer.ts';

/** So many pieces are on their way at once: while one is carried, the next is read. */
const WINDOW = 3;

export interface Piece {
  offset: number;
  length: number;
}

export interface Course {
  from: number;
  to: number;
  signal: AbortSignal;
  /** Told how many bytes are done. */
  tell: (done: number) => void;
}

/** Has every piece fetched, several at a time, and put away in order. */
export async function pump<Fetched>(
  { from, to, signal, tell }: Course,
  fetch: (piece: Piece) => Promise<Fetched>,
  put: (fetched: Fetched, piece: Piece) => Promise<void>,
): Promise<void> {
  const waiting: Array<{ piece: Piece; fetched: Promise<Fetched> }> = [];
  let asked = from;
  for (let done = from; done < to; ) {
    while (asked < to && waiting.length < WINDOW) {
      const piece = { offset: asked, length: Math.min(CHUNK_BYTES, to - asked) };
      const fetched = fetch(piece);
      // Whoever comes too late after a failure of another is heard by nobody.
      fetched.catch(() => {});
      waiting.push({ piece, fetched });
      asked += piece.length;
    }
    const next = waiting.shift();
    if (!next) return;
    await put(await next.fetched, next.piece);
    signal.throwIfAborted();
    done = next.piece.offset + next.piece.length;
    tell(done);
  }
}
