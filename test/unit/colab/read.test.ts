import { describe, expect, it } from 'vitest';
import { createColab } from '../../../src/colab/create-colab.ts';
import { FakeColab } from './fake-colab.ts';

describe('reading', () => {
  it('gives cells as nbformat has them', async () => {
    const colab = new FakeColab('a = 1\nb', '# Title');
    colab.cell('c0').count = 3;
    colab.cell('c0').outputs = [{ output_type: 'stream', name: 'stdout', text: ['x'] }];
    const { cells, total } = await createColab(colab.window).notebook.readCells({ includeOutputs: true });
    expect(total).toBe(2);
    expect(cells).toMatchObject([
      {
        index: 0,
        cell_type: 'code',
        source: ['a = 1\n', 'b'],
        execution_count: 3,
        outputs: [{ text: ['x'] }],
      },
      { index: 1, cell_type: 'markdown', source: ['# Title'] },
    ]);
    expect(cells[1]).not.toHaveProperty('outputs');
  });

  it('cuts ranges to what exists and keeps the whole revision', async () => {
    const colab = new FakeColab('a', 'b', 'c');
    const notebook = createColab(colab.window).notebook;
    const whole = await notebook.readCells({});
    const part = await notebook.readCells({ start: 1, end: 99 });
    expect(part.cells.map((cell) => cell.id)).toEqual(['c1', 'c2']);
    expect(part.cells[0]).not.toHaveProperty('outputs');
    expect(part.revision).toBe(whole.revision);
    colab.cell('c0').text = 'changed';
    expect((await notebook.readCells({ start: 1, end: 1 })).revision).not.toBe(whole.revision);
  });

  it('gives only what changed since a revision that it told of, and refuses one that it does not know', async () => {
    const colab = new FakeColab('a', 'b', 'c', 'd');
    const { notebook } = createColab(colab.window);
    const { revision } = await notebook.readCells({ start: 0, end: 0 });
    colab.cell('c2').text = 'changed';
    colab.cells.splice(0, 1);
    colab.cells.unshift(...colab.cells.splice(2, 1));
    const { cells, since } = await notebook.readCells({ sinceRevision: revision, end: 99 });
    expect(cells.map(({ id, index }) => [id, index])).toEqual([['c2', 2]]);
    expect(since).toEqual({ gone: ['c0'], moved: ['c3'] });
    await expect(notebook.readCells({ sinceRevision: 'nowhere' })).rejects.toMatchObject({
      kind: 'not_found',
      message: expect.stringContaining('Nothing was read.'),
    });
  });

  it('tells which cells show an error, only when asked', async () => {
    const colab = new FakeColab('a', 'b');
    colab.cell('c1').outputs = [
      { output_type: 'stream', name: 'stdout', text: 'x' },
      { output_type: 'error', ename: 'E', evalue: '', traceback: [] },
    ];
    const { notebook } = createColab(colab.window);
    expect((await notebook.readCells({ includeFailed: true })).cells.map(({ failed }) => failed)).toEqual([
      undefined,
      true,
    ]);
    expect((await notebook.readCells({})).cells[1]).not.toHaveProperty('failed');
  });

  it('finds where cells stand without reading them, and leaves out those that are gone', async () => {
    const colab = new FakeColab('a', 'b', 'c');
    for (const cell of colab.cells) {
      cell.getText = () => {
        throw new Error('It was read.');
      };
    }
    const found = await createColab(colab.window).notebook.findCells({ cellIds: ['c2', 'gone', 'c0'] });
    expect(found).toEqual([
      { id: 'c0', index: 0 },
      { id: 'c2', index: 2 },
    ]);
  });

  it('lets the page go on while it reads a long notebook', async () => {
    const colab = new FakeColab(...Array.from({ length: 30 }, (_, at) => `cell ${at}`));
    for (const cell of colab.cells) {
      cell.getText = () => {
        const end = performance.now() + 2;
        while (performance.now() < end);
        return cell.text;
      };
    }
    let turns = 0;
    const turn = (): void => {
      turns++;
      next = setImmediate(turn);
    };
    let next = setImmediate(turn);
    const { cells } = await createColab(colab.window).notebook.readCells({});
    clearImmediate(next);
    expect(cells.map(({ id }) => id)).toEqual(colab.ids);
    // Sixty milliseconds in slices of eight.
    expect(turns).toBeGreaterThan(4);
  });

  it('leaves out a cell that is deleted, and cannot be read any more, before its turn comes', async () => {
    const colab = new FakeColab('a', 'b', 'c');
    const [first, second, third] = colab.cells;
    const unreadable = (cell: typeof first): void => {
      Object.assign(cell ?? {}, { getText: () => undefined, model: {} });
    };
    Object.assign(first ?? {}, {
      getText: () => {
        const end = performance.now() + 10;
        while (performance.now() < end);
        queueMicrotask(() => {
          colab.remove(second);
          unreadable(second);
        });
        return 'a';
      },
    });
    const notebook = createColab(colab.window).notebook;
    const { cells } = await notebook.readCells({});
    expect(cells.map(({ id, index }) => [id, index])).toEqual([
      ['c0', 0],
      ['c2', 2],
    ]);
    unreadable(third);
    await expect(notebook.readCells({})).rejects.toThrow('does not give the text of the cell "c2"');
  });

  it('fails on ids that are gone', async () => {
    const notebook = createColab(new FakeColab('a').window).notebook;
    await expect(notebook.readCells({ cellIds: ['c0', 'x'] })).rejects.toMatchObject({ kind: 'not_found' });
  });

  it('asks the tools service only when the models say nothing about outputs', async () => {
    const colab = new FakeColab('a');
    colab.cell('c0').model.toJson = () => {
      throw new Error('private outputs');
    };
    colab.withTool('get_cells', async () => ({
      cells: [{ id: 'c0', outputs: [{ output_type: 'stream', name: 'stdout', text: 'x' }] }],
    }));
    const { cells } = await createColab(colab.window).notebook.readCells({ includeOutputs: true });
    expect(cells[0]?.outputs).toEqual([{ output_type: 'stream', name: 'stdout', text: 'x' }]);
  });

  it('survives getters that throw, and reads on from the models', async () => {
    const colab = new FakeColab('a');
    Object.defineProperty(colab.cell('c0'), 'getText', {
      get() {
        throw new Error('no');
      },
    });
    const { cells } = await createColab(colab.window).notebook.readCells({});
    expect(cells[0]?.source).toEqual(['a']);
  });

  it('reads a build that gives no views from its models, and finds cells there', async () => {
    const colab = new FakeColab();
    delete colab.notebook.cells;
    const modelOf = (id: string, text: string) => ({ id, type: 'code', textModel: { getValue: () => text } });
    const models = [modelOf('m0', 'a'), modelOf('m1', 'b')];
    colab.notebookModel.cells = models;
    const { notebook } = createColab(colab.window);
    const { cells } = await notebook.readCells({});
    expect(cells.map(({ id, source }) => [id, ...source])).toEqual([
      ['m0', 'a'],
      ['m1', 'b'],
    ]);
    models.push(modelOf('m2', 'c'));
    expect((await notebook.readCells({ cellIds: ['m2'] })).cells[0]).toMatchObject({
      index: 2,
      source: ['c'],
    });
    await expect(notebook.deleteCell({ cellId: 'm1', expectedRevision: 'old' })).rejects.toMatchObject({
      kind: 'conflict',
    });
    await expect(notebook.deleteCell({ cellId: 'm3' })).rejects.toMatchObject({ kind: 'not_found' });
  });

  it('does not pass an unreadable cell for an empty one', async () => {
    const colab = new FakeColab('a');
    const cell = colab.cell('c0');
    Object.assign(cell, { getText: undefined });
    Object.assign(cell.model, { textModel: null });
    await expect(createColab(colab.window).notebook.readCells({})).rejects.toMatchObject({
      kind: 'unsupported',
    });
  });

  it('tells notebook, runtime and capabilities without a fragment in the url', async () => {
    const colab = new FakeColab('a').withRemoveAndMove();
    colab.notebookModel.getTitle = () => 'Untitled.ipynb';
    const { notebook, kernel } = createColab(colab.window);
    expect(await kernel.state()).toEqual({ state: 'idle', language: 'python' });
    expect(await notebook.status()).toMatchObject({
      notebook: { name: 'Untitled.ipynb', url: 'https://colab.example/notebooks/empty.ipynb?x=1' },
      build: 'colab-fake_1',
      dialog: null,
      capabilities: {
        read: 'cell.getText()',
        insert: null,
        delete: 'notebook.removeCells([view])',
        run: null,
      },
    });
  });
});
