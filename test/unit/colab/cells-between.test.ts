import { describe, expect, it } from 'vitest';
import { cellsBetween } from '../../../src/colab/hands/cells-between.ts';

/** Cells of these heights one below the other; null for one that has no element. Each look at a box is counted. */
function stack(heights: ReadonlyArray<number | null>, scrolled = 0) {
  const asked = { times: 0 };
  let top = -scrolled;
  const cells = heights.map((height, index) => {
    if (height === null) return { element: null };
    // What is not laid out stands at the corner of the window, wherever its neighbours are.
    const box = height === 0 ? { top: 0, bottom: 0, height } : { top, bottom: top + height, height };
    top += height;
    const getBoundingClientRect = () => {
      asked.times++;
      return box;
    };
    return { element: { index, getBoundingClientRect } };
  });
  const seen = (from: number, to: number) =>
    cellsBetween(cells, from, to).map(({ element }) => element.index);
  return { seen, asked };
}

const many = (count: number, height: number): number[] => Array.from({ length: count }, () => height);

describe('the cells between two heights', () => {
  it.each([
    [0, [0, 1, 2]],
    [50, [0, 1, 2, 3]],
    [100, [1, 2, 3]],
    [850, [8, 9]],
    [999, [9]],
    [1000, []],
    [-250, [0]],
    [-400, []],
  ])('are found when %s is scrolled away', (scrolled, found) => {
    expect(stack(many(10, 100), scrolled).seen(0, 300)).toEqual(found);
  });

  it('are found beside cells that stand nowhere', () => {
    const folded = [...many(3, 100), ...many(200, 0), null, ...many(3, 100), ...many(50, 0)];
    expect(stack(folded, 0).seen(0, 250)).toEqual([0, 1, 2]);
    expect(stack(folded, 250).seen(0, 250)).toEqual([2, 204, 205]);
    expect(stack(folded, 450).seen(0, 250)).toEqual([205, 206]);
    expect(stack([null, 0, 0], 0).seen(0, 250)).toEqual([]);
    expect(stack([], 0).seen(0, 250)).toEqual([]);
  });

  it('are found without a look at all the others', () => {
    const { seen, asked } = stack(many(10_000, 74), 370_000);
    expect(seen(0, 740)).toEqual(Array.from({ length: 10 }, (_, at) => 5_000 + at));
    expect(asked.times).toBeLessThan(30);
  });
});
