import { Failure } from '../../notebook/failure.ts';
import type { Notebook } from '../../notebook/notebook.ts';
import { cellId } from '../arguments.ts';
import { defineTool, z } from '../tool.ts';
import { maxOutputChars, reportRun } from './report-run.ts';
import { waitForRun } from './wait-for-run.ts';

/** Below the minute after which most clients give up. */
const DEFAULT_TIMEOUT_SECONDS = 45;

export const executeCell = defineTool({
  name: 'execute_cell',
  title: 'Run a cell',
  group: 'run',
  effect: 'runs',
  description:
    'Runs a code cell, named by id or by index, and waits for its end: status, execution count, duration and outputs. A cell that takes longer than timeoutSeconds goes on: status is "running", with what came so far; read the rest with get_run(runId, cursor). An exception in the code is not a failure of the call: status is "error" and the traceback is in the outputs. "not_started" means that the cell did not run; the reason is given.',
  input: z.strictObject({
    cellId: cellId.optional(),
    cellIndex: z
      .int()
      .min(0)
      .optional()
      .describe('The index of the cell, counted from 0, instead of its id.'),
    timeoutSeconds: z
      .number()
      .min(0)
      .max(3_600)
      .default(DEFAULT_TIMEOUT_SECONDS)
      .describe('How long to wait for the end. The cell is not stopped when the time is up.'),
    wait: z.boolean().default(true).describe('False returns at once, with the runId to read from later.'),
    maxOutputChars,
  }),
  async run({ cellId, cellIndex, timeoutSeconds, wait, maxOutputChars }, context) {
    if ((cellId === undefined) === (cellIndex === undefined)) {
      throw new Failure('invalid_input', 'Give either cellId or cellIndex.', 'Nothing was run.');
    }
    const run = context.runs.start(cellId ?? (await idAt(context.notebook, cellIndex ?? 0)), context.agent);
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
      `There is no cell at index ${index}: the notebook has ${total} cells.`,
      total > 0 ? `Nothing was run. Use 0 to ${total - 1}.` : 'Nothing was run. Add a cell first.',
    );
  }
  return cell.id;
}
