import { DEFAULT_OUTPUT_CHARS } from '../../outputs/bound-text.ts';
import { cellId } from '../arguments.ts';
import { defineTool, z } from '../tool.ts';
import { reportRun } from './report-run.ts';
import { waitForRun } from './wait-for-run.ts';

/** The name under which Colab's own frontend offers it; prompts written for that one work unchanged. */
export const runCodeCell = defineTool({
  name: 'run_code_cell',
  title: 'Run a code cell',
  group: 'run',
  effect: 'runs',
  description:
    'Runs a code cell by id, waits for its end however long it takes and returns its outputs. execute_cell does the same with a limit to the waiting.',
  input: z.strictObject({ cellId }),
  async run({ cellId }, context) {
    const run = context.runs.start(cellId, context.agent);
    await waitForRun(run, Number.POSITIVE_INFINITY, context);
    return reportRun(run, { maxChars: DEFAULT_OUTPUT_CHARS }, context);
  },
});
