import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { attachPictures } from '../../../src/outputs/attach-pictures.ts';
import { mayBeDrawn, readPictureHeader } from '../../../src/outputs/picture.ts';
import { FUZZ_TIMEOUT_MS, fuzzed, nastyText } from '../../support/fuzz.ts';
import { heldBytes } from '../../support/heap.ts';
import { avif, gif, jpeg, jpegOfTwoSizes, png, webp } from '../outputs/pictures.ts';

const side = fc.oneof(fc.integer({ min: 1, max: 3_000 }), fc.integer({ min: 1, max: 65_535 }));

/** Headers of all kinds, true ones and others. */
const made = fc
  .tuple(side, side, side, fc.nat(300))
  .chain(([width, height, other, bytes]) =>
    fc.constantFrom(
      png(width, height, bytes),
      jpeg(width, height, bytes + 2),
      gif(width, height),
      gif(width, height, { width: other, height: other }),
      jpegOfTwoSizes(width, height),
      avif(width, height),
      webp('VP8X', width, height),
      webp('VP8 ', Math.min(width, 16_383), Math.min(height, 16_383)),
      webp('VP8L', Math.min(width, 16_383), Math.min(height, 16_383)),
      Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}"/>`).toString('base64'),
    ),
  );

const edit = fc.record({
  cut: fc.double({ min: 0, max: 1, noNaN: true }),
  flips: fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 6 }),
  behind: fc.uint8Array({ maxLength: 80 }),
});

/** As they are, cut short, with some bytes changed, with others behind their end; and what is none at all. */
const picture = fc.oneof(
  made,
  fc.tuple(made, edit).map(([base64, { cut, flips, behind }]) => {
    const bytes = Buffer.from(base64, 'base64');
    for (const [at, value] of flips) bytes[at % bytes.length] = value;
    return Buffer.concat([bytes.subarray(0, Math.ceil(bytes.length * cut)), behind]).toString('base64');
  }),
  fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes).toString('base64')),
  nastyText(10),
);

describe('any picture', () => {
  it(
    'is drawn only when it is known to be small enough',
    () => {
      fc.assert(
        fc.property(picture, (base64) => {
          const header = readPictureHeader(base64);
          const drawn = mayBeDrawn(base64);
          if (drawn) expect(drawn.width * drawn.height).toBeLessThanOrEqual(32_000_000);
          if (header && drawn) expect(header).toEqual(drawn);
          if (drawn) expect(['image/png', 'image/jpeg', 'image/gif', 'image/webp']).toContain(drawn.mimeType);
        }),
        fuzzed(3_000),
      );
    },
    FUZZ_TIMEOUT_MS,
  );

  it(
    'leaves a sentence, and takes no more memory than it has',
    async () => {
      const before = heldBytes();
      await fc.assert(
        fc.asyncProperty(fc.array(picture, { maxLength: 6 }), async (pictures) => {
          const sentences: string[] = [];
          const slots = pictures.map((base64, at) => ({
            mimeType: 'image/png',
            base64,
            place: (sentence: string) => {
              sentences[at] = sentence;
            },
          }));
          const images = await attachPictures(slots, {
            room: 600_000,
            earlier: 0,
            scalePicture: async () => null,
          });
          expect(sentences.filter((sentence) => /^\[.*picture.*\]$/.test(sentence))).toHaveLength(
            pictures.length,
          );
          expect(images.length).toBeLessThanOrEqual(4);
        }),
        fuzzed(500),
      );
      expect((heldBytes() - before) / 1_000_000).toBeLessThan(30);
    },
    FUZZ_TIMEOUT_MS,
  );
});
