import type { Cell } from '../../notebook/cell.ts';
import { fromLines } from '../../notebook/cell.ts';
import { Failure } from '../../notebook/failure.ts';
import { defineTool, z } from '../tool.ts';

const TITLE_CHARS = 80;

/** More than an agent wants to read at once, and far less than a frame can carry. */
const PAGE_CHARS = 60_000;

export const getNotebookOutline = defineTool({
  name: 'get_notebook_outline',
  title: 'Outline of the notebook',
  group: 'notebook',
  effect: 'reads',
  description:
    'A line per cell of the whole notebook: index, id, type, its heading or first line, how many lines it has and, for code, its execution count. The cheapest way to find your way; read the cells you need with get_cells. A very long outline ends early and says where to go on (nextCellIndexStart).',
  input: z.strictObject({
    cellIndexStart: z.int().min(0).default(0).describe('The first cell to outline, counted from 0.'),
  }),
  async run({ cellIndexStart: start }, { notebook }) {
    const { cells, total, revision } = await notebook.readCells({ start });
    if (start > 0 && start >= total) {
      throw new Failure(
        'invalid_input',
        `cellIndexStart ${start} is out of range: the notebook has ${total} cells.`,
        `Use 0 to ${total - 1}.`,
      );
    }
    const rows = cells.map((cell) => ({ index: cell.index, id: cell.id, ...outlineOf(cell) }));
    const shown = rows.slice(0, howManyFit(rows));
    const rest = shown.length < rows.length ? { nextCellIndexStart: start + shown.length } : {};
    return { data: { total, revision, cells: shown, ...rest } };
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

function howManyFit(rows: readonly object[]): number {
  let chars = 0;
  const first = rows.findIndex((row) => {
    chars += JSON.stringify(row).length;
    return chars > PAGE_CHARS;
  });
  return first < 0 ? rows.length : first;
}
