import type { PictureSize } from './picture.ts';

const SHRINK = 0.7;
const SMALLEST_SIDE = 64;

/**
 * The sizes in which a picture is worth drawing, the largest first: no side longer than the longest, never
 * larger than it is, down to where nothing could be made out. None for a picture without pixels.
 */
export function* sizesToTry({ width, height }: PictureSize, longestSide: number): Generator<PictureSize> {
  const longer = Math.max(width, height);
  const smallest = Math.max(1, Math.min(SMALLEST_SIDE, longer));
  for (let side = Math.min(longestSide, longer); side >= smallest; side = Math.floor(side * SHRINK)) {
    const scaled = (length: number) => Math.max(1, Math.round((length * side) / longer));
    yield { width: scaled(width), height: scaled(height) };
  }
}
