import type { Output } from '../notebook/cell.ts';
import { MAX_RESULT_BYTES } from '../wire/limits.ts';
import { DEFAULT_OUTPUT_CHARS, inWords } from './bound-text.ts';
import type { Draft } from './draft.ts';
import { draftOutput } from './draft-output.ts';
import { hangPictures } from './hang-pictures.ts';
import type { Picture, ScalePicture } from './picture.ts';
import { MAX_PICTURES_CHARS } from './picture.ts';
import { placeTexts } from './place-texts.ts';
import { resultWeight } from './weight.ts';

export interface ShapeOptions {
  /** For the texts of all outputs together. */
  maxChars?: number | undefined;
  /** Without it, pictures that are too large are left out. */
  scalePicture?: ScalePicture | undefined;
  /** Pictures that the result already has: they count towards its limits and its numbering. */
  earlierPictures?: readonly Picture[] | undefined;
  /** What outputs and pictures may weigh in the result, where other parts of it are heavy too. */
  maxBytes?: number | undefined;
}

export interface ShapedOutputs {
  outputs: Output[];
  images: Picture[];
}

/** Room for what the result says besides. */
const ENVELOPE_BYTES = 50_000;

/** The most that pictures take of the room: the rest is for the texts. */
const PICTURES_PART = 0.7;

/** A loop that displays thousands of things leaves room for the first and the last of them. */
const MOST_FIRST = 20;
const MOST_LAST = 80;

/** The least that is worth a try when a result is too heavy. */
const LEAST_CHARS = 100;

/**
 * nbformat outputs as an agent can use them: readable, within a budget, pictures taken out as image content.
 * Never throws, whatever the notebook holds.
 */
export async function shapeOutputs(
  outputs: readonly Output[],
  options: ShapeOptions = {},
): Promise<ShapedOutputs> {
  const { earlierPictures = [], maxBytes = MAX_RESULT_BYTES - ENVELOPE_BYTES } = options;
  const drafts = draftAll(outputs);
  const images = await hangPictures(
    drafts.flatMap((draft) => draft.pictures),
    {
      room: Math.min(MAX_PICTURES_CHARS - charsOf(earlierPictures), maxBytes * PICTURES_PART),
      earlier: earlierPictures.length,
      scalePicture: options.scalePicture,
    },
  );
  const left = maxBytes - charsOf(images);
  const shaped = drafts.map((draft) => draft.shaped);
  for (let chars = options.maxChars ?? DEFAULT_OUTPUT_CHARS; ; chars = Math.floor(chars / 2)) {
    placeTexts(drafts, chars);
    // Few characters can weigh much: control characters and other scripts take several bytes each.
    if (chars <= LEAST_CHARS || resultWeight(shaped) <= left) return { outputs: shaped, images };
  }
}

const charsOf = (pictures: readonly Picture[]): number =>
  pictures.reduce((sum, { base64 }) => sum + base64.length, 0);

function draftAll(outputs: readonly Output[]): Draft[] {
  const leftOut = outputs.length - MOST_FIRST - MOST_LAST;
  if (leftOut <= 0) return outputs.map(draftOutput);
  // In place already: a note that must not be cut, however little room there is.
  const gap: Draft = {
    shaped: {
      output_type: 'stream',
      name: 'stdout',
      text: [`[… ${inWords(leftOut)} outputs left out …]\n`],
      omitted: { outputs: leftOut },
    },
    texts: [],
    pictures: [],
  };
  const first = outputs.slice(0, MOST_FIRST).map(draftOutput);
  return [...first, gap, ...outputs.slice(-MOST_LAST).map(draftOutput)];
}
