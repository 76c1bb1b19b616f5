import { fromCursor } from '../../runs/cursor.ts';
import type { RuntimeContext } from '../tool.ts';
import { defineTool, z } from '../tool.ts';
import { maxOutputChars, reportRun } from './report-run.ts';
import { reportSequence, waitForSequence } from './report-sequence.ts';
import { followedResult } from './run-result.ts';

/** Below the minute after which most clients give up. */
const MAX_WAIT_SECONDS = 50;

const input = z.strictObject({
  runId: z.string().optional().describe('Default: the newest run of a cell.'),
  cursor: z.string().optional().describe('Of your last answer; default: from the start.'),
  waitSeconds: z.number().min(0).max(MAX_WAIT_SECONDS).default(0),
  until: z.enum(['output', 'end']).default('output'),
  tail: z.int().min(1).max(1_000).optional().describe('Only the last so many printed lines.'),
  maxOutputChars: maxOutputChars.describe('Most output text to return; the rest comes next.'),
});

export const getRun = defineTool<typeof input, RuntimeContext>({
  name: 'get_run',
  title: 'Read a run',
  group: 'run',
  effect: 'reads',
  description:
    'How a run stands, and what it has shown since your cursor: nothing twice; what does not fit comes with the next call (`more`). With waitSeconds it waits for news (a redrawn progress bar is none), with until "end" for the end: the cheapest way to follow a long run. Also for runs of the user, and for a run_cells.',
  input,
  output: followedResult,
  async run({ runId, cursor, waitSeconds, until, tail, maxOutputChars }, context) {
    const waitMs = waitSeconds * 1_000;
    const sequence = context.runs.findSequence(runId);
    if (sequence) {
      await waitForSequence(sequence, waitMs, context);
      return reportSequence(sequence, context);
    }
    const run = context.runs.find(runId);
    // Before it waits: for what is there already nobody has to.
    await context.runs.catchUp(run);
    const since = fromCursor(cursor);
    const deadline = performance.now() + waitMs;
    const hasNews = (): boolean =>
      run.phase === 'ended' ||
      run.input !== null ||
      (until === 'output' && run.log.hasMoreThanRedraws(since));
    while (!hasNews() && performance.now() < deadline && !context.signal.aborted) {
      await run.change(deadline - performance.now(), context.signal);
    }
    const extent =
      tail === undefined ? { since, pageChars: maxOutputChars } : { tail, maxChars: maxOutputChars };
    return reportRun(run, extent, context);
  },
});
