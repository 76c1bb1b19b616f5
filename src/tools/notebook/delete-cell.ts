import { cellId, expectedRevision } from '../arguments.ts';
import { defineTool, z } from '../tool.ts';

export const deleteCell = defineTool({
  name: 'delete_cell',
  title: 'Delete a cell',
  group: 'notebook',
  effect: 'destroys',
  description: 'Deletes a cell with its outputs. The user can bring it back with undo.',
  input: z.strictObject({ cellId, expectedRevision }),
  async run({ cellId, expectedRevision }, { notebook }) {
    await notebook.deleteCell({ cellId, ...(expectedRevision === undefined ? {} : { expectedRevision }) });
    return { data: {} };
  },
});
