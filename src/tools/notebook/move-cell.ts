import { cellId, expectedRevision, insertIndex } from '../arguments.ts';
import { defineTool, z } from '../tool.ts';

export const moveCell = defineTool({
  name: 'move_cell',
  title: 'Move a cell',
  group: 'notebook',
  effect: 'sets',
  description: 'Moves a cell to an index; the others make room.',
  input: z.strictObject({ cellId, cellIndex: insertIndex, expectedRevision }),
  output: z.object({ cellIndex: z.int().optional() }),
  async run({ cellId, cellIndex, expectedRevision }, { notebook }) {
    const { index } = await notebook.moveCell({
      cellId,
      index: cellIndex,
      ...(expectedRevision === undefined ? {} : { expectedRevision }),
    });
    return { data: { cellIndex: index } };
  },
});
