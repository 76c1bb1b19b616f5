import { describe, expect, it, vi } from 'vitest';
import { attachPictures } from '../../../src/outputs/attach-pictures.ts';
import type { PictureSlot } from '../../../src/outputs/parse-output.ts';
import type { ScalePicture } from '../../../src/outputs/picture.ts';
import { avif, gif, jpeg, jpegOfTwoSizes, png, webp } from './pictures.ts';

const SIDE = 1_568;
const CHARS = 266_668;

/** A scaler that fills what it is allowed, and remembers what it was asked for. */
const filling = () =>
  vi.fn<ScalePicture>(async (_picture, { base64Chars }) => ({
    mimeType: 'image/jpeg',
    base64: 'A'.repeat(base64Chars),
    width: 800,
    height: 600,
  }));

async function attach(
  pictures: Array<string | { mimeType: string; base64: string }>,
  options: { room?: number; earlier?: number; scalePicture?: ScalePicture } = {},
) {
  const sentences: string[] = [];
  const slots = pictures.map((picture, at): PictureSlot => {
    const place = (sentence: string) => {
      sentences[at] = sentence;
    };
    return typeof picture === 'string'
      ? { mimeType: 'image/png', base64: picture, place }
      : { ...picture, place };
  });
  const { room = 600_000, earlier = 0, scalePicture } = options;
  return { images: await attachPictures(slots, { room, earlier, scalePicture }), sentences };
}

describe('a picture', () => {
  it.each([
    ['wide', SIDE, 10],
    ['tall', 10, SIDE],
    ['square', SIDE, SIDE],
  ])('passes unchanged while its longer side is short enough: %s', async (_name, width, height) => {
    const scalePicture = filling();
    const { images, sentences } = await attach([png(width, height)], { scalePicture });
    expect(images).toEqual([{ mimeType: 'image/png', base64: png(width, height) }]);
    expect(sentences).toEqual([`[picture 1, ${width}×${height}]`]);
    expect(scalePicture).not.toHaveBeenCalled();
  });

  it.each([
    ['wide', SIDE + 1, 10],
    ['tall', 10, SIDE + 1],
  ])('is scaled when its longer side is too long: %s', async (_name, width, height) => {
    const scalePicture = filling();
    const { images, sentences } = await attach([png(width, height)], { scalePicture });
    expect(images).toEqual([{ mimeType: 'image/jpeg', base64: 'A'.repeat(CHARS) }]);
    expect(sentences).toEqual([`[picture 1, ${width}×${height} scaled to 800×600]`]);
  });

  it('passes unchanged up to the most characters that it may have', async () => {
    // Three bytes are four characters: this is as near to the limit as a whole picture comes.
    const largest = png(10, 10, (CHARS / 4) * 3 - (png(10, 10).length / 4) * 3);
    expect(largest).toHaveLength(CHARS);
    expect((await attach([largest])).images).toEqual([{ mimeType: 'image/png', base64: largest }]);
    const { images, sentences } = await attach([png(10, 10, 200_000)]);
    expect(images).toEqual([]);
    expect(sentences).toEqual([
      '[a picture of 200 kB, 10×10, too large to send; it is shown in the notebook]',
    ]);
  });

  it('is scaled under the type that its bytes have, within what it may have', async () => {
    const scalePicture = filling();
    const base64 = gif(4_000, 3_000);
    await attach([base64], { scalePicture });
    expect(scalePicture.mock.calls).toEqual([
      [
        { mimeType: 'image/gif', base64 },
        { longestSide: SIDE, base64Chars: CHARS },
      ],
    ]);
  });

  it.each([
    ['a PNG', png(30, 40), 'image/png'],
    ['a JPEG', jpeg(30, 40), 'image/jpeg'],
    ['a GIF', gif(30, 40), 'image/gif'],
    ['a WebP', webp('VP8X', 30, 40), 'image/webp'],
  ])('passes as it is when clients take its type: %s', async (_name, base64, mimeType) => {
    expect((await attach([base64])).images).toEqual([{ mimeType, base64 }]);
  });

  it('of a type whose size cannot be relied on is never drawn', async () => {
    const scalePicture = filling();
    for (const [mimeType, base64] of [
      ['image/avif', avif(30, 40)],
      ['image/bmp', 'Qk0='],
      ['image/svg+xml', btoa('<svg/>')],
    ] as const) {
      expect(await attach([{ mimeType, base64 }], { scalePicture })).toEqual({
        images: [],
        sentences: ['[a picture of 1 kB that cannot be read]'],
      });
    }
    expect(scalePicture).not.toHaveBeenCalled();
  });

  it.each([
    ['too many pixels', png(20_000, 20_000)],
    ['too many pixels, and bytes behind its end', png(20_000, 20_000) + btoa('x'.repeat(60))],
    ['a first frame that is larger than it says', gif(10, 10, { width: 60_000, height: 60_000 })],
    ['two sizes', jpegOfTwoSizes(60_000, 60_000)],
  ])('with %s is never drawn, nor passed on', async (_name, base64) => {
    const scalePicture = filling();
    expect((await attach([base64], { scalePicture })).images).toEqual([]);
    expect(scalePicture).not.toHaveBeenCalled();
  });

  it('with bytes behind its end is drawn anew, because clients refuse it', async () => {
    const scalePicture = filling();
    const longer = png(30, 40) + btoa('x'.repeat(60));
    const { sentences } = await attach([longer], { scalePicture });
    expect(scalePicture.mock.calls[0]?.[0]).toEqual({ mimeType: 'image/png', base64: longer });
    expect(sentences).toEqual(['[picture 1, 30×40 scaled to 800×600]']);
  });

  it('that claims to be larger than any is never passed on as it is', async () => {
    const liar = png(0xffff_ffff, 0xffff_ffff);
    expect(await attach([liar])).toEqual({
      images: [],
      sentences: [
        '[a picture of 1 kB, 4294967295×4294967295, too large to send; it is shown in the notebook]',
      ],
    });
  });

  it('whose data is broken behind its header is not passed on', async () => {
    const whole = png(10, 10, 300);
    const broken = `${whole.slice(0, 200)}*${whole.slice(201)}`;
    expect(await attach([broken])).toEqual({
      images: [],
      sentences: ['[a picture of 1 kB that cannot be read]'],
    });
  });

  it('that only lost characters is not called scaled', async () => {
    const scalePicture: ScalePicture = async () => ({
      mimeType: 'image/jpeg',
      base64: 'QUJD',
      width: 640,
      height: 480,
    });
    const { sentences } = await attach([png(640, 480, 300_000)], { scalePicture });
    expect(sentences).toEqual(['[picture 1, 640×480]']);
  });

  it.each([
    ['as long as it may be', 1_000, 1],
    ['longer', 1_001, 0],
  ])('is taken from the scaler when it is %s', async (_name, chars, taken) => {
    const scalePicture: ScalePicture = async () => ({
      mimeType: 'image/jpeg',
      base64: 'A'.repeat(chars),
      width: 8,
      height: 8,
    });
    expect((await attach([png(4_000, 10)], { scalePicture, room: 1_000 })).images).toHaveLength(taken);
  });

  it('that is none says so', async () => {
    const { sentences } = await attach([
      btoa('no picture at all, but a sentence'),
      jpeg(10, 10, 9_000).slice(0, 4_000),
    ]);
    expect(sentences).toEqual([
      '[a picture of 1 kB that cannot be read]',
      '[a picture of 3 kB that cannot be read]',
    ]);
  });
});

describe('several pictures', () => {
  const large = png(4_000, 3_000, 900);

  it('are the last four, and the others say why they are not there', async () => {
    const pictures = [1, 2, 3, 4, 5, 6].map((width) => png(width, 1));
    const { images, sentences } = await attach(pictures);
    expect(images.map(({ base64 }) => base64)).toEqual(pictures.slice(2));
    expect(sentences).toEqual([
      '[a picture of 1 kB, left out: a result holds 4; it is shown in the notebook]',
      '[a picture of 1 kB, left out: a result holds 4; it is shown in the notebook]',
      '[picture 1, 3×1]',
      '[picture 2, 4×1]',
      '[picture 3, 5×1]',
      '[picture 4, 6×1]',
    ]);
  });

  it('count from those that the result already has', async () => {
    const pictures = [1, 2].map((width) => png(width, 1));
    const leftOut = '[a picture of 1 kB, left out: a result holds 4; it is shown in the notebook]';
    expect((await attach(pictures, { earlier: 2 })).sentences).toEqual([
      '[picture 3, 1×1]',
      '[picture 4, 2×1]',
    ]);
    expect((await attach(pictures, { earlier: 3 })).sentences).toEqual([leftOut, '[picture 4, 2×1]']);
    for (const earlier of [4, 5]) {
      expect(await attach(pictures, { earlier })).toEqual({ images: [], sentences: [leftOut, leftOut] });
    }
  });

  it('share the room evenly', async () => {
    const { images } = await attach([large, large, large, large], { scalePicture: filling() });
    expect(images.map(({ base64 }) => base64.length)).toEqual([150_000, 150_000, 150_000, 150_000]);
  });

  it('leave what they do not need to the larger ones, wherever those stand', async () => {
    const small = png(10, 10, 300);
    const scalePicture = filling();
    const { images, sentences } = await attach([large, small, large], {
      room: 10_000 + small.length,
      scalePicture,
    });
    expect(images.map(({ base64 }) => base64.length)).toEqual([5_000, small.length, 5_000]);
    expect(sentences).toEqual([
      '[picture 1, 4000×3000 scaled to 800×600]',
      '[picture 2, 10×10]',
      '[picture 3, 4000×3000 scaled to 800×600]',
    ]);
  });

  it('take the room of those that could not be drawn', async () => {
    const scalePicture = filling();
    scalePicture.mockResolvedValueOnce(null);
    const { images } = await attach([large, large, large], { room: 9_000, scalePicture });
    expect(scalePicture.mock.calls.map(([, { base64Chars }]) => base64Chars)).toEqual([3_000, 4_500, 4_500]);
    expect(images).toHaveLength(2);
  });
});
