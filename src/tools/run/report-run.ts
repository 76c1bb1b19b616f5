import type { Output } from '../../notebook/cell.ts';
import { DEFAULT_OUTPUT_CHARS } from '../../outputs/bound-text.ts';
import { shapeOutputs } from '../../outputs/shape-outputs.ts';
import { outputUri } from '../../resources/resource-uri.ts';
import { toCursor } from '../../runs/cursor.ts';
import type { Mark, Reading } from '../../runs/output-log.ts';
import type { Run } from '../../runs/run.ts';
import { isRecord } from '../../wire/json.ts';
import type { ResourceLink, ToolContext, ToolResult } from '../tool.ts';
import { z } from '../tool.ts';

export const maxOutputChars = z
  .int()
  .min(100)
  .max(200_000)
  .default(DEFAULT_OUTPUT_CHARS)
  .describe('How much output text to return at most; what is over is left out in the middle, and counted.');

/** All that the run has shown, cut in the middle to a budget; or a page of what came since a mark. */
type Extent = { maxChars: number } | { since: Mark; pageChars: number };

/** The smallest page that is still worth a call. */
const LEAST_PAGE = 1_000;

/** What every tool says of a run: how it stands, and what it has shown. */
export async function reportRun(run: Run, extent: Extent, context: ToolContext): Promise<ToolResult> {
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

function standingOf(run: Run, { runs }: ToolContext): Record<string, unknown> {
  const { id, cellId, status, end, durationMs, startedBy } = run;
  const place = runs.positionOf(run);
  const state = place > 0 ? `queued behind ${place} other runs` : run.state;
  const reason = end?.reason ?? run.failure?.message;
  return {
    runId: id,
    cellId,
    status,
    executionCount: end?.executionCount ?? null,
    durationMs,
    startedBy: startedBy?.name ?? 'user',
    ...(reason === undefined ? {} : { reason }),
    ...(run.phase === 'ended' ? {} : { state }),
  };
}

async function readAndShape(run: Run, extent: Extent, { scalePicture }: ToolContext) {
  if ('maxChars' in extent) {
    const all = run.log.all();
    const places = all.map((_, place) => place);
    const reading: Reading = { outputs: all, places, mark: run.log.end, more: false, cleared: false };
    return { reading, ...(await shapeOutputs(all, { maxChars: extent.maxChars, scalePicture })) };
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

/** Says of each output that is not shown whole, and of each picture, where the original can be read. */
function addUris(
  runId: string,
  { outputs: news, places }: Reading,
  shaped: Output[],
  { notebookId }: ToolContext,
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
