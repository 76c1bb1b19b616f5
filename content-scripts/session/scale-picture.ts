import { clock, type Timer } from '../../src/clock/clock.ts';
import { bytesToBase64, decodeBase64 } from '../../src/outputs/base64.ts';
import type { Picture, PictureBudget, PictureSize, ScalePicture } from '../../src/outputs/picture.ts';
import { sizesToTry } from '../../src/outputs/picture.ts';

type Scaled = Picture & PictureSize;

/** A page in the background may never finish drawing: the call goes on without the picture. */
const TIMEOUT_MS = 10_000;
const JPEG_QUALITIES = [0.9, 0.75, 0.55];

/** One picture at a time, whoever asks for it: each may take a hundred megabytes until it is drawn. */
let previous: Promise<unknown> = Promise.resolve();

/** Draws a picture within the budget; null when this browser cannot read it or the page forbids it. */
export const scalePicture: ScalePicture = async (picture, budget) => {
  let isLate = false;
  let timer: Timer | undefined;
  const tooLate = new Promise<null>((resolve) => {
    timer = clock.after(TIMEOUT_MS, () => {
      isLate = true;
      resolve(null);
    });
  });
  const drawn = previous.then(() => (isLate ? null : draw(picture, budget))).catch(() => null);
  previous = drawn;
  return Promise.race([drawn, tooLate]).finally(() => clock.clear(timer));
};

async function draw({ mimeType, base64 }: Picture, budget: PictureBudget): Promise<Scaled | null> {
  const bitmap = await createImageBitmap(new Blob([decodeBase64(base64)], { type: mimeType }));
  try {
    return await encodeWithin(bitmap, mimeType, budget);
  } finally {
    bitmap.close();
  }
}

/** Best quality first: all its pixels without loss, then with some loss, then fewer pixels. */
async function encodeWithin(
  bitmap: ImageBitmap,
  mimeType: string,
  { longestSide, base64Chars }: PictureBudget,
): Promise<Scaled | null> {
  for (const size of sizesToTry(bitmap, longestSide)) {
    for (const attempt of attemptsFor(mimeType)) {
      const blob = await encode(bitmap, size, attempt);
      // Four characters for every three bytes: no need to write them out to count them.
      if (Math.ceil(blob.size / 3) * 4 > base64Chars) continue;
      return {
        mimeType: blob.type,
        base64: bytesToBase64(new Uint8Array(await blob.arrayBuffer())),
        ...size,
      };
    }
  }
  return null;
}

function attemptsFor(mimeType: string): ImageEncodeOptions[] {
  const lossy = JPEG_QUALITIES.map((quality) => ({ type: 'image/jpeg', quality }));
  // Photographs only grow when they are written without loss.
  return mimeType === 'image/jpeg' ? lossy : [{ type: 'image/png' }, ...lossy];
}

async function encode(
  bitmap: ImageBitmap,
  { width, height }: PictureSize,
  options: ImageEncodeOptions,
): Promise<Blob> {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('There is no canvas to draw on.');
  if (options.type === 'image/jpeg') {
    // JPEG knows no transparency and would make it black, which hides the labels of a plot.
    context.fillStyle = 'white';
    context.fillRect(0, 0, width, height);
  }
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, width, height);
  return canvas.convertToBlob(options);
}
