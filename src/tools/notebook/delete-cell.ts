import { boundText } from '../../outputs/bound-text.ts';
import { cellId, expectedRevision } from '../arguments.ts';
import { defineTool, z } from '../tool.ts';

/** Of a text that the user can bring back whole. */
const MOST_SHOWN = 2_000;

export const deleteCell = defineTool({
  name: 'delete_cell',
  title: 'Delete a cell',
  group: 'notebook',
  effect: 'destroys',
  description: 'Deletes a cell with its outputs and returns what was deleted. The user can undo it.',
  input: z.strictObject({ cellId, expectedRevision }),
  output: z.object({
    cellIndex: z.int().optional(),
    cell_type: z.string().optional(),
    deleted: z.string().optional(),
  }),
  async run({ cellId, expectedRevision }, { notebook }) {
    const { index, kind, source } = await notebook.deleteCell({
      cellId,
      ...(expectedRevision === undefined ? {} : { expectedRevision }),
    });
    return { data: { cellIndex: index, cell_type: kind, deleted: boundText(source, MOST_SHOWN) } };
  },
});
