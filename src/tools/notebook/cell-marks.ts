import { fromLines } from '../../notebook/cell.ts';
import type { KernelState } from '../../notebook/kernel.ts';
import type { CellPage } from '../../notebook/notebook.ts';
import type { Runner } from '../../runs/runner.ts';
import { findStale } from '../../runs/staleness.ts';
import { factsOf } from '../state/stale-cells.ts';
import type { ToolContext } from '../tool.ts';

type ReadCell = CellPage['cells'][number];

/**
 * Of each cell of which there is something to say, what: it runs, failed, or is not up to date. That it never ran is
 * told by its having no count; one that ran and has none is marked for that.
 */
export type CellMarks = ReadonlyMap<string, string>;

/**
 * By what was seen of their runs and what the page shows: the kernel is not asked, because it may be at work. Of cells
 * that ran before anybody watched it is not known whether they are up to date, and nothing is said.
 */
export async function marksOf(
  cells: readonly ReadCell[],
  state: KernelState,
  { notebook, runs }: Pick<ToolContext, 'notebook' | 'runs'>,
): Promise<CellMarks> {
  const stale = await staleAmong(cells, state, { notebook, runs });
  const underWay = new Map(runs.underWay.map(({ cellId, phase }) => [cellId, phase]));
  const marks = new Map<string, string>();
  for (const cell of cells) {
    if (cell.cell_type !== 'code' || fromLines(cell.source).trim() === '') continue;
    const mark = underWay.get(cell.id) ?? restingMark(cell, runs, stale.has(cell.id));
    if (mark !== '') marks.set(cell.id, mark);
  }
  return marks;
}

function restingMark({ id, revision, execution_count, failed }: ReadCell, runs: Runner, isStale: boolean) {
  const last = runs.record.lastRunOf(id);
  if (!last && execution_count === null) return '';
  const status = last?.status ?? (failed ? 'error' : 'ok');
  // One that failed is told by that, and by whether it has been mended since.
  const isChanged = last?.revision !== undefined && last.revision !== revision;
  if (status === 'ok') return isStale ? 'stale' : execution_count === null ? 'ran' : '';
  return isChanged ? `${status}, stale` : status;
}

/** For marks; a page that does not tell is no reason to tell nothing. */
export const kernelStateOf = ({ kernel }: Pick<ToolContext, 'kernel'>): Promise<KernelState> =>
  kernel.state().catch(() => ({ state: 'unknown' }));

/** Whether a cell is up to date also depends on those above it, which may not be among the ones that were read. */
async function staleAmong(
  cells: readonly ReadCell[],
  { session }: KernelState,
  { notebook, runs }: Pick<ToolContext, 'notebook' | 'runs'>,
): Promise<Set<string>> {
  const read = new Set(cells.map(({ id }) => id));
  const unread = runs.record.cellIds.filter((id) => !read.has(id));
  const placed = unread.length > 0 ? await notebook.findCells({ cellIds: unread }) : [];
  const above = placed.map(({ id, index }) =>
    factsOf({ id, index, revision: runs.record.lastRunOf(id)?.revision ?? '' }, runs),
  );
  const facts = cells.filter(({ cell_type }) => cell_type === 'code').map((cell) => factsOf(cell, runs));
  const inOrder = [...above, ...facts].sort((one, other) => one.index - other.index);
  const { stale } = findStale(inOrder, { isConnected: true, session });
  return new Set(stale.map(({ cellId }) => cellId));
}
