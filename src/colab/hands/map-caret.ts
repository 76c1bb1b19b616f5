/** Where the user's caret or selection is, in characters of the text; `anchor` is where the selection began. */
export interface Caret {
  anchor: number;
  head: number;
}

/** Where it belongs after somebody else replaced the text: with the characters around it, as far as they are left. */
export function mapCaret({ anchor, head }: Caret, before: string, now: string): Caret {
  const shorter = Math.min(before.length, now.length);
  let start = 0;
  while (start < shorter && before[start] === now[start]) start++;
  let end = 0;
  while (end < shorter - start && before[before.length - 1 - end] === now[now.length - 1 - end]) end++;
  const map = (offset: number): number => {
    if (offset <= start) return offset;
    if (offset >= before.length - end) return offset + now.length - before.length;
    return byNeighbours(offset, before, now) ?? Math.min(offset, now.length - end);
  };
  return { anchor: map(anchor), head: map(head) };
}

/** How many characters on each side are looked for. */
const NEIGHBOURS = [40, 15, 5];

/** Where the characters before and behind it stand next to each other now; the nearest place, if there are several. */
function byNeighbours(offset: number, before: string, now: string): number | null {
  for (const count of NEIGHBOURS) {
    const left = before.slice(Math.max(0, offset - count), offset);
    const both = left + before.slice(offset, offset + count);
    let nearest: number | null = null;
    for (let at = now.indexOf(both); at >= 0; at = now.indexOf(both, at + 1)) {
      const place = at + left.length;
      if (nearest === null || Math.abs(place - offset) < Math.abs(nearest - offset)) nearest = place;
    }
    if (nearest !== null) return nearest;
  }
  return null;
}

/** Where it is after the user has typed on from there: what stood behind it still does. */
export function followTyping(caret: Caret, before: string, now: string): Caret {
  if (before === now) return caret;
  const behind = before.slice(Math.max(caret.anchor, caret.head));
  const at = now.endsWith(behind) ? now.length - behind.length : mapCaret(caret, before, now).head;
  return { anchor: at, head: at };
}
