import type { Cell, CellKind, Output } from '../../src/notebook/cell.ts';
import { fromLines, toLines } from '../../src/notebook/cell.ts';
import { Failure } from '../../src/notebook/failure.ts';
import type { Notebook } from '../../src/notebook/notebook.ts';
import { cellRevision, notebookRevision } from '../../src/notebook/revision.ts';

export interface MemoryCell {
  id: string;
  kind: CellKind;
  source: string;
  outputs?: Output[];
}

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
  const unsupported = (): Promise<never> =>
    Promise.reject(new Failure('unsupported', 'Not here.', 'Use a page.'));
  return {
    async readCells({ start = 0, end = held.length - 1, cellIds, includeOutputs = false }) {
      const cells = held.map((cell, index) => ({ ...read(cell, includeOutputs), index }));
      return {
        cells: cells.filter(({ id, index }) =>
          cellIds ? cellIds.includes(id) : index >= start && index <= end,
        ),
        total: held.length,
        revision: notebookRevision(cells),
      };
    },
    async replaceSource({ cellId, source, expectedRevision }) {
      const cell = held.find(({ id }) => id === cellId);
      if (!cell) throw new Failure('not_found', 'Gone.', 'Read.');
      if (expectedRevision !== undefined && cellRevision(cell.kind, cell.source) !== expectedRevision) {
        throw new Failure('conflict', 'Changed.', cell.source);
      }
      cell.source = fromLines(source);
      return { revision: cellRevision(cell.kind, cell.source) };
    },
    insertCell: unsupported,
    deleteCell: unsupported,
    moveCell: unsupported,
    runCell: unsupported,
    interrupt: unsupported,
    clearOutputs: unsupported,
    onUserRun: () => () => {},
    onChange: () => () => {},
    status: unsupported,
  };
}
