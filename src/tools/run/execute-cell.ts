import { Failure } from '../../notebook/failure.ts';
import type { Notebook } from '../../notebook/notebook.ts';
import { countOf } from '../../outputs/bound-text.ts';
import { cellId } from '../arguments.ts';
import { defineTool, z } from '../tool.ts';
import { maxOutputChars, reportRun } from './report-run.ts';
import { runResult } from './run-result.ts';
import { waitForRun } from './wait-for-run.ts';

/** Below the minute after which most clients give up. */
export const DEFAULT_TIMEOUT_SECONDS = 45;

export const executeCell = defineTool({
  name: 'execute_cell',
  title: 'Run a cell',
  group: 'run',
  effect: 'runs',
  description:
    'Runs a code cell, by id or index, and waits for its end: status, execution count, duration, outputs. After timeoutSeconds it goes on: status is "running"; read the rest with get_run(runId, cursor). An exception in the code is no failure of the call: status is "error", the traceback is in the outputs. "not_started": it did not run, for the reason given.',
  input: z.strictObject({
    cellId: cellId.optional(),
    cellIndex: z.int().min(0).optional().describe('Instead of its id, from 0.'),
    timeoutSeconds: z
      .number()
      .min(0)
      .max(3_600)
      .default(DEFAULT_TIMEOUT_SECONDS)
      .describe('How long to wait; nothing is stopped then.'),
    wait: z.boolean().default(true).describe('False: return the runId at once.'),
    maxOutputChars,
  }),
  output: runResult,
  async run({ cellId, cellIndex, timeoutSeconds, wait, maxOutputChars }, context) {
    if ((cellId === undefined) === (cellIndex === undefined)) {
      throw new Failure('invalid_input', 'Give either cellId or cellIndex.', 'Nothing was run.');
    }
    const run = context.runs.start(cellId ?? (await idAt(context.notebook, cellIndex ?? 0)), context.agent);
    context.started(run.id);
    if (wait) await waitForRun(run, timeoutSeconds * 1_000, context);
    return reportRun(run, { maxChars: maxOutputChars }, context);
  },
});

async function idAt(notebook: Notebook, index: number): Promise<string> {
  const { cells, total } = await notebook.readCells({ start: index, end: index });
  const cell = cells.find((candidate) => candidate.index === index);
  if (!cell) {
    throw new Failure(
      'not_found',
      `There is no cell at index ${index}: the notebook has ${countOf(total, 'cell')}.`,
      total > 0 ? `Nothing was run. Use 0 to ${total - 1}.` : 'Nothing was run. Add a cell first.',
    );
  }
  return cell.id;
}
