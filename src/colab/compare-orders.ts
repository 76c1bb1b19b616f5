/** A cell, as far as its place among the others goes. */
export interface Placed {
  readonly id: string;
}

/** What of two orders is left when the cells that begin both and those that end both are taken away. */
export interface OrderDifference {
  /** Where that begins, in both. */
  start: number;
  before: string[];
  now: string[];
}

/**
 * In a notebook of thousands of cells a change is between a few: all the rest is passed over by comparing
 * references, and only what is left is looked at more closely.
 */
export function compareOrders(before: readonly Placed[], now: readonly Placed[]): OrderDifference {
  // Who asks for the cells again gets the same array, if none came, went or moved.
  if (before === now) return { start: now.length, before: [], now: [] };
  const shorter = Math.min(before.length, now.length);
  let start = 0;
  while (start < shorter && isSame(before[start], now[start])) start++;
  let end = 0;
  while (end < shorter - start && isSame(before[before.length - 1 - end], now[now.length - 1 - end])) end++;
  const between = (cells: readonly Placed[]): string[] =>
    cells.slice(start, cells.length - end).map(({ id }) => id);
  return { start, before: between(before), now: between(now) };
}

/** Colab may make a new object for the same cell. */
function isSame(one: Placed | undefined, other: Placed | undefined): boolean {
  return one === other || one?.id === other?.id;
}

/** Whether the cells that both hold are in the same order: the user may add or delete others meanwhile. */
export function isSameOrder(one: readonly Placed[], other: readonly Placed[]): boolean {
  const { before, now } = compareOrders(one, other);
  const known = new Set(before);
  const inBoth = new Set(now.filter((id) => known.has(id)));
  const common = (ids: string[]): string => ids.filter((id) => inBoth.has(id)).join('\n');
  return common(before) === common(now);
}
