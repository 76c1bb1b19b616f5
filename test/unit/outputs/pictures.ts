/** Pictures made by hand: a header that says what a test wants, and as many bytes behind it. */

const base64 = (bytes: number[] | Uint8Array): string => Buffer.from(bytes).toString('base64');
const ascii = (text: string): number[] => [...text].map((letter) => letter.charCodeAt(0));
const big = (value: number): number[] => [value >>> 24, (value >> 16) & 255, (value >> 8) & 255, value & 255];

/** The smallest real one: a black dot. */
export const DOT_PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==';

export function png(width: number, height: number, bytes = 0): string {
  const head = [137, 80, 78, 71, 13, 10, 26, 10, ...big(13), ...ascii('IHDR'), ...big(width), ...big(height)];
  const tail = [8, 0, 0, 0, 0, ...big(0), ...big(0), ...ascii('IEND'), 0xae, 0x42, 0x60, 0x82];
  return base64(Uint8Array.from([...head, ...Array.from({ length: bytes }, (_, at) => at % 251), ...tail]));
}

export function jpeg(width: number, height: number, metadataBytes = 0): string {
  const metadata =
    metadataBytes > 0
      ? [0xff, 0xe1, metadataBytes >> 8, metadataBytes & 255, ...Array(metadataBytes - 2).fill(7)]
      : [];
  const size = [height >> 8, height & 255, width >> 8, width & 255];
  return base64([
    ...[0xff, 0xd8, 0xff, 0xe0, 0, 16, ...ascii('JFIF'), 0, 1, 1, 0, 0, 1, 0, 1, 0, 0],
    ...metadata,
    ...[0xff, 0xdb, 0, 3, 0, 0xff, 0xc2, 0, 17, 8, ...size, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0],
  ]);
}

const short = (value: number): number[] => [value & 255, value >> 8];

/** `frame` is what its first frame measures, when that is not what the header says; `before` stands before it. */
export function gif(width: number, height: number, frame = { width, height }, before: number[] = []): string {
  return base64([
    ...[...ascii('GIF89a'), ...short(width), ...short(height), 0x80, 0, 0, ...Array(6).fill(0), ...before],
    ...[0x2c, 0, 0, 0, 0, ...short(frame.width), ...short(frame.height), 0],
    ...[2, 2, 0x44, 1, 0, 0x3b],
  ]);
}

/** A browser finds the first size in it, and who takes a restart mark for a segment finds the second. */
export function jpegOfTwoSizes(width: number, height: number, mark = 0xd0): string {
  const frame = (w: number, h: number): number[] => [
    ...[0xff, 0xc0, 0, 17, 8, h >> 8, h & 255, w >> 8, w & 255],
    ...[3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0],
  ];
  const comment = [0xff, 0xfe, 0, 21];
  const hidden = [...frame(width, height), ...comment];
  return base64([0xff, 0xd8, 0xff, mark, 0, hidden.length + 2, ...hidden, ...frame(10, 10)]);
}

/** A box of the container that AVIF and HEIC share: its length, its name, what is in it. */
const box = (name: string, ...content: number[][]): number[] => {
  const inside = content.flat();
  return [...big(inside.length + 8), ...ascii(name), ...inside];
};

/** `tables` is how many items its table of properties lists besides the picture. */
export function avif(width: number, height: number, tables = 0): string {
  const size = box('ispe', big(0), big(width), big(height));
  const items = [0, 1, 1, 1, ...Array(tables * 3).fill(0)];
  const properties = box('iprp', box('ipco', size), box('ipma', big(0), big(1 + tables), items));
  return base64([
    ...box('ftyp', ascii('avif'), big(0), ascii('avif')),
    ...box('meta', big(0), box('pitm', big(0), [0, 1]), properties),
  ]);
}

export function webp(kind: 'VP8X' | 'VP8L' | 'VP8 ', width: number, height: number): string {
  const little = (value: number, bytes: number) =>
    Array.from({ length: bytes }, (_, at) => (value >> (8 * at)) & 255);
  const bits = (width - 1) | ((height - 1) << 14);
  const size = {
    VP8X: [0, 0, 0, 0, ...little(width - 1, 3), ...little(height - 1, 3)],
    VP8L: [0x2f, ...little(bits, 4)],
    'VP8 ': [0, 0, 0, 0x9d, 1, 0x2a, ...little(width, 2), ...little(height, 2)],
  }[kind];
  return base64([
    ...ascii('RIFF'),
    ...[0, 0, 0, 0],
    ...ascii('WEBP'),
    ...ascii(kind),
    ...little(size.length + 16, 4),
    ...size,
    ...Array(16).fill(0),
  ]);
}
