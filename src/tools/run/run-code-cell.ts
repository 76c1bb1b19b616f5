import { cellId } from '../arguments.ts';
import { defineTool, z } from '../tool.ts';
import { runAndReport } from './run-and-report.ts';

/** The name under which Colab's own frontend offers it; prompts written for that one work unchanged. */
export const runCodeCell = defineTool({
  name: 'run_code_cell',
  title: 'Run a code cell',
  group: 'run',
  effect: 'runs',
  description: 'Runs a code cell by id, waits for its end and returns its outputs; the same as execute_cell.',
  input: z.strictObject({ cellId }),
  run: ({ cellId }, context) => runAndReport(cellId, context),
});
