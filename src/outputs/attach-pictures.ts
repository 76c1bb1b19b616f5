import { isBase64, kilobytes } from './base64.ts';
import type { PictureSlot } from './parse-output.ts';
import type { Picture, PictureBudget, PictureSize, ScalePicture } from './picture.ts';
import { MAX_PICTURES, mayBeDrawn, PICTURE_BUDGET, readPictureHeader, SENT_AS_IS } from './picture.ts';

interface Fitted extends Picture, PictureSize {
  /** What it measured in the notebook. */
  was: PictureSize;
}

/**
 * Takes pictures out of the outputs into the result, made to fit, and leaves a sentence where each was.
 * Of too many the last are taken: like the last outputs, they show where things stand.
 * `room` is for the base64 of all of them; `earlier` is how many pictures the result already has.
 */
export async function attachPictures(
  slots: readonly PictureSlot[],
  { room, earlier, scalePicture }: { room: number; earlier: number; scalePicture: ScalePicture | undefined },
): Promise<Picture[]> {
  const firstChosen = Math.max(0, slots.length - Math.max(0, MAX_PICTURES - earlier));
  const chosen = slots.slice(firstChosen);
  const fitted = await fitAll(chosen, room, scalePicture);
  const images: Picture[] = [];
  for (const slot of slots) {
    const picture = fitted.get(slot);
    if (picture) {
      images.push({ mimeType: picture.mimeType, base64: picture.base64 });
      slot.place(`[picture ${earlier + images.length}, ${inWords(picture)}]`);
    } else slot.place(whyNot(slot, chosen.includes(slot)));
  }
  return images;
}

/** The smallest first: what they do not need is left to the larger ones. */
async function fitAll(
  slots: readonly PictureSlot[],
  room: number,
  scalePicture: ScalePicture | undefined,
): Promise<Map<PictureSlot, Fitted>> {
  const fitted = new Map<PictureSlot, Fitted>();
  let left = room;
  let waiting = slots.length;
  for (const slot of [...slots].sort((one, other) => one.base64.length - other.base64.length)) {
    const share = Math.min(PICTURE_BUDGET.base64Chars, Math.floor(left / waiting));
    const picture = await madeToFit(slot, { ...PICTURE_BUDGET, base64Chars: share }, scalePicture);
    waiting--;
    if (!picture) continue;
    fitted.set(slot, picture);
    left -= picture.base64.length;
  }
  return fitted;
}

async function madeToFit(
  { base64 }: PictureSlot,
  budget: PictureBudget,
  scalePicture: ScalePicture | undefined,
): Promise<Fitted | null> {
  const header = readPictureHeader(base64);
  if (
    header &&
    SENT_AS_IS.has(header.mimeType) &&
    base64.length <= budget.base64Chars &&
    Math.max(header.width, header.height) <= budget.longestSide &&
    isBase64(base64)
  ) {
    return { ...header, base64, was: header };
  }
  const drawable = mayBeDrawn(base64);
  if (!drawable) return null;
  try {
    const scaled = await scalePicture?.({ mimeType: drawable.mimeType, base64 }, budget);
    return scaled && scaled.base64.length <= budget.base64Chars ? { ...scaled, was: drawable } : null;
  } catch {
    return null;
  }
}

const size = ({ width, height }: PictureSize): string => `${width}×${height}`;

function inWords(picture: Fitted): string {
  const isScaled = size(picture.was) !== size(picture);
  return isScaled ? `${size(picture.was)} scaled to ${size(picture)}` : size(picture);
}

function whyNot({ base64 }: PictureSlot, hadAPlace: boolean): string {
  const picture = `a picture of ${kilobytes(base64.length)}`;
  if (!hadAPlace)
    return `[${picture}, left out: a result holds ${MAX_PICTURES}; it is shown in the notebook]`;
  const header = isBase64(base64) ? readPictureHeader(base64) : null;
  return header && SENT_AS_IS.has(header.mimeType)
    ? `[${picture}, ${size(header)}, too large to send; it is shown in the notebook]`
    : `[${picture} that cannot be read]`;
}
