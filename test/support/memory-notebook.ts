import { RevisionHistory } from '../../src/colab/revision-history.ts';
import type { Cell, CellKind, Output } from '../../src/notebook/cell.ts';
import { fromLines, toLines } from '../../src/notebook/cell.ts';
import { Failure } from '../../src/notebook/failure.ts';
import type { Inspection } from '../../src/notebook/inspection.ts';
import type { NotebookKernel } from '../../src/notebook/kernel.ts';
import type { Notebook } from '../../src/notebook/notebook.ts';
import { cellRevision, notebookRevision } from '../../src/notebook/revision.ts';

export interface MemoryCell {
  id: string;
  kind: CellKind;
  source: string;
  outputs?: Output[];
  count?: number | null;
}

export const code = (id: string, source: string): MemoryCell => ({ id, kind: 'code', source });
export const text = (id: string, source: string): MemoryCell => ({ id, kind: 'markdown', source });

const unsupported = (): Promise<never> =>
  Promise.reject(new Failure('unsupported', 'Not here.', 'Use a page.'));

/** Nothing that plain data could do. */
export const noKernel: NotebookKernel = {
  state: unsupported,
  interrupt: unsupported,
  execute: unsupported,
  restart: unsupported,
  connect: unsupported,
  answerInput: unsupported,
};

/** No page to look at. */
export const noInspection: Inspection = { canary: unsupported, probe: unsupported, shape: unsupported };

/** A user who wants nothing of the rest of the extension. */
export const noWishes = { setPolicy: async () => {}, disconnectAll: async () => {} };

const hasError = ({ outputs = [] }: MemoryCell): boolean =>
  outputs.some(({ output_type }) => output_type === 'error');

/** A notebook of plain data, for what tools do with what they read; runs are the real page's business. */
export function memoryNotebook(held: MemoryCell[]): Notebook {
  const read = (
    { id, kind, source, outputs = [], count = null }: MemoryCell,
    includeOutputs: boolean,
  ): Cell => ({
    cell_type: kind,
    id,
    source: toLines(source),
    revision: cellRevision(kind, source),
    ...(kind === 'code' ? { execution_count: count } : {}),
    ...(kind === 'code' && includeOutputs ? { outputs } : {}),
  });
  const history = new RevisionHistory();
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
    async readCells({ start = 0, end = held.length - 1, cellIds, includeOutputs = false, ...query }) {
      const cells = held.map((cell, index) => ({
        ...read(cell, includeOutputs),
        ...(query.includeFailed && hasError(cell) ? { failed: true } : {}),
        index,
      }));
      for (const id of cellIds ?? []) find(id);
      const revision = notebookRevision(cells);
      const { sinceRevision } = query;
      const since = sinceRevision === undefined ? null : history.changes(sinceRevision, cells);
      if (sinceRevision !== undefined && !since) throw new Failure('not_found', 'Unknown.', 'Read all.');
      history.note(revision, cells);
      return {
        cells: cells.filter(({ id, index }) => {
          const isMeant = cellIds ? cellIds.includes(id) : index >= start && index <= end;
          return isMeant && (!since || since.changed.has(id));
        }),
        total: held.length,
        revision,
        ...(since ? { since: { gone: since.gone, moved: since.moved } } : {}),
      };
    },
    async findCells({ cellIds }) {
      const cells = held.map(({ id }, index) => ({ id, index }));
      return cells.filter(({ id }) => cellIds.includes(id));
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
    catchUp: async () => null,
    onUserRun: () => () => {},
    onChange: () => () => {},
    onForeignChange: () => () => {},
    takeForeignChanges: async () => [],
    status: unsupported,
  };
}
