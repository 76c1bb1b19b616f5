import { Failure } from '../../notebook/failure.ts';
import type { Notebook } from '../../notebook/notebook.ts';
import { TRANSIENT_ERRORS } from '../../runs/retry-policy.ts';
import type { SequenceCell } from '../../runs/run-sequence.ts';
import { runSequence } from '../../runs/run-sequence.ts';
import { defineTool, z } from '../tool.ts';
import { keepTelling } from './sign-of-life.ts';

const ids = z.array(z.string().min(1)).min(1);

export const runCells = defineTool({
  name: 'run_cells',
  title: 'Run several cells',
  group: 'run',
  effect: 'runs',
  description:
    'Runs cells in notebook order and reports each: the given ids, an index range, or the whole notebook. Text cells are passed over. A transient error (network, timeout, exhausted resources, CUDA out of memory) is retried with growing delays. What follows a failure is skipped, except cells in force, or with continueOnError. Outputs are in the notebook: read them with get_cells or get_run.',
  input: z.strictObject({
    cellIds: ids.optional().describe('Only these cells.'),
    cellIndexStart: z.int().min(0).optional().describe('The first cell of a range, counted from 0.'),
    cellIndexEnd: z.int().min(0).optional().describe('The last cell of the range, inclusive.'),
    timeoutSeconds: z
      .number()
      .positive()
      .max(86_400)
      .default(600)
      .describe('For each cell; one that takes longer is interrupted and counts as failed.'),
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
    { cellIds, cellIndexStart, cellIndexEnd, timeoutSeconds, retries, retryOn, force, continueOnError },
    context,
  ) {
    const { notebook, runs, signal, progress } = context;
    if (cellIds && (cellIndexStart !== undefined || cellIndexEnd !== undefined)) {
      throw new Failure('invalid_input', 'Give either cellIds or an index range.', 'Nothing was run.');
    }
    const cells = await chosen(notebook, cellIds, cellIndexStart ?? 0, cellIndexEnd);
    const { tell, stop } = keepTelling(progress);
    let leave = (): void => {};
    try {
      leave = await runs.turnstile.enter(signal, (place) =>
        tell(`waiting for another run of cells (place ${place})`),
      );
      const report = await runSequence(
        cells,
        { timeoutMs: timeoutSeconds * 1_000, retries, retryOn, force: new Set(force), continueOnError },
        {
          start: (id) => runs.start(id),
          stop: async (run) => runs.cancel(run) || notebook.interrupt({ cellId: run.cellId }),
          sleep,
          random: Math.random,
          signal,
          tell,
        },
      );
      return { data: { ...report } };
    } finally {
      stop();
      leave();
    }
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

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
