import type { Output } from '../../notebook/cell.ts';
import { DEFAULT_OUTPUT_CHARS } from '../../outputs/bound-text.ts';
import { isRecord } from '../../outputs/draft.ts';
import { shapeOutputs } from '../../outputs/shape-outputs.ts';
import { outputAddress } from '../../resources/address.ts';
import { toCursor } from '../../runs/cursor.ts';
import type { Mark } from '../../runs/output-log.ts';
import type { Run } from '../../runs/run.ts';
import type { ResourceLink, ToolContext, ToolResult } from '../tool.ts';
import { z } from '../tool.ts';

export const maxOutputChars = z
  .int()
  .min(100)
  .max(200_000)
  .default(DEFAULT_OUTPUT_CHARS)
  .describe('How much output text to return at most; what is over is left out in the middle, and counted.');

/**
 * What every tool says of a run: how it stands, and what it has shown since the mark: all of it, cut in the
 * middle to `maxChars`; or, with `pageChars`, as much as comes first, the rest being left for the next call.
 */
export async function reportRun(
  run: Run,
  since: Mark,
  { maxChars, pageChars }: { maxChars: number; pageChars?: number },
  context: ToolContext,
): Promise<ToolResult> {
  // It never ran: the call that asks for it fails the way the attempt did.
  if (run.failure) throw run.failure;
  const { outputs: news, places, cleared, mark, more } = run.log.since(since, pageChars);
  const cursor = toCursor(mark);
  const { outputs, images } = await shapeOutputs(news, {
    maxChars,
    ...optional('scalePicture', context.scalePicture),
  });
  const links = addAddresses(run.id, news, places, outputs);
  const place = context.runs.placeOf(run);
  return {
    data: {
      runId: run.id,
      cellId: run.cellId,
      status: run.status,
      executionCount: run.end?.executionCount ?? null,
      durationMs: run.durationMs,
      outputs,
      cursor,
      startedBy: run.startedBy,
      ...optional('reason', run.end?.reason),
      ...(run.end ? {} : { state: place > 0 ? `queued behind ${place} other runs` : run.state }),
      ...(cleared ? { cleared } : {}),
      ...(more ? { more } : {}),
    },
    images,
    links,
  };
}

/** Says of each output that is not shown whole, and of each picture, where the original can be read. */
function addAddresses(runId: string, news: Output[], places: number[], shaped: Output[]): ResourceLink[] {
  // A very long list of outputs is cut, and then the two do not stand side by side.
  if (shaped.length !== news.length) return [];
  const links: ResourceLink[] = [];
  for (const [at, output] of shaped.entries()) {
    const place = places[at] ?? 0;
    if (output.omitted !== undefined) output.resource = outputAddress(runId, place);
    const data = news[at]?.data;
    for (const mimeType of isRecord(data) ? Object.keys(data) : []) {
      if (!mimeType.startsWith('image/')) continue;
      links.push({
        uri: outputAddress(runId, place, mimeType),
        name: `original ${mimeType} of output ${place}`,
        mimeType,
      });
    }
  }
  return links;
}

function optional<Key extends string, Value>(key: Key, value: Value | undefined): { [K in Key]?: Value } {
  const found: { [K in Key]?: Value } = {};
  if (value !== undefined) found[key] = value;
  return found;
}
