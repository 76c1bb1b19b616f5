import { bytesToBase64, decodeBase64 } from '../../src/outputs/base64.ts';
import type { Picture, PictureBudget, PictureSize, ScalePicture } from '../../src/outputs/picture.ts';
import { readPictureHeader, SVG, sizesToTry } from '../../src/outputs/picture.ts';

type Scaled = Picture & PictureSize;
type Drawing = { source: CanvasImageSource } & PictureSize;

/** A picture of a few kB can unfold to gigabytes; the tab has to survive it. */
const MAX_PIXELS = 100_000_000;
/** A page in the background may never finish drawing: the call goes on without the picture. */
const TIMEOUT_MS = 10_000;
const JPEG_QUALITIES = [0.9, 0.75, 0.55];

/** Draws a picture within the budget; null when this browser cannot read it or the page forbids it. */
export const scalePicture: ScalePicture = async (picture, budget) => {
  const tooLate = new Promise<null>((resolve) => setTimeout(resolve, TIMEOUT_MS, null));
  return Promise.race([draw(picture, budget).catch(() => null), tooLate]);
};

async function draw(picture: Picture, budget: PictureBudget): Promise<Scaled | null> {
  const drawing = picture.mimeType === SVG ? await readSvg(picture) : await readBitmap(picture);
  try {
    return await encodeWithin(drawing, picture.mimeType, budget);
  } finally {
    if (drawing.source instanceof ImageBitmap) drawing.source.close();
  }
}

async function readBitmap({ mimeType, base64 }: Picture): Promise<Drawing> {
  const header = readPictureHeader(base64);
  if (header && header.width * header.height > MAX_PIXELS) throw new Error('It is too large to unfold.');
  const source = await createImageBitmap(new Blob([decodeBase64(base64)], { type: mimeType }));
  return { source, width: source.width, height: source.height };
}

/** As a data: address, because Chrome lets no canvas be read that has drawn HTML from a blob: one. */
async function readSvg({ base64 }: Picture): Promise<Drawing> {
  const source = new Image();
  await new Promise((resolve, reject) => {
    source.onload = resolve;
    source.onerror = reject;
    source.src = `data:${SVG};base64,${base64}`;
  });
  return { source, width: source.naturalWidth, height: source.naturalHeight };
}

/** Best quality first: all its pixels without loss, then with some loss, then fewer pixels. */
async function encodeWithin(
  drawing: Drawing,
  mimeType: string,
  { longestSide, base64Chars }: PictureBudget,
): Promise<Scaled | null> {
  for (const size of sizesToTry(drawing, longestSide)) {
    for (const attempt of attemptsFor(mimeType)) {
      const blob = await encode(drawing.source, size, attempt);
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
  source: CanvasImageSource,
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
  context.drawImage(source, 0, 0, width, height);
  return canvas.convertToBlob(options);
}
