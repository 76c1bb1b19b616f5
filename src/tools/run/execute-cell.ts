import { Failure } from '../../notebook/failure.ts';
import type { Notebook } from '../../notebook/notebook.ts';
import { cellId } from '../arguments.ts';
import { defineTool, z } from '../tool.ts';
import { runAndReport } from './run-and-report.ts';

export const executeCell = defineTool({
  name: 'execute_cell',
  title: 'Run a cell',
  group: 'run',
  effect: 'runs',
  description:
    'Runs a code cell, named by id or by index, waits for its end and returns status, execution count, duration and outputs. An exception in the code is not a failure of the call: status is "error" and the traceback is in the outputs. "not_started" means that the cell did not run; the reason is given.',
  input: z.strictObject({
    cellId: cellId.optional(),
    cellIndex: z
      .int()
      .min(0)
      .optional()
      .describe('The index of the cell, counted from 0, instead of its id.'),
  }),
  async run({ cellId, cellIndex }, context) {
    if ((cellId === undefined) === (cellIndex === undefined)) {
      throw new Failure('invalid_input', 'Give either cellId or cellIndex.', 'Nothing was run.');
    }
    return runAndReport(cellId ?? (await idAt(context.notebook, cellIndex ?? 0)), context);
  },
});

async function idAt(notebook: Notebook, index: number): Promise<string> {
  const { cells, total } = await notebook.readCells({ start: index, end: index });
  const cell = cells.find((candidate) => candidate.index === index);
  if (!cell) {
    throw new Failure(
      'not_found',
      `There is no cell at index ${index}: the notebook has ${total} cells.`,
      total > 0 ? `Nothing was run. Use 0 to ${total - 1}.` : 'Nothing was run. Add a cell first.',
    );
  }
  return cell.id;
}
