import { conflict } from '../notebook/conflict.ts';
import { Failure } from '../notebook/failure.ts';
import { cellRevision } from '../notebook/revision.ts';
import type { ColabCell } from './surface/cell.ts';
import type { ColabPage } from './surface/page.ts';
import { onMutation, until } from './wait.ts';

const LEGIBLE_MS = 1000;
const NAMED_CELLS = 5;
const NAMED_CHARS = 40;

export function requireCell(page: ColabPage, id: string): ColabCell {
  const cell = page.find(id);
  if (cell) return cell;
  throw new Failure('not_found', `There is no cell "${id}".`, nameCells(page.cells, id));
}

/** On a page that has nothing to ask, a cell can be read when its editor has drawn it. */
export async function untilLegible(cell: ColabCell): Promise<void> {
  const look = (): true | undefined => (cell.isLegible ? true : undefined);
  const drawn = onMutation(cell.element, { subtree: true, childList: true });
  if (!cell.isLegible) await until(look, { timeoutMs: LEGIBLE_MS, pollMs: 20, events: [drawn] });
}

/** In the order of the notebook. */
export function findCells(
  cells: readonly ColabCell[],
  ids: readonly string[],
): Array<{ id: string; index: number }> {
  const wanted = new Set(ids);
  return cells.flatMap(({ id }, index) => (wanted.has(id) ? [{ id, index }] : []));
}

/** Those whose ids are most like the one that was asked for: a letter was mistaken more often than a cell. */
export function nameCells(cells: readonly ColabCell[], id: string): string {
  if (cells.length === 0) return 'The notebook has no cells.';
  const named = cells
    .map((cell, index) => ({ cell, index, likeness: likeness(cell.id, id) }))
    .sort((one, other) => other.likeness - one.likeness || one.index - other.index)
    .slice(0, NAMED_CELLS)
    .map(({ cell, index }) => {
      const start = cell.text.slice(0, NAMED_CHARS).replace(/\s+/g, ' ').trim();
      // A secret that is cut is known by the mark.
      const mark = cell.text.length > NAMED_CHARS ? '…' : '';
      return `${index}: ${cell.id} "${start}${mark}"`;
    });
  const more = cells.length - named.length;
  const rest = more > 0 ? ` (and ${more} more: get_notebook_outline)` : '';
  return `The nearest are ${named.join(', ')}${rest}.`;
}

/** How many characters they have in common at the same place, from either end. */
function likeness(one: string, other: string): number {
  let common = 0;
  for (let at = 0; at < Math.min(one.length, other.length, 64); at++) {
    if (one[at] === other[at] || one.at(-1 - at) === other.at(-1 - at)) common++;
  }
  return common;
}

/** Synchronous on purpose: the caller changes the cell in the same task, so nobody can come in between. */
export function requireRevision(cell: ColabCell, expected: string | undefined): void {
  if (expected === undefined) return;
  const revision = cellRevision(cell.kind, cell.text);
  if (revision === expected) return;
  throw conflict(`The cell "${cell.id}" was changed since you read it.`, { text: cell.text, revision });
}
