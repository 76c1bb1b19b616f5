import type { ColabCell } from './cell.ts';
import { isObject } from './foreign.ts';

/**
 * The cells of the notebook, made once for each of Colab's objects. Whether the list is still the same is seen by
 * comparing references: that takes microseconds for thousands of cells, where asking each for its id takes long.
 */
export class CellList {
  readonly #wrap: (item: object) => ColabCell | null;
  #items: readonly unknown[] = [];
  /** One for each item; null where it does not tell its id. */
  #wrapped: readonly (ColabCell | null)[] = [];
  #cells: readonly ColabCell[] = [];
  readonly #byId = new Map<string, ColabCell>();

  constructor(wrap: (item: object) => ColabCell | null) {
    this.#wrap = wrap;
  }

  /** In order. The very same array as long as no cell was added, removed or moved; it is never changed. */
  read(items: readonly unknown[]): readonly ColabCell[] {
    const start = sameStart(this.#items, items);
    if (start < items.length || start < this.#items.length) {
      this.#replace(items, start, sameEnd(this.#items, items, start));
    } else if (this.#cells.length < this.#wrapped.length) {
      // An object that did not tell its id the last time may do so now.
      this.#replace(items, 0, 0);
    }
    return this.#cells;
  }

  find(items: readonly unknown[], id: string): ColabCell | null {
    this.read(items);
    const found = this.#byId.get(id);
    if (found?.hasId(id)) return found;
    // It is gone, or some cell has come to another id than it had: seldom enough to ask them all.
    this.#wrapped = [];
    this.#byId.clear();
    this.#replace(items, 0, 0);
    return this.#byId.get(id) ?? null;
  }

  /** Makes cells of what lies between the same start and the same end. */
  #replace(items: readonly unknown[], start: number, end: number): void {
    const known = new Map<unknown, ColabCell | null>();
    for (let at = start; at < this.#items.length - end; at++) {
      const cell = this.#wrapped[at] ?? null;
      known.set(this.#items[at], cell);
      if (cell && this.#byId.get(cell.id) === cell) this.#byId.delete(cell.id);
    }
    const changed = items
      .slice(start, items.length - end)
      .map((item) => known.get(item) ?? (isObject(item) ? this.#wrap(item) : null));
    for (const cell of changed) if (cell && !this.#byId.has(cell.id)) this.#byId.set(cell.id, cell);
    this.#wrapped = [
      ...this.#wrapped.slice(0, start),
      ...changed,
      ...this.#wrapped.slice(this.#items.length - end),
    ];
    this.#items = [...items];
    this.#cells = this.#wrapped.filter((cell) => cell !== null);
  }
}

function sameStart(before: readonly unknown[], now: readonly unknown[]): number {
  const length = Math.min(before.length, now.length);
  let at = 0;
  while (at < length && before[at] === now[at]) at++;
  return at;
}

function sameEnd(before: readonly unknown[], now: readonly unknown[], start: number): number {
  const length = Math.min(before.length, now.length) - start;
  let count = 0;
  while (count < length && before[before.length - 1 - count] === now[now.length - 1 - count]) count++;
  return count;
}
