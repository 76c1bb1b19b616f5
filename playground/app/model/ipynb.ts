import { type Cell, CodeCell, TextCell } from './cell.ts';
import { newCellId } from './ids.ts';
import { isRecord } from './is-record.ts';
import { outputFromJson } from './outputs.ts';

/** Reads the cells of an .ipynb file, with their outputs. */
export function cellsFromIpynb(json: unknown): Cell[] {
  if (!isRecord(json) || !Array.isArray(json.cells)) throw new Error('it holds no list of cells');
  return json.cells.filter(isRecord).map(cellFromJson);
}

export function cellFromJson(json: unknown): Cell {
  const given = isRecord(json) ? json : {};
  const id = typeof given.id === 'string' ? given.id : newCellId();
  const metadata = isRecord(given.metadata) ? given.metadata : {};
  if (given.cell_type !== 'code') return new TextCell(sourceOf(given), id, metadata);
  const cell = new CodeCell(sourceOf(given), id, metadata);
  restoreRun(cell, given);
  return cell;
}

/** Makes a cell what another page has made of it. What runs here keeps its outputs. */
export function updateCell(cell: Cell, json: unknown): void {
  if (!isRecord(json)) return;
  cell.source.set(sourceOf(json));
  if (cell.kind === 'code' && cell.phase === 'idle') restoreRun(cell, json);
}

function restoreRun(
  cell: CodeCell,
  { outputs, execution_count: count, metadata }: Record<string, unknown>,
): void {
  const items = Array.isArray(outputs) ? outputs.flatMap((output) => outputFromJson(output) ?? []) : [];
  if (items.length > 0 || cell.outputs.items.length > 0) cell.outputs.restore(items);
  cell.executionCount = typeof count === 'number' ? count : null;
  if (isRecord(metadata)) cell.metadata = metadata;
}

function sourceOf({ source }: Record<string, unknown>): string {
  return Array.isArray(source) ? source.join('') : String(source ?? '');
}
