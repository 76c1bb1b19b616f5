import { Failure } from '../notebook/failure.ts';
import { cellRevision } from '../notebook/revision.ts';
import type { ColabCell } from './surface/cell.ts';
import type { ColabPage } from './surface/page.ts';

const NAMED_CELLS = 20;
const NAMED_CHARS = 40;
const SHOWN_CHARS = 2000;

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
  throw new Failure(
    'conflict',
    `The cell "${cell.id}" was changed meanwhile; nothing was done. ${describeNow(cell)}`,
    `Look at the current text, then try again with expectedRevision "${revision}".`,
  );
}

/** For conflicts: what is there now, apart from our own words. */
export function describeNow({ kind, text }: ColabCell): string {
  const shown = text.slice(0, SHOWN_CHARS);
  const cut = shown.length < text.length ? ` (the first ${SHOWN_CHARS} of ${text.length} characters)` : '';
  return `It is at revision ${cellRevision(kind, text)} now and reads${cut}:\n${fence(shown)}`;
}

/** Longer than any fence in the text, so that nothing in it can end it. */
function fence(text: string): string {
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
  const ticks = '`'.repeat(Math.max(3, longest + 1));
  return `${ticks}\n${text}\n${ticks}`;
}
