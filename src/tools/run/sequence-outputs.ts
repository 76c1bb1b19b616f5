import type { Output } from '../../notebook/cell.ts';
import { DEFAULT_OUTPUT_CHARS } from '../../outputs/bound-text.ts';
import { shareBudget } from '../../outputs/fit-texts.ts';
import { readText } from '../../outputs/parse-output.ts';
import type { Picture } from '../../outputs/picture.ts';
import { resultWeight, shapeOutputs } from '../../outputs/shape-outputs.ts';
import type { CellReport } from '../../runs/sequence.ts';
import { isRecord } from '../../wire/json.ts';
import { MAX_RESULT_BYTES } from '../../wire/limits.ts';
import type { RuntimeContext } from '../tool.ts';

export interface SequenceOutputs {
  /** By cell; none of those that show nothing. */
  outputs: ReadonlyMap<string, Output[]>;
  images: Picture[];
  /** The cells that show more than this. */
  cut: ReadonlySet<string>;
}

/** Room for what is told of the cells besides. */
const ROWS_BYTES = 200_000;

/**
 * What the cells of a sequence show, together within what is shown of one run; the last have most of it. An error is
 * left out: what is told of its cell has it. What finds no room is still to be read with get_run.
 */
export async function sequenceOutputs(
  reports: readonly CellReport[],
  { runs, scalePicture }: RuntimeContext,
): Promise<SequenceOutputs> {
  const shows = reports.flatMap(({ cellId, runId, error }) => {
    const all = (runId === undefined ? undefined : runs.known(runId))?.log.all() ?? [];
    const held = error === undefined ? all : all.filter(({ output_type }) => output_type !== 'error');
    return held.length > 0
      ? [{ cellId, held, chars: held.reduce((sum, output) => sum + charsOf(output), 0) }]
      : [];
  });
  const lastFirst = shows.reverse();
  const shares = shareBudget(
    lastFirst.map(({ chars }) => chars),
    DEFAULT_OUTPUT_CHARS,
  );
  const outputs = new Map<string, Output[]>();
  const images: Picture[] = [];
  const cut = new Set<string>();
  let left = MAX_RESULT_BYTES - ROWS_BYTES;
  for (const [at, { cellId, held }] of lastFirst.entries()) {
    const options = { maxChars: shares[at] ?? 0, maxBytes: left, scalePicture, earlierPictures: images };
    const shaped = await shapeOutputs(held, options);
    const pictures = shaped.images.reduce((sum, { base64 }) => sum + base64.length, 0);
    const weight = resultWeight(shaped.outputs) + pictures;
    const isWhole = shaped.outputs.every(({ omitted }) => omitted === undefined);
    if (weight > left || !isWhole || shaped.outputs.length < held.length) cut.add(cellId);
    if (weight > left) continue;
    left -= weight;
    outputs.set(cellId, shaped.outputs);
    images.push(...shaped.images);
  }
  return { outputs, images, cut };
}

/** What is said of data that are no text, such as a chart's. */
const WORDS_CHARS = 1_000;

/** About how much text there is to be shown. Pictures are none. */
function charsOf({ text, data }: Output): number {
  const forms = isRecord(data) ? Object.entries(data).filter(([type]) => !type.startsWith('image/')) : [];
  const lengths = forms.map(([, form]) => readText(form)?.length ?? WORDS_CHARS);
  return lengths.reduce((sum, length) => sum + length, readText(text)?.length ?? 0);
}
