import { Failure } from '../../notebook/failure.ts';
import { DEFAULT_OUTPUT_CHARS } from '../../outputs/bound-text.ts';
import type { ToolContext, ToolResult } from '../tool.ts';
import { z } from '../tool.ts';
import { DEFAULT_TIMEOUT_SECONDS } from './execute-cell.ts';
import { reportRun } from './report-run.ts';
import { waitForRun } from './wait-for-run.ts';

export const runAfterwards = z.boolean().default(false).describe('Also run it, as execute_cell does.');

/**
 * The result of a change, with the run of the changed cell where that was asked for. The change is made by then: a run
 * that may not or cannot begin is told in the run, not as a failure of the whole.
 */
export async function withRun(
  changed: ToolResult,
  cellId: string,
  isWanted: boolean,
  context: ToolContext,
): Promise<ToolResult> {
  if (!isWanted) return changed;
  const run = context.runs.start(cellId, context.agent);
  context.started(run.id);
  await waitForRun(run, DEFAULT_TIMEOUT_SECONDS * 1_000, context);
  try {
    const { data, ...rest } = await reportRun(run, { maxChars: DEFAULT_OUTPUT_CHARS }, context);
    return { ...rest, data: { ...changed.data, run: besides(data) } };
  } catch (thrown) {
    const { kind, message, next } = Failure.from(thrown);
    const run = { status: 'not_started', reason: `${kind}: ${message} ${next}` };
    return { ...changed, data: { ...changed.data, run } };
  }
}

/** Which cell it was, and who ran it, is known, and of one that passed and is shown whole there is nothing more to read. */
function besides({
  cellId,
  runId,
  cursor,
  durationMs,
  startedBy,
  ...run
}: Awaited<ReturnType<typeof reportRun>>['data']) {
  const isOver = run.status === 'ok' && run.outputs.every(({ omitted }) => omitted === undefined);
  return {
    ...(isOver ? {} : { runId }),
    ...run,
    ...worthTelling(durationMs),
    ...(run.status === 'running' ? { cursor } : {}),
  };
}

const LONG_MS = 1_000;

/** How long something took, where somebody would have noticed. */
export function worthTelling(durationMs: unknown): { durationMs?: number } {
  return typeof durationMs === 'number' && durationMs >= LONG_MS ? { durationMs } : {};
}
