import { clock } from '../../clock/clock.ts';
import { type Cell, type Output, toLines } from '../../notebook/cell.ts';
import { Failure } from '../../notebook/failure.ts';
import type { CellPage, CellQuery } from '../../notebook/notebook.ts';
import { notebookRevision } from '../../notebook/revision.ts';
import { nameCells, untilLegible } from '../lookup.ts';
import type { RevisionHistory } from '../revision-history.ts';
import { revisionOf } from '../revisions.ts';
import type { ColabCell } from '../surface/cell.ts';
import { asList, isObject, peek } from '../surface/foreign.ts';
import { toOutputs } from '../surface/outputs.ts';
import type { ColabPage } from '../surface/page.ts';
import { callServiceTool, serviceTool } from '../surface/tools-service.ts';
import { TimeSlices } from '../wait.ts';

const SERVICE_LIMIT_MS = 5000;

/**
 * One pass over the models; the DOM is not asked, so virtualised cells read like any other. The page works on
 * between two slices of it: each cell is given as it was when its turn came.
 */
export async function readCells(
  page: ColabPage,
  query: CellQuery,
  history: RevisionHistory,
  hidden: ReadonlySet<string> = new Set(),
): Promise<CellPage> {
  const all = hidden.size > 0 ? page.cells.filter(({ id }) => !hidden.has(id)) : page.cells;
  const wanted = query.cellIds && wantedIds(all, query.cellIds);
  const start = Math.max(0, query.start ?? 0);
  const end = Math.min(all.length - 1, query.end ?? all.length - 1);

  const revisions: Array<{ id: string; revision: string }> = [];
  const cells: CellPage['cells'] = [];
  const unread: CellPage['cells'] = [];
  const slices = new TimeSlices();
  for (const [index, cell] of all.entries()) {
    if (slices.isOver) await slices.next();
    if (!cell.isLegible) await untilLegible(cell);
    const text = textOf(page, cell);
    if (text === null) continue;
    const { id, kind } = cell;
    const revision = revisionOf(cell, kind, text);
    revisions.push({ id, revision });
    if (index < start || index > end || (wanted && !wanted.has(id))) continue;
    const read: Cell & { index: number } = { index, cell_type: kind, id, source: toLines(text), revision };
    const { extent } = cell;
    if (extent !== 'whole') read.source_is = extent;
    cells.push(read);
    if (kind !== 'code') continue;
    read.execution_count = cell.executionCount;
    if (query.includeFailed && cell.showsError) read.failed = true;
    if (!query.includeOutputs) continue;
    const outputs = cell.readOutputs();
    read.outputs = outputs ?? [];
    if (!outputs) unread.push(read);
  }
  if (unread.length > 0) await fillOutputs(page, unread);
  const revision = notebookRevision(revisions);
  const read: CellPage = { cells, total: all.length, revision };
  const since = query.sinceRevision === undefined ? null : history.changes(query.sinceRevision, revisions);
  history.note(revision, revisions);
  if (query.sinceRevision === undefined) return read;
  if (!since) throw unknownRevision(query.sinceRevision);
  const { changed, gone, moved } = since;
  return { ...read, cells: cells.filter(({ id }) => changed.has(id)), since: { gone, moved } };
}

function unknownRevision(revision: string): Failure {
  return new Failure(
    'not_found',
    `The revision "${revision}" of the notebook is not known here: it is from long ago, or from before a reload of the tab. Nothing was read.`,
    'Look with get_notebook_outline, or read with get_cells without sinceRevision.',
  );
}

/** Null when the cell was deleted before its turn came, and took its text along. */
function textOf(page: ColabPage, cell: ColabCell): string | null {
  try {
    return cell.text;
  } catch (thrown) {
    if (page.holds(cell)) throw thrown;
    return null;
  }
}

function wantedIds(all: readonly ColabCell[], ids: readonly string[]): Set<string> {
  const existing = new Set(all.map((cell) => cell.id));
  const missing = ids.filter((id) => !existing.has(id));
  if (missing.length === 0) return new Set(ids);
  const names = missing.map((id) => `"${id}"`).join(', ');
  throw new Failure('not_found', `There is no cell ${names}.`, nameCells(all, missing[0] ?? ''));
}

/** Last resort: Colab's own tool leaves outputs out at times, so it is asked only when the models are silent. */
async function fillOutputs(page: ColabPage, cells: CellPage['cells']): Promise<void> {
  const outputs = await serviceOutputs(page).catch(() => null);
  if (!outputs) return;
  for (const cell of cells) cell.outputs = outputs.get(cell.id) ?? [];
}

export async function serviceOutputs(page: ColabPage): Promise<Map<string, Output[]> | null> {
  if (!serviceTool(page.notebook, 'get_cells')) return null;
  const asked = callServiceTool(page.notebook, 'get_cells', { includeOutputs: true });
  // Promises of the page may never settle.
  const answer = await Promise.race([asked, clock.pause(SERVICE_LIMIT_MS)]);
  const found = new Map<string, Output[]>();
  if (!isObject(answer)) return null;
  for (const entry of asList(peek<{ cells?: unknown }>(answer, 'cells')) ?? []) {
    if (!isObject(entry)) continue;
    const cell: { id?: unknown; outputs?: unknown } = entry;
    const id = peek(cell, 'id');
    const outputs = asList(peek(cell, 'outputs'));
    if (typeof id === 'string' && outputs) found.set(id, toOutputs(outputs));
  }
  return found;
}
