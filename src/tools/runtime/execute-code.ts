import { DEFAULT_TIMEOUT_SECONDS } from '../run/execute-cell.ts';
import { maxOutputChars, reportRun } from '../run/report-run.ts';
import { runResult } from '../run/run-result.ts';
import { waitForRun } from '../run/wait-for-run.ts';
import type { RuntimeContext } from '../tool.ts';
import { defineTool, z } from '../tool.ts';

const input = z.strictObject({
  code: z.string().min(1).describe('Lines with ! and % work as in a cell.'),
  timeoutSeconds: z
    .number()
    .min(0)
    .max(3_600)
    .default(DEFAULT_TIMEOUT_SECONDS)
    .describe('How long to wait; nothing is stopped then.'),
  wait: z.boolean().default(true).describe('False: return the runId at once.'),
  maxOutputChars,
});

export const executeCode = defineTool<typeof input, RuntimeContext>({
  name: 'execute_code',
  title: 'Run code without a cell',
  group: 'runtime',
  effect: 'runs',
  description:
    "Runs code in the notebook's kernel and leaves no cell: for looks, checks and set-up. Variables persist. The result is a run as of execute_cell, without cellId; what takes longer is read with get_run.",
  input,
  output: runResult,
  async run({ code, timeoutSeconds, wait, maxOutputChars }, context) {
    const run = context.runs.startCode(code, context.agent);
    context.started(run.id);
    if (wait) await waitForRun(run, timeoutSeconds * 1_000, context);
    return reportRun(run, { maxChars: maxOutputChars }, context);
  },
});
