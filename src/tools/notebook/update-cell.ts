import { cellId, expectedRevision, sourceText } from '../arguments.ts';
import { defineTool, z } from '../tool.ts';

export const updateCell = defineTool({
  name: 'update_cell',
  title: 'Overwrite a cell',
  group: 'notebook',
  effect: 'sets',
  description: 'Replaces the whole content of a cell. For a small change, edit_cell is safer and shorter.',
  input: z.strictObject({ cellId, content: sourceText('The new content.'), expectedRevision }),
  async run({ cellId, content, expectedRevision }, { notebook }) {
    const { revision, written } = await notebook.replaceSource({
      cellId,
      source: content,
      ...(expectedRevision === undefined ? {} : { expectedRevision }),
    });
    return { data: { revision, ...(written === undefined ? {} : { editedByUser: true, content: written }) } };
  },
});
