import { Failure } from '../../notebook/failure.ts';
import { insertIndex } from '../arguments.ts';
import { defineTool, z } from '../tool.ts';

export const moveCells = defineTool({
  name: 'move_cells',
  title: 'Move several cells',
  group: 'notebook',
  effect: 'sets',
  description: 'Moves cells so that they stand one behind the other, in the order given; all or none.',
  input: z.strictObject({
    cellIds: z.array(z.string().min(1)).min(1).max(500),
    cellIndex: insertIndex.describe('Place of the first, counted without them; -1: at the end.'),
  }),
  output: z.object({ cellIndex: z.int() }),
  async run({ cellIds, cellIndex }, { notebook }) {
    if (new Set(cellIds).size < cellIds.length) {
      throw new Failure('invalid_input', 'A cell is named twice.', 'Nothing was moved.');
    }
    const { cells, total } = await notebook.readCells({ cellIds });
    const others = total - cells.length;
    const first = cellIndex < 0 || cellIndex > others ? others : cellIndex;
    const moved: Array<{ cellId: string; before: number }> = [];
    try {
      // Last of all first, and only then to their places: what has not moved yet must not shift what has.
      for (const cellId of cellIds)
        moved.push({ cellId, ...(await notebook.moveCell({ cellId, index: -1 })) });
      for (const [place, cellId] of cellIds.entries()) {
        moved.push({ cellId, ...(await notebook.moveCell({ cellId, index: first + place })) });
      }
      return { data: { cellIndex: first } };
    } catch (thrown) {
      const left = new Set<string>();
      for (const { cellId, before } of moved.reverse()) {
        await notebook.moveCell({ cellId, index: before }).catch(() => left.add(cellId));
      }
      const { kind, message, next } = Failure.from(thrown);
      const rest = left.size > 0 ? ` These could not be put back: ${[...left].join(', ')}.` : '';
      throw new Failure(kind, `Not all cells could be moved, so none was: ${message}${rest}`, next);
    }
  },
});
