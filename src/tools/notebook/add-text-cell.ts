import { insertIndex, sourceText } from '../arguments.ts';
import { defineTool, z } from '../tool.ts';

export const addTextCell = defineTool({
  name: 'add_text_cell',
  title: 'Add a text cell',
  group: 'notebook',
  effect: 'adds',
  description: 'Inserts a text cell: Markdown, with LaTeX between dollar signs.',
  input: z.strictObject({ cellIndex: insertIndex.default(-1), content: sourceText }),
  output: z.object({ newCellId: z.string(), cellIndex: z.int().optional() }),
  async run({ cellIndex, content }, { notebook }) {
    const added = await notebook.insertCell({ index: cellIndex, kind: 'markdown', source: content });
    return { data: { newCellId: added.cellId, cellIndex: added.index } };
  },
});
