import { type Cell, CodeCell, TextCell } from './cell.ts';
import { newCellId } from './ids.ts';

/** Reads the cells of an .ipynb file: sources and kinds. Outputs are left behind, a run brings them back. */
export function cellsFromIpynb(json: unknown): Cell[] {
  if (!isRecord(json) || !Array.isArray(json.cells)) throw new Error('it holds no list of cells');
  return json.cells.filter(isRecord).map(toCell);
}

function toCell(json: Record<string, unknown>): Cell {
  const source = Array.isArray(json.source) ? json.source.join('') : String(json.source ?? '');
  const id = typeof json.id === 'string' ? json.id : newCellId();
  const metadata = isRecord(json.metadata) ? json.metadata : {};
  return json.cell_type === 'code' ? new CodeCell(source, id, metadata) : new TextCell(source, id, metadata);
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
