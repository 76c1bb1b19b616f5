import type { Cell } from '../../notebook/cell.ts';
import { fromLines } from '../../notebook/cell.ts';
import { isConnected } from '../state/stale-cells.ts';
import { defineTool, z } from '../tool.ts';
import { kernelStateOf, marksOf } from './cell-marks.ts';
import { headerOf, titleText } from './cell-text.ts';
import { requireInRange } from './get-cells.ts';

const TITLE_CHARS = 80;

/** As much as an agent wants to read at once. */
const PAGE_CHARS = 20_000;

/** More than fit on a page. */
const CELLS_AT_ONCE = 1_000;

export const getNotebookOutline = defineTool({
  name: 'get_notebook_outline',
  title: 'Outline of the notebook',
  group: 'notebook',
  effect: 'reads',
  description:
    'A line per cell: index, id, [execution count] of code (empty: never run) or text, state if there is one to tell (running, queued, error; stale: changed since it ran, or older than a cell above), +number of further lines, then | and its heading or first line. The cheapest way to find your way. A long one ends early: go on at nextCellIndexStart.',
  input: z.strictObject({
    cellIndexStart: z.int().min(0).default(0).describe('First cell, from 0.'),
  }),
  output: z.object({
    total: z.int(),
    revision: z.string(),
    text: z.string(),
    note: z.string().optional(),
    nextCellIndexStart: z.int().optional(),
  }),
  async run({ cellIndexStart: start }, context) {
    const [state, page] = await Promise.all([
      kernelStateOf(context),
      context.notebook.readCells({ start, end: start + CELLS_AT_ONCE - 1, includeFailed: true }),
    ]);
    const { cells, total, revision } = page;
    requireInRange(start, total);
    const marks = await marksOf(cells, state, context);
    const rows = cells.map((cell) => rowOf(cell, marks.get(cell.id)));
    const shown = howManyFit(rows);
    const rest = start + shown < total ? { nextCellIndexStart: start + shown } : {};
    const note = isConnected(state)
      ? {}
      : { note: 'No runtime is connected: nothing that ran is in memory.' };
    return { data: { total, revision, text: rows.slice(0, shown).join('\n'), ...note, ...rest } };
  },
});

function rowOf(cell: Cell & { index: number }, mark: string | undefined): string {
  const further = cell.source.length > 1 ? ` +${cell.source.length - 1}` : '';
  return headerOf(cell, mark) + further + titleText(titleOf(cell));
}

/** What a cell is called. */
export function titleOf(cell: Pick<Cell, 'cell_type' | 'source'>): string {
  const lines = fromLines(cell.source).split('\n');
  const isHeading = (line: string): boolean => cell.cell_type !== 'code' && levelOf(line) > 0;
  const title = lines.find(isHeading) ?? lines.find((line) => line.trim() !== '') ?? '';
  return short(title);
}

const MOST_LEVELS = 6;
/** A heading has its words before this. */
const LONGEST_START = 1_000;

/** How many `#` a heading begins with; 0 for any other line. Without a pattern: white space before words can be endless. */
function levelOf(line: string): number {
  let level = 0;
  while (level <= MOST_LEVELS && line[level] === '#') level++;
  const isSpace = (line[level] ?? '').trim() === '' && line.length > level;
  const hasWords = line.slice(level, LONGEST_START).trim() !== '';
  return level <= MOST_LEVELS && isSpace && hasWords ? level : 0;
}

function short(line: string): string {
  const text = line.trim();
  return text.length > TITLE_CHARS ? `${text.slice(0, TITLE_CHARS - 1)}…` : text;
}

/** At least one, so that every call brings the reader on. */
function howManyFit(rows: readonly string[]): number {
  let chars = 0;
  const first = rows.findIndex((row) => {
    chars += row.length + 1;
    return chars > PAGE_CHARS;
  });
  return first < 0 ? rows.length : Math.max(1, first);
}
