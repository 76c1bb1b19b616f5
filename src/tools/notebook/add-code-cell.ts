import { insertIndex, sourceText } from '../arguments.ts';
import { runAfterwards, withRun } from '../run/run-changed-cell.ts';
import { runBeside } from '../run/run-result.ts';
import { defineTool, z } from '../tool.ts';

export const addCodeCell = defineTool({
  name: 'add_code_cell',
  title: 'Add a code cell',
  group: 'notebook',
  effect: 'adds',
  mayRun: true,
  description: 'Inserts a code cell; run: true also runs it.',
  input: z.strictObject({
    cellIndex: insertIndex.default(-1),
    language: z.enum(['python', 'r', 'julia']).optional().describe('Refuse if the notebook has another.'),
    code: sourceText,
    run: runAfterwards,
  }),
  output: z.object({ newCellId: z.string(), cellIndex: z.int().optional(), run: runBeside.optional() }),
  async run({ cellIndex, language, code, run }, context) {
    const cell = { index: cellIndex, kind: 'code' as const, source: code };
    const added = await context.notebook.insertCell({ ...cell, ...(language ? { language } : {}) });
    const data = { newCellId: added.cellId, cellIndex: added.index };
    return withRun({ data }, added.cellId, run, context);
  },
});
