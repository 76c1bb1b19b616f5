import { describe, expect, it } from 'vitest';
import { mayBeDrawn, readPictureHeader, sizesToTry } from '../../../src/outputs/picture.ts';
import { avif, DOT_PNG, gif, jpeg, jpegOfTwoSizes, png, webp } from './pictures.ts';

const cut = (base64: string, bytes: number) =>
  Buffer.from(base64, 'base64').subarray(0, bytes).toString('base64');

function edited(base64: string, edit: (bytes: Buffer) => unknown): string {
  const bytes = Buffer.from(base64, 'base64');
  const made = edit(bytes);
  return (Buffer.isBuffer(made) ? made : bytes).toString('base64');
}

describe('readPictureHeader', () => {
  it.each([
    ['png', png(4000, 3000), 'image/png'],
    ['jpeg', jpeg(4000, 3000), 'image/jpeg'],
    ['jpeg behind a thumbnail', jpeg(4000, 3000, 60_000), 'image/jpeg'],
    ['gif', gif(4000, 3000), 'image/gif'],
    ['webp, extended', webp('VP8X', 4000, 3000), 'image/webp'],
    ['webp, lossless', webp('VP8L', 4000, 3000), 'image/webp'],
    ['webp, lossy', webp('VP8 ', 4000, 3000), 'image/webp'],
    ['avif', avif(4000, 3000), 'image/avif'],
  ])('reads type and size of a %s', (_name, base64, mimeType) => {
    expect(readPictureHeader(base64)).toEqual({ mimeType, width: 4000, height: 3000 });
  });

  it('reads a real one', () => {
    expect(readPictureHeader(DOT_PNG)).toEqual({ mimeType: 'image/png', width: 1, height: 1 });
  });

  it.each([
    ['nothing', ''],
    ['no base64', '*'.repeat(100)],
    ['a text', Buffer.from('no picture at all, but a sentence').toString('base64')],
    ['a PNG that was cut', png(10, 10, 400).slice(0, 400)],
    ['a PNG without pixels', png(0, 10)],
    ['a JPEG that was cut', jpeg(10, 10, 5_000).slice(0, 400)],
    ['a WebP of an unknown kind', Buffer.from(`RIFF    WEBPVP9 ${'x'.repeat(40)}`).toString('base64')],
  ])('finds no picture in %s', (_name, base64) => {
    expect(readPictureHeader(base64)).toBeNull();
  });

  it.each([
    ['png', png(70_000, 300_000), 70_000, 300_000],
    ['gif', gif(65_535, 256), 65_535, 256],
    ['jpeg', jpeg(65_535, 256), 65_535, 256],
    ['webp, extended', webp('VP8X', 16_777_215, 70_000), 16_777_215, 70_000],
    ['webp, lossless', webp('VP8L', 16_384, 16_383), 16_384, 16_383],
    ['webp, lossy', webp('VP8 ', 16_383, 16_382), 16_383, 16_382],
  ])('reads the largest sizes of a %s', (_name, base64, width, height) => {
    expect(readPictureHeader(base64)).toMatchObject({ width, height });
  });

  it('takes a PNG for whole when its end mark is at its end', () => {
    const size = { mimeType: 'image/png', width: 40, height: 30 };
    for (let bytes = 300; bytes < 304; bytes++) {
      const whole = png(40, 30, bytes);
      expect(readPictureHeader(whole)).toEqual(size);
      expect(readPictureHeader(whole.replace(/=+$/, ''))).toEqual(size);
      expect(readPictureHeader(cut(whole, bytes + 36))).toBeNull();
      expect(readPictureHeader(edited(whole, (all) => Buffer.concat([all, Buffer.alloc(60)])))).toBeNull();
    }
  });

  it.each([
    ['RIFF that is no WebP', Buffer.from(`RIFF    WAVEVP8X${'x'.repeat(40)}`)],
    ['WEBP without RIFF', Buffer.from(`LIST    WEBPVP8X${'x'.repeat(40)}`)],
    ['a GIF without height', Buffer.from(`GIF89a\x01\x00\x00\x00${'x'.repeat(40)}`)],
    ['a GIF without width', Buffer.from(`GIF89a\x00\x00\x01\x00${'x'.repeat(40)}`)],
  ])('finds no picture in %s', (_name, bytes) => {
    expect(readPictureHeader(bytes.toString('base64'))).toBeNull();
  });

  it('never throws, whatever the bytes are', () => {
    for (const whole of [png(9, 9, 50), jpeg(9, 9, 50), gif(9, 9), webp('VP8X', 9, 9), avif(9, 9)]) {
      for (let end = 0; end <= whole.length; end++) {
        expect(() => readPictureHeader(whole.slice(0, end))).not.toThrow();
      }
    }
  });
});

describe('a header that lies', () => {
  const written = (text: string, at: number) => (bytes: Buffer) => bytes.write(text, at, 'latin1');

  it.each([
    ['a PNG whose first chunk is none of its size', edited(png(10, 10, 90), written('IDAT', 12))],
    ['a PNG whose signature was damaged in transfer', edited(png(10, 10, 90), written('\n', 4))],
    ['a PNG without width', png(0, 10, 90)],
    ['a PNG without height', png(10, 0, 90)],
    ['a JPEG without height', jpeg(10, 0)],
    ['a JPEG that claims more metadata than there is', cut(jpeg(10, 10, 60_000), 50_000)],
    ['a GIF without width', gif(0, 10)],
    ['a GIF whose first frame is wider', gif(10, 10, { width: 11, height: 10 })],
    ['a GIF whose first frame is taller', gif(10, 10, { width: 10, height: 60_000 })],
    ['a GIF without a frame', cut(gif(10, 10), 19)],
    ['a GIF with something else than a frame', gif(10, 10, undefined, [0x30, 0])],
    ['a JPEG with a restart mark before its frame', jpegOfTwoSizes(60_000, 60_000)],
    ['a JPEG with no mark at all before its frame', jpegOfTwoSizes(60_000, 60_000, 0)],
    ['a JPEG with bytes between its segments', edited(jpeg(10, 10, 50), written('..', 20))],
    ['a JPEG with a segment shorter than its own length', edited(jpeg(10, 10), written('\0\x01', 4))],
    ['a WebP whose chunk is too short for a size', edited(webp('VP8X', 40, 30), written('\x05\0\0\0', 16))],
  ])('is not believed: %s', (_name, base64) => {
    expect(readPictureHeader(base64)).toBeNull();
  });

  it('may tell any size, which is for others to refuse', () => {
    const most = 0xffff_ffff;
    expect(readPictureHeader(png(most, most))).toEqual({ mimeType: 'image/png', width: most, height: most });
  });

  it('may have tables as long as all that is read of it', () => {
    expect(readPictureHeader(avif(40, 30, 65_000))).toMatchObject({ width: 40, height: 30 });
    expect(readPictureHeader(avif(40, 30, 70_000))).toBeNull();
  });

  it('may hide the size behind metadata, up to a limit', () => {
    const metadata = [0xff, 0xe1, 0xea, 0x60, ...Array(59_998).fill(7)];
    const frame = [0xff, 0xc0, 0, 17, 8, 0x0b, 0xb8, 0x0f, 0xa0];
    const read = (times: number) =>
      readPictureHeader(
        Buffer.from([0xff, 0xd8, ...Array(times).fill(metadata).flat(), ...frame]).toString('base64'),
      );
    expect(read(3)).toEqual({ mimeType: 'image/jpeg', width: 4000, height: 3000 });
    expect(read(4)).toBeNull();
  });
});

describe('what may be drawn in the page', () => {
  it.each([
    ['a PNG', png(4_000, 3_000), 'image/png'],
    ['a JPEG', jpeg(4_000, 3_000), 'image/jpeg'],
    ['a GIF', gif(4_000, 3_000), 'image/gif'],
    ['a GIF behind a comment', gif(4_000, 3_000, undefined, [0x21, 0xfe, 2, 1, 1, 1, 1, 0]), 'image/gif'],
    ['a WebP', webp('VP8X', 4_000, 3_000), 'image/webp'],
    [
      'a PNG with bytes behind its end',
      edited(png(4_000, 3_000), (all) => Buffer.concat([all, Buffer.alloc(60)])),
      'image/png',
    ],
  ])('is %s of a known size', (_name, base64, mimeType) => {
    expect(mayBeDrawn(base64)).toEqual({ mimeType, width: 4_000, height: 3_000 });
  });

  it.each([
    ['a PNG that is too large', png(20_000, 20_000)],
    [
      'a PNG that is too large, with bytes behind its end',
      edited(png(20_000, 20_000), (all) => Buffer.concat([all, Buffer.alloc(60)])),
    ],
    ['a GIF with a frame that is too large', gif(10, 10, { width: 20_000, height: 20_000 })],
    ['a JPEG of two sizes', jpegOfTwoSizes(20_000, 20_000)],
    ['an AVIF, whose data may be of another size than its table', avif(10, 10)],
    ['a BMP', Buffer.from('BM'.padEnd(60)).toString('base64')],
    [
      'an SVG',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>').toString('base64'),
    ],
    ['more bytes than are taken apart', png(10, 10).padEnd(40_000_001, 'A')],
    ['nothing', ''],
  ])('is not %s', (_name, base64) => {
    expect(mayBeDrawn(base64)).toBeNull();
  });

  it('ends with a number of pixels', () => {
    expect(mayBeDrawn(png(8_000, 4_000))).not.toBeNull();
    expect(mayBeDrawn(png(8_000, 4_001))).toBeNull();
    expect(mayBeDrawn(png(32_000_000, 1))).not.toBeNull();
    expect(mayBeDrawn(png(0xffff_ffff, 0xffff_ffff))).toBeNull();
  });
});

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
