import { describe, expect, it } from 'vitest';
import type { Output } from '../../../src/notebook/cell.ts';
import type { ScalePicture } from '../../../src/outputs/picture.ts';
import { shapeAsLines as shapeOutputs } from '../../support/shape-as-lines.ts';
import { DOT_PNG, gif, png } from './pictures.ts';

const display = (data: Record<string, unknown>): Output => ({ output_type: 'display_data', data });
const picture = (base64: string): Output => display({ 'image/png': base64 });
const sentences = (outputs: Output[]) =>
  outputs.map(({ data }) => Object.values(data ?? {}).find((value) => String(value).includes('picture')));

/** Fills what it is allowed. */
const scale: ScalePicture = async (_picture, { longestSide, base64Chars }) => ({
  mimeType: 'image/jpeg',
  base64: 'A'.repeat(base64Chars - (base64Chars % 4)),
  width: longestSide,
  height: 1176,
});

describe('pictures', () => {
  it('pass unchanged when they fit, under the type that they have', async () => {
    const { outputs, images } = await shapeOutputs(
      [picture(`${DOT_PNG.slice(0, 40)}\n${DOT_PNG.slice(40)}\n`), picture(gif(640, 480))],
      { scalePicture: () => Promise.reject(new Error('not needed')) },
    );
    expect(images).toEqual([
      { mimeType: 'image/png', base64: DOT_PNG },
      { mimeType: 'image/gif', base64: gif(640, 480) },
    ]);
    expect(sentences(outputs)).toEqual(['[picture 1, 1×1]', '[picture 2, 640×480]']);
  });

  it('are scaled when they have too many pixels or too many bytes', async () => {
    const { outputs, images } = await shapeOutputs(
      [picture(png(4000, 3000)), picture(png(10, 10, 300_000))],
      {
        scalePicture: scale,
      },
    );
    expect(sentences(outputs)).toEqual([
      '[picture 1, 4000×3000 scaled to 1568×1176]',
      '[picture 2, 10×10 scaled to 1568×1176]',
    ]);
    expect(images.every(({ base64 }) => base64.length <= 266_668)).toBe(true);
  });

  it('share the room of the result, the last four of them', async () => {
    const small = png(8, 8, 100);
    const { outputs, images } = await shapeOutputs(
      [...Array(4).fill(picture(png(4000, 3000, 900))), picture(small), picture(png(4000, 3000, 900))],
      { scalePicture: scale },
    );
    expect(images).toHaveLength(4);
    expect(images[2]?.base64).toBe(small);
    const total = images.reduce((sum, { base64 }) => sum + base64.length, 0);
    expect(total).toBeLessThanOrEqual(600_000);
    expect(total).toBeGreaterThan(590_000);
    expect(sentences(outputs)[0]).toMatch(/^\[a picture of \d+ kB, left out: a result holds 4/);
    expect(sentences(outputs).at(-1)).toContain('picture 4');
  });

  it('go on from those that the result already has', async () => {
    const earlierPictures = Array(3).fill({ mimeType: 'image/png', base64: DOT_PNG });
    const { outputs, images } = await shapeOutputs([picture(DOT_PNG), picture(DOT_PNG)], { earlierPictures });
    expect(images).toHaveLength(1);
    expect(sentences(outputs)[1]).toBe('[picture 4, 1×1]');
  });

  it('leave room to those that the result already has', async () => {
    const earlierPictures = [{ mimeType: 'image/png', base64: 'A'.repeat(500_000) }];
    const { images } = await shapeOutputs([picture(png(4000, 3000))], {
      earlierPictures,
      scalePicture: scale,
    });
    expect(images.map(({ base64 }) => base64.length)).toEqual([100_000]);
  });

  it('leave room to the texts, and texts to them', async () => {
    const text: Output = { output_type: 'stream', name: 'stdout', text: 'x'.repeat(20_000) };
    const { outputs, images } = await shapeOutputs([text, picture(png(4000, 3000))], {
      scalePicture: scale,
      maxBytes: 100_000,
      maxChars: 20_000,
    });
    expect(images.map(({ base64 }) => base64.length)).toEqual([70_000]);
    expect(outputs[0]?.omitted).toEqual({ chars: 15_000, totalChars: 20_000 });
  });

  it('are sent in one form only', async () => {
    const { outputs, images } = await shapeOutputs([
      display({ 'image/svg+xml': '<svg/>', 'image/png': DOT_PNG, 'text/plain': '<Figure>' }),
    ]);
    expect(images).toHaveLength(1);
    expect(outputs[0]?.data).toEqual({
      'image/svg+xml': '[the same picture as image/png]',
      'image/png': '[picture 1, 1×1]',
      'text/plain': ['<Figure>'],
    });
  });

  it('drawn as SVG are told as their source, with their size, and never drawn', async () => {
    const svg = `<svg>${'<g/>'.repeat(500)}é</svg>`;
    const { outputs, images } = await shapeOutputs([display({ 'image/svg+xml': [svg] })], {
      scalePicture: () => Promise.reject(new Error('drawn')),
      maxChars: 500,
    });
    expect(images).toEqual([]);
    expect(outputs[0]).toMatchObject({ omitted: { totalChars: svg.length } });
    expect(JSON.stringify(outputs)).toMatch(
      /"\[2,012 characters of SVG, drawn in the notebook\]\\n","<svg>.*é<\/svg>"/,
    );
  });

  it.each([
    ['nothing to draw with', undefined],
    ['a scaler that gives up', async () => null],
    ['a scaler that breaks', () => Promise.reject(new Error('broken'))],
    [
      'a scaler that overdoes it',
      async () => ({ mimeType: 'x', base64: 'A'.repeat(300_000), width: 1, height: 1 }),
    ],
  ])('never come as base64 in the text, with %s', async (_name, scalePicture) => {
    const bad = [png(4000, 3000), png(9, 9, 3_000).slice(0, 2_000), 'not a picture', '', 'QUJD'.repeat(900)];
    const { outputs, images } = await shapeOutputs(
      bad
        .slice(0, 4)
        .map(picture)
        .concat(display({ 'image/bmp': bad[4] }))
        .slice(-4),
      { scalePicture },
    );
    expect(images).toEqual([]);
    expect(JSON.stringify(outputs)).not.toMatch(/[A-Za-z0-9+/]{60}/);
    expect(sentences(outputs).every((sentence) => /^\[a picture .*\]$/.test(String(sentence)))).toBe(true);
  });

  it('that are too large say so', async () => {
    const { outputs } = await shapeOutputs([picture(png(4000, 3000, 3_000))]);
    expect(sentences(outputs)).toEqual([
      '[a picture of 3 kB, 4000×3000, too large to send; it is shown in the notebook]',
    ]);
  });
});
