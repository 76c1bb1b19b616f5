import type { Output } from '../../notebook/cell.ts';
import { DEFAULT_OUTPUT_CHARS } from '../../outputs/bound-text.ts';
import { shapeOutputs } from '../../outputs/shape-outputs.ts';
import { outputUri } from '../../resources/resource-uri.ts';
import { toCursor } from '../../runs/cursor.ts';
import type { Mark, Reading } from '../../runs/output-log.ts';
import type { Run } from '../../runs/run.ts';
import { isRecord } from '../../wire/json.ts';
import type { ResourceLink, RuntimeContext } from '../tool.ts';
import { z } from '../tool.ts';

export const maxOutputChars = z
  .int()
  .min(100)
  .max(200_000)
  .default(DEFAULT_OUTPUT_CHARS)
  .describe('Most output text to return; the middle is left out.');

/**
 * All that the run has shown, or its last lines, cut in the middle to a budget; or a page of what came since a mark.
 * `asLines`: texts as lists of lines, as Colab's own tools give them.
 */
type Extent = { maxChars: number; tail?: number; asLines?: boolean } | { since: Mark; pageChars: number };

/** The smallest page that is still worth a call. */
const LEAST_PAGE = 1_000;

/** What every tool says of a run: how it stands, and what it has shown. */
export async function reportRun(run: Run, extent: Extent, context: RuntimeContext) {
  await context.runs.catchUp(run);
  // It never ran: the call that asks for it fails the way the attempt did.
  if (run.failure && run.log.chars === 0) throw run.failure;
  // Taken together, before anything is awaited: a run that ends meanwhile has not ended for this answer.
  const standing = standingOf(run, context);
  const { reading, outputs, images } = await readAndShape(run, extent, context);
  const links = addUris(run.id, reading, outputs, context);
  const { cleared, more, mark } = reading;
  return {
    data: {
      ...standing,
      outputs,
      cursor: toCursor(mark),
      ...(cleared ? { cleared } : {}),
      ...(more ? { more } : {}),
    },
    images,
    links,
  };
}

function standingOf(run: Run, { runs }: RuntimeContext) {
  const { id, cellId, status, end, durationMs, startedBy } = run;
  const state = runs.stateOf(run);
  const reason = end?.reason ?? run.failure?.message;
  return {
    runId: id,
    ...(cellId === null ? {} : { cellId }),
    status,
    executionCount: end?.executionCount ?? null,
    durationMs,
    startedBy: startedBy?.name ?? 'user',
    ...(reason === undefined ? {} : { reason }),
    ...(run.phase === 'ended' || state === status ? {} : { state }),
    ...(run.input ? { prompt: run.input.prompt } : {}),
    ...(run.input?.isPassword ? { isPassword: true } : {}),
  };
}

async function readAndShape(run: Run, extent: Extent, { scalePicture }: RuntimeContext) {
  if ('maxChars' in extent) {
    const shown = run.log.all();
    const all = extent.tail === undefined ? shown : lastLines(shown, extent.tail);
    const places = all.map((_, place) => shown.length - all.length + place);
    const reading: Reading = { outputs: all, places, mark: run.log.end, more: false, cleared: false };
    const { maxChars, asLines } = extent;
    return { reading, ...(await shapeOutputs(all, { maxChars, scalePicture, asLines })) };
  }
  // A page that does not fit whole is tried smaller: what it leaves out comes with the next one, not never.
  for (let chars = extent.pageChars; ; chars = Math.floor(chars / 2)) {
    const reading = run.log.since(extent.since, chars);
    const shaped = await shapeOutputs(reading.outputs, { maxChars: chars * 2, scalePicture });
    const isCut = shaped.outputs.some(
      ({ output_type, omitted }) => output_type === 'stream' && omitted !== undefined,
    );
    if (!isCut || chars <= LEAST_PAGE) return { reading, ...shaped };
  }
}

/** The last so many lines that were printed, and what was displayed among them. */
function lastLines(outputs: readonly Output[], count: number): Output[] {
  const last: Output[] = [];
  let left = count;
  for (let at = outputs.length - 1; at >= 0 && left > 0; at--) {
    const output = outputs[at];
    if (!output) continue;
    if (output.output_type !== 'stream') {
      last.unshift(output);
      left--;
      continue;
    }
    const lines = String(output.text).replace(/\n$/, '').split('\n');
    const kept = lines.slice(-left);
    left -= kept.length;
    last.unshift({ ...output, text: `${kept.join('\n')}\n` });
  }
  return last;
}

/** Says of each output that is not shown whole, and of each picture, where the original can be read. */
function addUris(
  runId: string,
  { outputs: news, places }: Reading,
  shaped: Output[],
  { notebookId }: RuntimeContext,
): ResourceLink[] {
  // A very long list of outputs is cut, and then the two do not stand side by side.
  if (shaped.length !== news.length) return [];
  const links: ResourceLink[] = [];
  for (const [at, output] of shaped.entries()) {
    const place = places[at] ?? 0;
    if (output.omitted !== undefined) output.resource = outputUri(notebookId, runId, place);
    const data = news[at]?.data;
    for (const mimeType of isRecord(data) ? Object.keys(data) : []) {
      if (!mimeType.startsWith('image/')) continue;
      links.push({
        uri: outputUri(notebookId, runId, place, mimeType),
        name: `original ${mimeType} of output ${place}`,
        mimeType,
      });
    }
  }
  return links;
}
