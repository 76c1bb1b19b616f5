import { fromCursor } from '../../runs/cursor.ts';
import { defineTool, z } from '../tool.ts';
import { maxOutputChars, reportRun } from './report-run.ts';
import { reportSequence, waitForSequence } from './report-sequence.ts';

/** Below the minute after which most clients give up. */
const MAX_WAIT_SECONDS = 50;

export const getRun = defineTool({
  name: 'get_run',
  title: 'Read a run',
  group: 'run',
  effect: 'reads',
  description:
    'How a run stands, and what its cell has shown since the cursor of your last answer: only what is new, nothing twice. What does not fit into maxOutputChars comes with the next call (`more` says so), so any amount of output can be read to its end. With waitSeconds it waits for something new, or for the end. Also knows runs that the user started by hand, and follows a run_cells by its runId: then it waits for the end of all.',
  input: z.strictObject({
    runId: z
      .string()
      .optional()
      .describe('The run, as execute_cell or run_cells gave it; the newest run of a cell when left out.'),
    cursor: z.string().optional().describe('The cursor of your last answer; from the start when left out.'),
    waitSeconds: z.number().min(0).max(MAX_WAIT_SECONDS).default(0).describe('How long to wait for news.'),
    maxOutputChars: maxOutputChars.describe(
      'How much output text to return at most; the rest comes with the next call.',
    ),
  }),
  async run({ runId, cursor, waitSeconds, maxOutputChars }, context) {
    const waitMs = waitSeconds * 1_000;
    const sequence = context.runs.findSequence(runId);
    if (sequence) {
      await waitForSequence(sequence, waitMs, context);
      return { data: reportSequence(sequence) };
    }
    const run = context.runs.find(runId);
    const since = fromCursor(cursor);
    const deadline = performance.now() + waitMs;
    const hasNews = (): boolean => run.phase === 'ended' || run.log.hasNews(since);
    while (!hasNews() && performance.now() < deadline && !context.signal.aborted) {
      await run.change(deadline - performance.now(), context.signal);
    }
    return reportRun(run, { since, pageChars: maxOutputChars }, context);
  },
});
