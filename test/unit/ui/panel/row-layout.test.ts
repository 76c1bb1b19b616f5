import { describe, expect, it } from 'vitest';
import { RowLayout } from '../../../../src/ui/panel/model/row-layout.ts';

describe('rows of which only those in view exist', () => {
  const plain = new RowLayout(1_000, 50);
  /** Rows 2 and 10 are folded out. */
  const open = new RowLayout(
    1_000,
    50,
    new Map([
      [10, 30],
      [2, 100],
      [5_000, 70],
    ]),
  );

  it('stand one below the other', () => {
    expect([plain.topOf(0), plain.topOf(10), plain.height]).toEqual([0, 500, 50_000]);
    expect([open.topOf(2), open.topOf(3), open.topOf(11), open.height]).toEqual([100, 250, 680, 50_130]);
  });

  it('are found by where they stand', () => {
    expect([-10, 0, 49, 50, 49_999, 60_000].map((y) => plain.indexAt(y))).toEqual([0, 0, 0, 1, 999, 999]);
    expect([100, 249, 250, 649, 679, 680].map((y) => open.indexAt(y))).toEqual([2, 2, 3, 10, 10, 11]);
    for (const index of [0, 1, 2, 3, 9, 10, 11, 500]) {
      expect(open.indexAt(open.topOf(index))).toBe(index);
      expect(open.indexAt(open.topOf(index + 1) - 1)).toBe(index);
    }
  });

  it('exist around what is in view, and not beyond the ends', () => {
    expect(plain.range(0, 500, 8)).toEqual({ from: 0, to: 19 });
    expect(plain.range(5_000, 5_500, 8)).toEqual({ from: 92, to: 119 });
    expect(plain.range(49_500, 50_500, 8)).toEqual({ from: 982, to: 1_000 });
    expect(new RowLayout(0, 50).range(0, 500, 8)).toEqual({ from: 0, to: 0 });
  });
});
