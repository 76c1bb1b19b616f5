import { describe, expect, it } from 'vitest';
import { readPictureHeader } from '../../../src/outputs/picture-header.ts';
import { DOT_PNG, gif, jpeg, png, webp } from './pictures.ts';

describe('readPictureHeader', () => {
  it.each([
    ['png', png(4000, 3000), 'image/png'],
    ['jpeg', jpeg(4000, 3000), 'image/jpeg'],
    ['jpeg behind a thumbnail', jpeg(4000, 3000, 60_000), 'image/jpeg'],
    ['gif', gif(4000, 3000), 'image/gif'],
    ['webp, extended', webp('VP8X', 4000, 3000), 'image/webp'],
    ['webp, lossless', webp('VP8L', 4000, 3000), 'image/webp'],
    ['webp, lossy', webp('VP8 ', 4000, 3000), 'image/webp'],
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

  it('never throws, whatever the bytes are', () => {
    for (const whole of [png(9, 9, 50), jpeg(9, 9, 50), gif(9, 9), webp('VP8X', 9, 9)]) {
      for (let end = 0; end <= whole.length; end++) {
        expect(() => readPictureHeader(whole.slice(0, end))).not.toThrow();
      }
    }
  });
});
