import { TRANSIENT_ERRORS } from '../../runs/retry-policy.ts';
import { reportSequence, waitForSequence } from '../run/report-sequence.ts';
import { sequenceResult } from '../run/run-result.ts';
import { defineTool, z } from '../tool.ts';
import { staleCells } from './stale-cells.ts';
import { cellsWithReason } from './stale-result.ts';

/** Below the minute after which most clients give up. */
const WAIT_MS = 45_000;
const CELL_TIMEOUT_MS = 600_000;

export const syncState = defineTool({
  name: 'sync_state',
  title: 'Bring the kernel up to date',
  group: 'state',
  effect: 'runs',
  description:
    'Runs all code cells from the first one on that is not up to date (see detect_sync_needed), as run_cells does.',
  input: z.strictObject({
    dryRun: z.boolean().default(false).describe('Only tell which cells, and why.'),
  }),
  output: sequenceResult.partial({ runId: true }).extend({ unknown: cellsWithReason.optional() }),
  async run({ dryRun }, context) {
    const { cells, stale, unknown } = await staleCells(context);
    const [first] = stale;
    const rest = first ? cells.filter(({ index }) => index >= first.index) : [];
    const alsoUnknown = unknown.length > 0 ? { unknown } : {};
    if (dryRun || !first) {
      const reasons = new Map(stale.map(({ cellId, reason }) => [cellId, reason]));
      const wouldRun = rest.filter(({ cell_type }) => cell_type === 'code');
      const told = wouldRun.map(({ id, index }) => ({
        cellId: id,
        index,
        status: 'would_run',
        reason: reasons.get(id) ?? 'is below one that runs',
      }));
      const totals = { passed: 0, failed: 0, skipped: 0 };
      return { data: { status: dryRun ? 'dry_run' : 'ok', cells: told, totals, ...alsoUnknown } };
    }
    const sequence = context.runs.startSequence(
      rest.map(({ id, index, cell_type }) => ({ cellId: id, index, kind: cell_type })),
      {
        timeoutMs: CELL_TIMEOUT_MS,
        retries: 0,
        retryOn: TRANSIENT_ERRORS,
        force: new Set(),
        continueOnError: false,
      },
      context.agent,
    );
    context.started(sequence.id);
    await waitForSequence(sequence, WAIT_MS, context);
    const { data } = await reportSequence(sequence, context);
    return { data: { ...data, ...alsoUnknown } };
  },
});
