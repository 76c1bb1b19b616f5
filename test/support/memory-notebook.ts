import type { Cell, CellKind, Output } from '../../src/notebook/cell.ts';
import { fromLines, toLines } from '../../src/notebook/cell.ts';
import { Failure } from '../../src/notebook/failure.ts';
import type { Kernel } from '../../src/notebook/kernel.ts';
import type { Notebook } from '../../src/notebook/notebook.ts';
import { cellRevision, notebookRevision } from '../../src/notebook/revision.ts';

export interface MemoryCell {
  id: string;
  kind: CellKind;
  source: string;
  outputs?: Output[];
}

export const code = (id: string, source: string): MemoryCell => ({ id, kind: 'code', source });
export const text = (id: string, source: string): MemoryCell => ({ id, kind: 'markdown', source });

const unsupported = (): Promise<never> =>
  Promise.reject(new Failure('unsupported', 'Not here.', 'Use a page.'));

/** Nothing that plain data could do. */
export const noKernel: Kernel = { state: unsupported, interrupt: unsupported };

/** A user who wants nothing of the rest of the extension. */
export const noWishes = { setPolicy: async () => {}, disconnectAll: async () => {} };

/** A notebook of plain data, for what tools do with what they read; runs are the real page's business. */
export function memoryNotebook(held: MemoryCell[]): Notebook {
  const read = ({ id, kind, source, outputs = [] }: MemoryCell, includeOutputs: boolean): Cell => ({
    cell_type: kind,
    id,
    source: toLines(source),
    revision: cellRevision(kind, source),
    ...(kind === 'code' ? { execution_count: null } : {}),
    ...(kind === 'code' && includeOutputs ? { outputs } : {}),
  });
  const find = (cellId: string): MemoryCell => {
    const cell = held.find(({ id }) => id === cellId);
    if (cell) return cell;
    throw new Failure('not_found', `There is no cell "${cellId}".`, 'Read.');
  };
  const unchanged = (cellId: string, expected: string | undefined): MemoryCell => {
    const cell = find(cellId);
    if (expected === undefined || cellRevision(cell.kind, cell.source) === expected) return cell;
    throw new Failure('conflict', 'Changed.', cell.source);
  };
  const place = (index: number, cell: MemoryCell): number => {
    const at = index < 0 || index > held.length ? held.length : index;
    held.splice(at, 0, cell);
    return at;
  };
  return {
    async readCells({ start = 0, end = held.length - 1, cellIds, includeOutputs = false }) {
      const cells = held.map((cell, index) => ({ ...read(cell, includeOutputs), index }));
      for (const id of cellIds ?? []) find(id);
      return {
        cells: cells.filter(({ id, index }) =>
          cellIds ? cellIds.includes(id) : index >= start && index <= end,
        ),
        total: held.length,
        revision: notebookRevision(cells),
      };
    },
    async replaceSource({ cellId, source, expectedRevision }) {
      const cell = unchanged(cellId, expectedRevision);
      const before = cell.source;
      cell.source = fromLines(source);
      return { revision: cellRevision(cell.kind, cell.source), before };
    },
    async insertCell({ index, kind, source }) {
      const cellId = `new${held.length}`;
      return { cellId, index: place(index, { id: cellId, kind, source }) };
    },
    async deleteCell({ cellId, expectedRevision }) {
      const cell = unchanged(cellId, expectedRevision);
      const index = held.indexOf(cell);
      held.splice(index, 1);
      return { index, kind: cell.kind, source: cell.source, hadOutputs: (cell.outputs ?? []).length > 0 };
    },
    async moveCell({ cellId, index, expectedRevision }) {
      const cell = unchanged(cellId, expectedRevision);
      const before = held.indexOf(cell);
      held.splice(before, 1);
      return { index: place(index, cell), before };
    },
    async clearOutputs({ cellIds = held.map(({ id }) => id) }) {
      for (const id of cellIds) find(id).outputs = [];
      return { cleared: cellIds };
    },
    runCell: unsupported,
    onUserRun: () => () => {},
    onChange: () => () => {},
    onForeignChange: () => () => {},
    takeForeignChanges: async () => [],
    status: unsupported,
  };
}
