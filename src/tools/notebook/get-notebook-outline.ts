import type { Cell } from '../../notebook/cell.ts';
import { fromLines } from '../../notebook/cell.ts';
import { defineTool, z } from '../tool.ts';

const TITLE_CHARS = 80;

export const getNotebookOutline = defineTool({
  name: 'get_notebook_outline',
  title: 'Outline of the notebook',
  group: 'notebook',
  effect: 'reads',
  description:
    'A line per cell of the whole notebook: index, id, type, its heading or first line, how many lines it has and, for code, its execution count. The cheapest way to find your way; read the cells you need with get_cells.',
  input: z.strictObject({}),
  async run(_args, { notebook }) {
    const { cells, total, revision } = await notebook.readCells({});
    return {
      data: {
        total,
        revision,
        cells: cells.map((cell) => ({ index: cell.index, id: cell.id, ...outlineOf(cell) })),
      },
    };
  },
});

function outlineOf(cell: Cell): Record<string, unknown> {
  const lines = fromLines(cell.source).split('\n');
  const common = { cell_type: cell.cell_type, lines: cell.source.length };
  if (cell.cell_type === 'code') {
    const first = lines.find((line) => line.trim() !== '') ?? '';
    return { ...common, title: short(first), execution_count: cell.execution_count ?? null };
  }
  const heading = lines.map((line) => /^(#{1,6})\s+(.+)$/.exec(line)).find((match) => match !== null);
  if (heading) return { ...common, title: short(heading[2] ?? ''), level: heading[1]?.length };
  return { ...common, title: short(lines.find((line) => line.trim() !== '') ?? '') };
}

function short(line: string): string {
  const text = line.trim();
  return text.length > TITLE_CHARS ? `${text.slice(0, TITLE_CHARS - 1)}…` : text;
}
