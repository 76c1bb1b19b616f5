import { beforeEach, describe, expect, it } from 'vitest';
import { ResourceWatch } from '../../../content-scripts/session/resource-watch.ts';
import { Failure } from '../../../src/notebook/failure.ts';
import type { CellPage, Notebook } from '../../../src/notebook/notebook.ts';
import type { MemoryCell } from '../../support/memory-notebook.ts';
import { memoryNotebook } from '../../support/memory-notebook.ts';

const NOTEBOOK = 'cellwire://nb';
const A = 'cellwire://nb/cells/a';
const B = 'cellwire://nb/cells/b';

let cells: MemoryCell[];
/** How often a cell has run, by its id. */
let counts: Record<string, number>;
let reads: number;
let readsAtOnce: number;
let mostAtOnce: number;
let unreadable: boolean;
/** Reads wait for this. */
let mayRead: Promise<unknown>;
let listeners: Set<() => void>;
let told: string[];
let watch: ResourceWatch;

function change(): void {
  for (const listener of listeners) listener();
}

/** Lets every read and look that is under way come to its end. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function heldReads(): () => void {
  let release = (): void => {};
  mayRead = new Promise<void>((resolve) => {
    release = resolve;
  });
  return release;
}

function edit(id: string, source: string): void {
  for (const cell of cells) if (cell.id === id) cell.source = source;
}

beforeEach(() => {
  cells = ['a', 'b'].map((id) => ({ id, kind: 'code', source: `${id} = 1` }));
  [counts, reads, readsAtOnce, mostAtOnce, unreadable] = [{}, 0, 0, 0, false];
  [mayRead, listeners, told] = [Promise.resolve(), new Set(), []];
  const memory = memoryNotebook(cells);
  const notebook: Notebook = {
    ...memory,
    async readCells(query): Promise<CellPage> {
      reads += 1;
      readsAtOnce += 1;
      mostAtOnce = Math.max(mostAtOnce, readsAtOnce);
      // What is read is what was there when the read began.
      const page = await memory.readCells(query);
      const broken = unreadable;
      await mayRead;
      readsAtOnce -= 1;
      if (broken) throw new Failure('timeout', 'The page does not answer.', 'Try again.');
      return {
        ...page,
        cells: page.cells.map((cell) => ({ ...cell, execution_count: counts[cell.id] ?? null })),
      };
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  watch = new ResourceWatch(notebook, (uri) => told.push(uri));
});

const watchAll = async (): Promise<void> => {
  await watch.add(NOTEBOOK, { notebookId: 'nb', kind: 'notebook' });
  await watch.add(A, { notebookId: 'nb', kind: 'cell', cellId: 'a' });
  await watch.add(B, { notebookId: 'nb', kind: 'cell', cellId: 'b' });
  reads = 0;
};

describe('what is watched', () => {
  it.each<[string, () => unknown, string[]]>([
    ['a source', () => edit('a', 'a = 2'), [NOTEBOOK, A]],
    ['the order', () => cells.reverse(), [NOTEBOOK]],
    ['a run', () => Object.assign(counts, { b: 1 }), [NOTEBOOK, B]],
    ['a cell that is gone', () => cells.pop(), [NOTEBOOK, B]],
    ['a new cell', () => cells.push({ id: 'c', kind: 'code', source: '' }), [NOTEBOOK]],
    ['nothing that counts', () => {}, []],
  ])('is told of when it is not what it was: %s', async (_what, happens, expected) => {
    await watchAll();
    happens();
    change();
    await settled();
    expect(told).toEqual(expected);
    change();
    await settled();
    expect(told).toEqual(expected);
  });

  it('may be a cell that is not there yet', async () => {
    await watch.add('cellwire://nb/cells/c', { notebookId: 'nb', kind: 'cell', cellId: 'c' });
    change();
    await settled();
    expect(told).toEqual([]);
    cells.push({ id: 'c', kind: 'code', source: '' });
    change();
    await settled();
    expect(told).toEqual(['cellwire://nb/cells/c']);
  });

  it('tells a code cell that has run from one that has not, in the order of the cells', async () => {
    Object.assign(counts, { a: 1, b: 11 });
    await watchAll();
    Object.assign(counts, { a: 11, b: 1 });
    change();
    await settled();
    expect(told).toEqual([NOTEBOOK, A, B]);
  });
});

describe('looking', () => {
  it('takes one read, however much is watched, and none without a change', async () => {
    await watchAll();
    await settled();
    expect(reads).toBe(0);
    change();
    await settled();
    expect(reads).toBe(1);
  });

  it('happens once at a time; whatever changes meanwhile takes one more look', async () => {
    await watchAll();
    mostAtOnce = 0;
    const release = heldReads();
    edit('a', 'a = 2');
    change();
    edit('b', 'b = 2');
    change();
    change();
    change();
    await settled();
    expect([reads, told]).toEqual([1, []]);
    release();
    await settled();
    expect(told).toEqual([NOTEBOOK, A, NOTEBOOK, B]);
    expect([reads, mostAtOnce]).toEqual([2, 1]);
    edit('b', 'b = 3');
    change();
    await settled();
    expect([reads, told.length]).toEqual([3, 6]);
  });

  it('goes on after a page that could not be read', async () => {
    await watchAll();
    unreadable = true;
    edit('a', 'a = 2');
    change();
    await settled();
    expect(told).toEqual([]);
    unreadable = false;
    change();
    await settled();
    expect(told).toEqual([NOTEBOOK, A]);
  });

  it('is about what is watched when it ends, not when it began', async () => {
    await watchAll();
    const release = heldReads();
    edit('a', 'a = 2');
    change();
    watch.remove(A);
    const anew = watch.add(NOTEBOOK, { notebookId: 'nb', kind: 'notebook' });
    edit('b', 'b = 2');
    release();
    await anew;
    await settled();
    expect(told).not.toContain(A);
    told.length = 0;
    change();
    await settled();
    expect(told).toEqual([NOTEBOOK, B]);
  });
});

describe('listening to the page', () => {
  it('begins with the first that is watched and ends with the last', async () => {
    expect(listeners.size).toBe(0);
    await watchAll();
    expect(listeners.size).toBe(1);
    watch.remove(A);
    watch.remove(B);
    expect(listeners.size).toBe(1);
    watch.remove(NOTEBOOK);
    expect(listeners.size).toBe(0);
    await watch.add(A, { notebookId: 'nb', kind: 'cell', cellId: 'a' });
    expect(listeners.size).toBe(1);
    edit('a', 'a = 2');
    change();
    await settled();
    expect(told).toEqual([A]);
  });

  it('does not begin where the page cannot be read, and whoever asked is told', async () => {
    unreadable = true;
    await expect(watch.add(A, { notebookId: 'nb', kind: 'cell', cellId: 'a' })).rejects.toThrow(
      'The page does not answer.',
    );
    expect(listeners.size).toBe(0);
  });

  it('ends for good with the session', async () => {
    await watchAll();
    const release = heldReads();
    edit('a', 'a = 2');
    change();
    change();
    const late = watch.add(A, { notebookId: 'nb', kind: 'cell', cellId: 'a' });
    watch.stop();
    release();
    await late;
    await settled();
    expect([told, listeners.size]).toEqual([[], 0]);
    // The look that was under way and the late subscription.
    expect(reads).toBe(2);
    watch.stop();
  });
});
