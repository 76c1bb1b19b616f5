/**
 * What says that a text was cut here: our own mark, also as JSON writes it, and that of pandas and others. What quotes and
 * brackets it is between the mark and the text.
 */
const CUT = /(['"([]{0,3})(…|u2026|\.{3,})(['")\]]{0,3})/g;

export interface Cuts {
  /** 1 at each place before which a text may have been cut. */
  ends: Uint8Array;
  /** 1 at each place behind which one may go on that was cut. */
  begins: Uint8Array;
}

/**
 * Where a secret may be there only in part: at the ends of each of the texts, and where something was left out of them.
 * `text`: all of them, squeezed; `places`: where its characters were.
 */
export function cutsIn(text: string, places: Int32Array, texts: readonly string[]): Cuts {
  const ends = new Uint8Array(text.length + 1);
  const begins = new Uint8Array(text.length + 1);
  let whole = 0;
  let place = 0;
  for (const { length } of texts) {
    begins[place] = 1;
    whole += length;
    while (place < places.length && (places[place] ?? 0) < whole) place += 1;
    ends[place] = 1;
  }
  for (const { index, 0: all, 1: before = '', 3: behind = '' } of text.matchAll(CUT)) {
    const end = index + all.length;
    // A quote or bracket may be of the secret itself.
    ends.fill(1, index, index + before.length + 1);
    begins.fill(1, end - behind.length, end + 1);
  }
  return { ends, begins };
}
