import { conflict } from '../notebook/conflict.ts';
import { Failure } from '../notebook/failure.ts';
import { cellRevision } from '../notebook/revision.ts';
import type { ColabCell } from './surface/cell.ts';
import type { ColabPage } from './surface/page.ts';

const NAMED_CELLS = 20;
const NAMED_CHARS = 40;

export function requireCell(page: ColabPage, id: string): ColabCell {
  const cell = page.find(id);
  if (cell) return cell;
  throw new Failure('not_found', `There is no cell "${id}".`, nameCells(page.cells));
}

export function nameCells(cells: readonly ColabCell[]): string {
  if (cells.length === 0) return 'The notebook has no cells.';
  const named = cells.slice(0, NAMED_CELLS).map((cell, index) => {
    const start = cell.text.slice(0, NAMED_CHARS).replace(/\s+/g, ' ').trim();
    return `${index}: ${cell.id} "${start}"`;
  });
  const more = cells.length > NAMED_CELLS ? ` … and ${cells.length - NAMED_CELLS} more` : '';
  return `Use one of these cells: ${named.join(', ')}${more}.`;
}

/** Synchronous on purpose: the caller changes the cell in the same task, so nobody can come in between. */
export function requireRevision(cell: ColabCell, expected: string | undefined): void {
  if (expected === undefined) return;
  const revision = cellRevision(cell.kind, cell.text);
  if (revision === expected) return;
  throw conflict(`The cell "${cell.id}" was changed since you read it.`, { text: cell.text, revision });
}
