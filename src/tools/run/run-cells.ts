import { Failure } from '../../notebook/failure.ts';
import type { Notebook } from '../../notebook/notebook.ts';
import { TRANSIENT_ERRORS } from '../../runs/retry-policy.ts';
import type { SequenceCell } from '../../runs/sequence.ts';
import { defineTool, z } from '../tool.ts';
import { reportSequence, waitForSequence } from './report-sequence.ts';

const ids = z.array(z.string().min(1)).min(1);
const seconds = z.number().positive().max(86_400);

export const runCells = defineTool({
  name: 'run_cells',
  title: 'Run several cells',
  group: 'run',
  effect: 'runs',
  description:
    'Runs cells in notebook order and reports each: the given ids, an index range, or the whole notebook. Text cells are passed over. A transient error (network, timeout, exhausted resources, CUDA out of memory) is retried with growing delays. What follows a failure is skipped, except cells in force, or with continueOnError. It goes on when waitSeconds are over or the call is cancelled: follow it with get_run(runId), stop it with interrupt_execution. Outputs are in the notebook: read them with get_cells or get_run.',
  input: z.strictObject({
    cellIds: ids.optional().describe('Only these cells.'),
    cellIndexStart: z.int().min(0).optional().describe('The first cell of a range, counted from 0.'),
    cellIndexEnd: z.int().min(0).optional().describe('The last cell of the range, inclusive.'),
    timeoutSeconds: seconds
      .default(600)
      .describe(
        'For each cell; one that takes longer, or does not start in that time, is stopped and counts as failed.',
      ),
    totalTimeoutSeconds: seconds
      .optional()
      .describe('For all cells together; then the one that runs is interrupted and the rest skipped.'),
    wait: z.boolean().default(true).describe('False returns at once, with the runId to follow it by.'),
    waitSeconds: z
      .number()
      .min(0)
      .max(3_600)
      .default(45)
      .describe('How long to wait for the end. Nothing is stopped when the time is up.'),
    retries: z
      .int()
      .min(0)
      .max(10)
      .default(0)
      .describe('How often a cell with a transient error is tried again.'),
    retryOn: z
      .array(z.string().min(1))
      .default([...TRANSIENT_ERRORS])
      .describe('Texts that mark an error as transient, looked for in its name and message.'),
    force: z.array(z.string().min(1)).default([]).describe('Ids of cells to run even after a failure.'),
    continueOnError: z.boolean().default(false).describe('Go on with the next cell after a failure.'),
  }),
  async run(
    { cellIds, cellIndexStart, cellIndexEnd, timeoutSeconds, totalTimeoutSeconds, wait, waitSeconds, ...how },
    context,
  ) {
    if (cellIds && (cellIndexStart !== undefined || cellIndexEnd !== undefined)) {
      throw new Failure('invalid_input', 'Give either cellIds or an index range.', 'Nothing was run.');
    }
    const cells = await chosen(context.notebook, cellIds, cellIndexStart ?? 0, cellIndexEnd);
    const options = {
      ...how,
      force: new Set(how.force),
      timeoutMs: timeoutSeconds * 1_000,
      ...(totalTimeoutSeconds === undefined ? {} : { totalTimeoutMs: totalTimeoutSeconds * 1_000 }),
    };
    const sequence = context.runs.startSequence(cells, options, context.agent);
    if (wait) await waitForSequence(sequence, waitSeconds * 1_000, context);
    return { data: reportSequence(sequence) };
  },
});

async function chosen(
  notebook: Notebook,
  cellIds: string[] | undefined,
  start: number,
  end: number | undefined,
): Promise<SequenceCell[]> {
  const query = cellIds ? { cellIds } : { start, ...(end === undefined ? {} : { end }) };
  const { cells, total } = await notebook.readCells(query);
  if (cells.length === 0) {
    throw new Failure(
      'invalid_input',
      `There are no cells from ${start} on: the notebook has ${total}.`,
      'Nothing was run.',
    );
  }
  return cells.map(({ id, index, cell_type }) => ({ cellId: id, index, kind: cell_type }));
}
