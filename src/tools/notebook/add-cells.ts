import { Failure } from '../../notebook/failure.ts';
import { insertIndex, sourceText } from '../arguments.ts';
import { reportSequence, waitForSequence } from '../run/report-sequence.ts';
import { MAX_RUN_SECONDS } from '../run/run-cells.ts';
import { worthTelling } from '../run/run-changed-cell.ts';
import { addedRunsResult } from '../run/run-result.ts';
import type { ToolContext } from '../tool.ts';
import { defineTool, z } from '../tool.ts';

const MOST_CELLS = 100;

export const addCells = defineTool({
  name: 'add_cells',
  title: 'Add several cells',
  group: 'notebook',
  effect: 'adds',
  mayRun: true,
  description:
    'Inserts cells one behind the other, all or none. With run: true the code cells are run in order and those reported that failed, were skipped or show something.',
  input: z.strictObject({
    cells: z
      .array(z.strictObject({ type: z.enum(['code', 'text']), content: sourceText }))
      .min(1)
      .max(MOST_CELLS),
    cellIndex: insertIndex.default(-1),
    run: z.boolean().default(false),
  }),
  output: z.object({
    newCellIds: z.array(z.string()),
    cellIndex: z.int(),
    runs: addedRunsResult.optional(),
  }),
  async run({ cells, cellIndex, run }, context) {
    const added = await insertAll(cells, cellIndex, context);
    const data = { newCellIds: added.map(({ cellId }) => cellId), cellIndex: added[0]?.index };
    if (!run) return { data };
    const sequence = context.runs.startSequence(
      added,
      {
        timeoutMs: MAX_RUN_SECONDS * 1_000,
        retries: 0,
        retryOn: [],
        force: new Set(),
        continueOnError: false,
        tellsOutputs: true,
      },
      context.agent,
    );
    context.started(sequence.id);
    await waitForSequence(sequence, WAIT_MS, context);
    const { data: runs, ...rest } = await reportSequence(sequence, context);
    return { ...rest, data: { ...data, runs: besides(runs) } };
  },
});

/**
 * What came of running them. Ids and places are told beside it; of text cells and those that passed without a word there
 * is nothing to tell, and after the end nothing to follow.
 */
function besides({ runId, totals, ...runs }: Awaited<ReturnType<typeof reportSequence>>['data']) {
  const rows = runs.cells.flatMap(({ index, retries, durationMs, ...row }) =>
    row.status === 'text' || (row.status === 'ok' && !row.outputs)
      ? []
      : [{ ...row, ...worthTelling(durationMs) }],
  );
  return {
    ...(runs.status === 'running' ? { runId } : {}),
    ...runs,
    cells: rows,
    ...(runs.status === 'ok' ? {} : { totals }),
  };
}

/** Below the minute after which most clients give up. */
const WAIT_MS = 45_000;

interface Added {
  cellId: string;
  index: number;
  kind: 'code' | 'markdown';
}

async function insertAll(
  cells: ReadonlyArray<{ type: 'code' | 'text'; content: string }>,
  first: number,
  { notebook, signal }: ToolContext,
): Promise<Added[]> {
  const added: Added[] = [];
  try {
    for (const { type, content } of cells) {
      signal.throwIfAborted();
      const kind = type === 'code' ? ('code' as const) : ('markdown' as const);
      const last = added.at(-1);
      const index = last ? last.index + 1 : first;
      added.push({ ...(await notebook.insertCell({ index, kind, source: content })), kind });
    }
    return added;
  } catch (thrown) {
    // Newest first, so that those before them stand where they stood.
    const left: string[] = [];
    for (const { cellId } of added.reverse()) {
      await notebook.deleteCell({ cellId }).catch(() => left.push(cellId));
    }
    const { kind, message, next } = Failure.from(thrown);
    const rest = left.length > 0 ? ` These could not be taken back: ${left.join(', ')}.` : '';
    throw new Failure(kind, `Not all cells could be added, so none was: ${message}${rest}`, next);
  }
}
