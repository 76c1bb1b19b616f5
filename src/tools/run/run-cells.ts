import { Failure } from '../../notebook/failure.ts';
import type { Notebook } from '../../notebook/notebook.ts';
import { TRANSIENT_ERRORS } from '../../runs/retry-policy.ts';
import type { SequenceCell } from '../../runs/sequence.ts';
import { defineTool, z } from '../tool.ts';
import { reportSequence, waitForSequence } from './report-sequence.ts';
import { sequenceResult } from './run-result.ts';

const ids = z.array(z.string().min(1)).min(1);
/** For one cell, unless told otherwise. */
export const MAX_RUN_SECONDS = 600;

const seconds = z.number().positive().max(86_400);

export const runCells = defineTool({
  name: 'run_cells',
  title: 'Run several cells',
  group: 'run',
  effect: 'runs',
  description:
    'Runs cells in notebook order: the given ids, an index range, or all. What follows a failure is skipped, except cells in force, or with continueOnError. With retries, transient errors (network, memory) are tried again with growing delays. After waitSeconds it goes on: follow it with get_run(runId), stop it with interrupt_execution. Of more than twenty it tells those that did not just pass.',
  input: z.strictObject({
    cellIds: ids.optional().describe('Only these cells.'),
    cellIndexStart: z.int().min(0).optional().describe('First of a range, from 0.'),
    cellIndexEnd: z.int().min(0).optional().describe('Last of the range, inclusive.'),
    timeoutSeconds: seconds
      .default(MAX_RUN_SECONDS)
      .describe('For each cell to start and end; then it is stopped and counts as failed.'),
    totalTimeoutSeconds: seconds
      .optional()
      .describe('For all together; then what runs is interrupted and the rest skipped.'),
    wait: z.boolean().default(true).describe('False: return the runId at once.'),
    waitSeconds: z
      .number()
      .min(0)
      .max(3_600)
      .default(45)
      .describe('How long to wait; nothing is stopped then.'),
    retries: z.int().min(0).max(10).default(0).describe('For each cell.'),
    retryOn: z
      .array(z.string().min(1))
      .optional()
      .describe('Texts in the name or message of a transient error; default: the usual ones.'),
    force: z.array(z.string().min(1)).default([]).describe('Ids of cells to run even after a failure.'),
    continueOnError: z.boolean().default(false),
    includeOutputs: z.boolean().default(false).describe('Also return what they show.'),
    tellsAll: z.boolean().default(false).describe('Tell of all cells, also of more than twenty.'),
  }),
  output: sequenceResult,
  async run(
    {
      cellIds,
      cellIndexStart,
      cellIndexEnd,
      timeoutSeconds,
      totalTimeoutSeconds,
      wait,
      waitSeconds,
      includeOutputs,
      retryOn,
      ...how
    },
    context,
  ) {
    if (cellIds && (cellIndexStart !== undefined || cellIndexEnd !== undefined)) {
      throw new Failure('invalid_input', 'Give either cellIds or an index range.', 'Nothing was run.');
    }
    const cells = await chosen(context.notebook, cellIds, cellIndexStart ?? 0, cellIndexEnd);
    const options = {
      ...how,
      retryOn: retryOn ?? TRANSIENT_ERRORS,
      force: new Set(how.force),
      tellsOutputs: includeOutputs,
      timeoutMs: timeoutSeconds * 1_000,
      ...(totalTimeoutSeconds === undefined ? {} : { totalTimeoutMs: totalTimeoutSeconds * 1_000 }),
    };
    const sequence = context.runs.startSequence(cells, options, context.agent);
    context.started(sequence.id);
    if (wait) await waitForSequence(sequence, waitSeconds * 1_000, context);
    return reportSequence(sequence, context);
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
