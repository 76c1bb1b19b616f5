import { describe, expect, it } from 'vitest';
import { sizesToTry } from '../../../src/outputs/picture-sizes.ts';

const sizes = (width: number, height: number, longestSide = 1_568) =>
  [...sizesToTry({ width, height }, longestSide)].map((size) => `${size.width}×${size.height}`);

describe('sizesToTry', () => {
  it.each([
    ['a wide picture', 4_000, 1_000, '1568×392'],
    ['a tall picture', 1_000, 4_000, '392×1568'],
    ['a square one', 3_000, 3_000, '1568×1568'],
    ['one that is just as long as allowed', 1_568, 100, '1568×100'],
    ['a small one: never larger than it is', 300, 200, '300×200'],
    ['one line of pixels, which stays a line', 100_000, 1, '1568×1'],
  ])('begins with the largest that is allowed for %s', (_name, width, height, first) => {
    expect(sizes(width, height)[0]).toBe(first);
  });

  it('goes down in steps, keeping the proportions, while something can be made out', () => {
    expect(sizes(800, 400, 400)).toEqual(['400×200', '280×140', '196×98', '137×69', '95×48', '66×33']);
    expect(sizes(400, 800, 400)).toEqual(['200×400', '140×280', '98×196', '69×137', '48×95', '33×66']);
  });

  it('draws what is tiny as it is, and once', () => {
    expect(sizes(64, 10)).toEqual(['64×10']);
    expect(sizes(16, 8)).toEqual(['16×8']);
    expect(sizes(1, 1)).toEqual(['1×1']);
  });

  it('finds nothing to draw in a picture without pixels', () => {
    expect(sizes(0, 0)).toEqual([]);
  });
});
