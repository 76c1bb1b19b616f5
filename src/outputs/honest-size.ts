import { imageDimensionsFromData } from 'image-dimensions';

type Dimensions = NonNullable<ReturnType<typeof imageDimensionsFromData>>;

/**
 * What a picture measures, as its first bytes say, where a browser cannot find another size in it than we do:
 * one that says 10 by 10 to us must not unfold to gigabytes there. Null when that is not sure.
 */
export function honestSize(bytes: Uint8Array): Dimensions | null {
  const said = imageDimensionsFromData(bytes);
  if (!said || said.width === 0 || said.height === 0) return null;
  if (said.type === 'gif' && !firstFrameFits(bytes, said)) return null;
  if (said.type === 'jpeg' && !isPlainJpeg(bytes)) return null;
  return said;
}

const COLOUR_TABLE = 0x80;
const EXTENSION = 0x21;
const FRAME = 0x2c;

/** A browser makes a GIF as large as its first frame, whatever the header says. */
function firstFrameFits(bytes: Uint8Array, { width, height }: Dimensions): boolean {
  const byte = (at: number): number => bytes[at] ?? 0;
  const short = (at: number): number => byte(at) + 256 * byte(at + 1);
  const flags = byte(10);
  let at = 13 + (flags & COLOUR_TABLE ? 3 * 2 ** ((flags & 7) + 1) : 0);
  while (byte(at) === EXTENSION) {
    at += 2;
    while (at < bytes.length && byte(at) !== 0) at += 1 + byte(at);
    at++;
  }
  if (byte(at) !== FRAME || at + 9 > bytes.length) return false;
  return short(at + 1) + short(at + 5) <= width && short(at + 3) + short(at + 7) <= height;
}

/** Application data and comments, tables, the restart interval: all that comes before the frame and has a length. */
const isPlainSegment = (marker: number): boolean =>
  (marker >= 0xe0 && marker <= 0xef) || [0xc4, 0xcc, 0xdb, 0xdd, 0xfe].includes(marker);
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && marker !== 0xc8;

/**
 * Only segments, one behind the other, up to the frame. Marks without a length, and bytes between two segments, are
 * read by a browser in another way than by us, and could hide another frame.
 */
function isPlainJpeg(bytes: Uint8Array): boolean {
  for (let at = 2; at + 4 <= bytes.length; ) {
    const marker = bytes[at + 1] ?? 0;
    if (bytes[at] !== 0xff) return false;
    if (!isPlainSegment(marker)) return isFrame(marker);
    const length = 256 * (bytes[at + 2] ?? 0) + (bytes[at + 3] ?? 0);
    if (length < 2) return false;
    at += 2 + length;
  }
  return false;
}
