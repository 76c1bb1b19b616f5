import { decodeBase64 } from './base64.ts';

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

/** Makes a picture fit; null when it cannot be read or drawn here. */
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

export interface PictureHeader extends PictureSize {
  /** As the bytes say it: clients refuse a picture whose declared type is not its own. */
  mimeType: string;
}

/** A JPEG's size comes after its metadata, which may hold a thumbnail: up to 64 kB for each kind. */
const JPEG_HEAD_CHARS = 262_144;
const HEAD_CHARS = 64;

/** Type and size from the first bytes of a picture; null for one that is of another kind or cut short. */
export function readPictureHeader(base64: string): PictureHeader | null {
  const bytes = decodeBase64(base64, 0, HEAD_CHARS);
  if (bytes.length < 26) return null;
  const view = new DataView(bytes.buffer);
  if (view.getUint32(0) === 0x89504e47) return isWholePng(base64) ? readPng(view) : null;
  if (view.getUint16(0) === 0xffd8) return readJpeg(base64);
  if (ascii(bytes, 0, 4) === 'GIF8') {
    return headerOf('image/gif', view.getUint16(6, true), view.getUint16(8, true));
  }
  if (ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 4) === 'WEBP') return readWebp(bytes, view);
  return null;
}

function headerOf(mimeType: string, width: number, height: number): PictureHeader | null {
  return width > 0 && height > 0 ? { mimeType, width, height } : null;
}

function readPng(view: DataView): PictureHeader | null {
  return headerOf('image/png', view.getUint32(16), view.getUint32(20));
}

/** Its last chunk is its end mark; without it the picture was cut, and clients refuse it. */
function isWholePng(base64: string): boolean {
  const start = Math.max(0, Math.floor(base64.length / 4) * 4 - 32);
  const tail = decodeBase64(base64, start);
  return ascii(tail, 0, tail.length).includes('IEND');
}

function readJpeg(base64: string): PictureHeader | null {
  const bytes = decodeBase64(base64, 0, JPEG_HEAD_CHARS);
  const view = new DataView(bytes.buffer);
  let at = 2;
  while (at + 9 <= bytes.length) {
    if (view.getUint8(at) !== 0xff) return null;
    const marker = view.getUint8(at + 1);
    // Padding, and markers that stand alone.
    if (marker === 0xff) at += 1;
    else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) at += 2;
    else if (isFrameStart(marker)) {
      return headerOf('image/jpeg', view.getUint16(at + 7), view.getUint16(at + 5));
    } else at += 2 + Math.max(2, view.getUint16(at + 2));
  }
  return null;
}

/** SOF0 to SOF15, without the tables that share their range (DHT, JPG, DAC). */
function isFrameStart(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

function readWebp(bytes: Uint8Array, view: DataView): PictureHeader | null {
  if (bytes.length < 30) return null;
  switch (ascii(bytes, 12, 4)) {
    case 'VP8X':
      return headerOf('image/webp', 1 + uint24(view, 24), 1 + uint24(view, 27));
    case 'VP8L': {
      const packed = view.getUint32(21, true);
      return headerOf('image/webp', 1 + (packed & 0x3fff), 1 + ((packed >> 14) & 0x3fff));
    }
    case 'VP8 ':
      return headerOf('image/webp', view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff);
    default:
      return null;
  }
}

const uint24 = (view: DataView, at: number): number =>
  view.getUint16(at, true) | (view.getUint8(at + 2) << 16);

const ascii = (bytes: Uint8Array, start: number, length: number): string =>
  String.fromCharCode(...bytes.subarray(start, start + length));

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
