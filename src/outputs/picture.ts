import { decodeBase64 } from './base64.ts';
import { honestSize } from './honest-size.ts';

export interface Picture {
  mimeType: string;
  base64: string;
}

export interface PictureSize {
  width: number;
  height: number;
}

/** What one picture may have. */
export interface PictureBudget {
  longestSide: number;
  base64Chars: number;
}

/** Makes a picture fit that may be drawn; null when it cannot. */
export type ScalePicture = (
  picture: Picture,
  budget: PictureBudget,
) => Promise<(Picture & PictureSize) | null>;

/** Models look at no more than this, and clients refuse larger files. */
export const PICTURE_BUDGET: PictureBudget = { longestSide: 1_568, base64Chars: 266_668 };

/** What all pictures of a result may have together: it must fit one frame, next to the text. */
export const MAX_PICTURES = 4;
export const MAX_PICTURES_CHARS = 600_000;

export const SVG = 'image/svg+xml';

/** What clients take as it is, and what is drawn where it is too large: the kinds whose size is known for sure. */
export const SENT_AS_IS = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

export interface PictureHeader extends PictureSize {
  /** As the bytes say it: clients refuse a picture whose declared type is not its own. */
  mimeType: string;
}

/** A JPEG's size comes after its metadata, which may hold a thumbnail: up to 64 kB for each kind. */
const HEAD_CHARS = 262_144;

/** Type and size from the first bytes of a picture; null for one that is of another kind or cut short. */
export function readPictureHeader(base64: string): PictureHeader | null {
  const header = readSize(base64);
  return header?.mimeType === 'image/png' && !isWholePng(base64) ? null : header;
}

function readSize(base64: string): PictureHeader | null {
  const size = honestSize(decodeBase64(base64, 0, HEAD_CHARS));
  return size && { mimeType: `image/${size.type}`, width: size.width, height: size.height };
}

/** A picture is unfolded in the page: four bytes for each of its pixels. */
const MOST_PIXELS = 32_000_000;
const LONGEST_DRAWN = 40_000_000;

/**
 * The header of a picture that may be drawn here, to make it fit; null when its size is not known or too large. A
 * picture of a few kB can unfold to gigabytes, and the tab dies of it. One that was cut, or has more behind its end,
 * may be drawn.
 */
export function mayBeDrawn(base64: string): PictureHeader | null {
  if (base64.length > LONGEST_DRAWN) return null;
  const header = readSize(base64);
  if (!header || !SENT_AS_IS.has(header.mimeType)) return null;
  return header.width * header.height <= MOST_PIXELS ? header : null;
}

/** Its last chunk is its end mark; without it the picture was cut, and clients refuse it. */
function isWholePng(base64: string): boolean {
  const start = Math.max(0, Math.floor(base64.length / 4) * 4 - 32);
  return String.fromCharCode(...decodeBase64(base64, start)).includes('IEND');
}

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
