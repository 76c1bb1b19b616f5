import { insertIndex, sourceText } from '../arguments.ts';
import { defineTool, z } from '../tool.ts';

export const addTextCell = defineTool({
  name: 'add_text_cell',
  title: 'Add a text cell',
  group: 'notebook',
  effect: 'adds',
  description:
    'Inserts a text cell (Markdown, with LaTeX between dollar signs); the cells behind it move down.',
  input: z.strictObject({ cellIndex: insertIndex, content: sourceText('The Markdown.') }),
  async run({ cellIndex, content }, { notebook }) {
    const added = await notebook.insertCell({ index: cellIndex, kind: 'markdown', source: content });
    return { data: { newCellId: added.cellId, cellIndex: added.index } };
  },
});
