import type { Output } from '../notebook/cell.ts';
import { MAX_RESULT_BYTES, utf8Length } from '../wire/limits.ts';
import { attachPictures } from './attach-pictures.ts';
import { countOf, DEFAULT_OUTPUT_CHARS } from './bound-text.ts';
import { fitTexts } from './fit-texts.ts';
import type { ParsedOutput } from './parse-output.ts';
import { parseOutput } from './parse-output.ts';
import type { Picture, ScalePicture } from './picture.ts';
import { MAX_PICTURES_CHARS } from './picture.ts';

export interface ShapeOptions {
  /** For the texts of all outputs together. */
  maxChars?: number | undefined;
  /** Without it, pictures that are too large are left out. */
  scalePicture?: ScalePicture | undefined;
  /** Pictures that the result already has: they count towards its limits and its numbering. */
  earlierPictures?: readonly Picture[] | undefined;
  /** What outputs and pictures may weigh in the result, where other parts of it are heavy too. */
  maxBytes?: number | undefined;
  /** Texts as lists of lines, as nbformat and Colab's own tools have them. */
  asLines?: boolean | undefined;
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
 * Each is parsed; pictures that fit are attached; texts get their share of the budget, and less of it while the
 * result is too heavy. Never throws, whatever the notebook holds.
 */
export async function shapeOutputs(
  outputs: readonly Output[],
  options: ShapeOptions = {},
): Promise<ShapedOutputs> {
  const { earlierPictures = [], maxBytes = MAX_RESULT_BYTES - ENVELOPE_BYTES, asLines = false } = options;
  const parsed = parseOutputs(outputs, asLines);
  const images = await attachPictures(
    parsed.flatMap(({ pictures }) => pictures),
    {
      room: Math.min(MAX_PICTURES_CHARS - charsOf(earlierPictures), maxBytes * PICTURES_PART),
      earlier: earlierPictures.length,
      scalePicture: options.scalePicture,
    },
  );
  const left = maxBytes - charsOf(images);
  const shaped = parsed.map((output) => output.shaped);
  for (let chars = options.maxChars ?? DEFAULT_OUTPUT_CHARS; ; chars = Math.floor(chars / 2)) {
    fitTexts(parsed, chars);
    // Few characters can weigh much: control characters and other scripts take several bytes each.
    if (chars <= LEAST_CHARS || resultWeight(shaped) <= left) return { outputs: shaped, images };
  }
}

const charsOf = (pictures: readonly Picture[]): number =>
  pictures.reduce((sum, { base64 }) => sum + base64.length, 0);

function parseOutputs(outputs: readonly Output[], asLines: boolean): ParsedOutput[] {
  const parse = (output: Output): ParsedOutput => parseOutput(output, asLines);
  const leftOut = outputs.length - MOST_FIRST - MOST_LAST;
  if (leftOut <= 0) return outputs.map(parse);
  const note = `[… ${countOf(leftOut, 'output')} left out …]\n`;
  // In place already: a note that must not be cut, however little room there is.
  const gap: ParsedOutput = {
    shaped: {
      output_type: 'stream',
      name: 'stdout',
      text: asLines ? [note] : note,
      omitted: { outputs: leftOut },
    },
    texts: [],
    pictures: [],
    asLines,
  };
  const first = outputs.slice(0, MOST_FIRST).map(parse);
  return [...first, gap, ...outputs.slice(-MOST_LAST).map(parse)];
}

/**
 * What a value weighs in a tool's result, in bytes, at most: it is sent once as structuredContent and once
 * more as text, where its JSON is a string whose quotes and backslashes are escaped, which can double it.
 */
export function resultWeight(value: unknown): number {
  return 3 * utf8Length(JSON.stringify(value));
}
