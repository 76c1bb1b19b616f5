import { compareOrders, type Placed } from '../compare-orders.ts';

export interface OrderChanges {
  /** With the place in the order of now, in that order. */
  added: Array<{ cellId: string; index: number }>;
  deleted: string[];
  moved: Array<{ cellId: string; index: number }>;
}

/** How one order became the other. Of all ways to tell a move, the one with the fewest moved cells. */
export function orderChanges(before: readonly Placed[], now: readonly Placed[]): OrderChanges {
  const difference = compareOrders(before, now);
  const left = new Map(difference.before.map((cellId, place) => [cellId, place]));
  const here = new Set(difference.now);
  const places = difference.now.map((cellId) => left.get(cellId));
  const kept = longestRising(places);
  const changes: OrderChanges = {
    added: [],
    deleted: difference.before.filter((cellId) => !here.has(cellId)),
    moved: [],
  };
  for (const [at, cellId] of difference.now.entries()) {
    const place = { cellId, index: difference.start + at };
    if (places[at] === undefined) changes.added.push(place);
    else if (!kept.has(at)) changes.moved.push(place);
  }
  return changes;
}

/** Where the elements of a longest rising part stand: cells that kept their order. Gaps are passed over. */
function longestRising(values: ReadonlyArray<number | undefined>): Set<number> {
  /** For each length, where the part of that length with the smallest last value ends. */
  const ends: number[] = [];
  const previous = new Map<number, number | undefined>();
  for (const [at, value] of values.entries()) {
    if (value === undefined) continue;
    let low = 0;
    for (let high = ends.length; low < high; ) {
      const middle = (low + high) >> 1;
      if ((values[ends[middle] ?? 0] ?? 0) < value) low = middle + 1;
      else high = middle;
    }
    previous.set(at, ends[low - 1]);
    ends[low] = at;
  }
  const kept = new Set<number>();
  for (let at = ends.at(-1); at !== undefined; at = previous.get(at)) kept.add(at);
  return kept;
}
