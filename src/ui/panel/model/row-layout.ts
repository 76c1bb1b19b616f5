/** Where the rows of a long list stand when only those in view exist. All are of one height, some have more below. */
export class RowLayout {
  readonly #count: number;
  readonly #rowPx: number;
  /** Those with more, in order. */
  readonly #extras: Array<{ index: number; px: number }>;

  /** `extras`: what the row of an index has below it. */
  constructor(count: number, rowPx: number, extras: ReadonlyMap<number, number> = new Map()) {
    this.#count = count;
    this.#rowPx = rowPx;
    this.#extras = [...extras]
      .map(([index, px]) => ({ index, px }))
      .filter(({ index }) => index < count)
      .sort((one, other) => one.index - other.index);
  }

  get height(): number {
    return this.topOf(this.#count);
  }

  topOf(index: number): number {
    let top = index * this.#rowPx;
    for (const extra of this.#extras) if (extra.index < index) top += extra.px;
    return top;
  }

  /** The row at this height; the last one below the end. */
  indexAt(y: number): number {
    let above = 0;
    for (const { index, px } of this.#extras) {
      const end = (index + 1) * this.#rowPx + above + px;
      if (y < end) return this.#clip(Math.min((y - above) / this.#rowPx, index));
      above += px;
    }
    return this.#clip((y - above) / this.#rowPx);
  }

  /** The rows in view and some around them: from, and up to but not including. */
  range(viewTop: number, viewBottom: number, around: number): { from: number; to: number } {
    const from = Math.max(0, this.indexAt(viewTop) - around);
    const to = Math.min(this.#count, this.indexAt(viewBottom) + around + 1);
    return { from, to };
  }

  #clip(place: number): number {
    return Math.max(0, Math.min(Math.floor(place), this.#count - 1));
  }
}
