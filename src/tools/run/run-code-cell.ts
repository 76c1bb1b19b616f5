import { cellId } from '../arguments.ts';
import { defineTool, z } from '../tool.ts';
import { maxOutputChars, reportRun } from './report-run.ts';
import { runResult } from './run-result.ts';
import { waitForRun } from './wait-for-run.ts';

/** The name under which Colab's own frontend offers it; prompts written for that one work unchanged. */
export const runCodeCell = defineTool({
  name: 'run_code_cell',
  title: 'Run a code cell',
  group: 'run',
  effect: 'runs',
  description:
    'Runs a code cell and waits for its end, however long it takes. execute_cell does the same with a limit.',
  input: z.strictObject({ cellId, maxOutputChars }),
  output: runResult.partial().required({ outputs: true }),
  async run({ cellId, maxOutputChars }, context) {
    const run = context.runs.start(cellId, context.agent);
    context.started(run.id);
    await waitForRun(run, Number.POSITIVE_INFINITY, context);
    return reportRun(run, { maxChars: maxOutputChars, asLines: true }, context);
  },
});
