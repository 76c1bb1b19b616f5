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
    return Math.min(offset, now.length - end);
  };
  return { anchor: map(anchor), head: map(head) };
}

/** Where it is after the user has typed on from there: what stood behind it still does. */
export function followTyping(caret: Caret, before: string, now: string): Caret {
  if (before === now) return caret;
  const behind = before.slice(Math.max(caret.anchor, caret.head));
  const at = now.endsWith(behind) ? now.length - behind.length : mapCaret(caret, before, now).head;
  return { anchor: at, head: at };
}
