import { insertIndex, sourceText } from '../arguments.ts';
import { defineTool, z } from '../tool.ts';

export const addCodeCell = defineTool({
  name: 'add_code_cell',
  title: 'Add a code cell',
  group: 'notebook',
  effect: 'adds',
  description:
    'Inserts a code cell; the cells behind it move down. It is not run: use execute_cell with the id returned.',
  input: z.strictObject({
    cellIndex: insertIndex,
    language: z
      .enum(['python', 'r', 'julia'])
      .describe('The language of the code; it must be the one of the notebook.'),
    code: sourceText('The code.'),
  }),
  async run({ cellIndex, language, code }, { notebook }) {
    const added = await notebook.insertCell({ index: cellIndex, kind: 'code', source: code, language });
    return { data: { newCellId: added.cellId, cellIndex: added.index } };
  },
});
