import { describe, expect, it } from 'vitest';
import { createColab } from '../../../src/colab/create-colab.ts';
import { cellRevision } from '../../../src/notebook/revision.ts';
import { FakeColab } from './fake-colab.ts';

describe('replacing a source', () => {
  it('sets the text and returns its revision', async () => {
    const colab = new FakeColab('a');
    const notebook = createColab(colab.window).notebook;
    const { revision } = await notebook.replaceSource({ cellId: 'c0', source: 'b\r\nc' });
    expect(colab.texts).toEqual(['b\nc']);
    expect(revision).toBe(cellRevision('code', 'b\nc'));
  });

  it('falls to the text model when setText does nothing', async () => {
    const colab = new FakeColab('a');
    const cell = colab.cell('c0');
    cell.setText = () => {};
    cell.model.textModel.setValue = (text) => {
      cell.text = text;
    };
    await createColab(colab.window).notebook.replaceSource({ cellId: 'c0', source: 'b' });
    expect(colab.texts).toEqual(['b']);
  });

  it('refuses when the cell was changed, and shows the current text', async () => {
    const colab = new FakeColab('typed by the user');
    const notebook = createColab(colab.window).notebook;
    await expect(
      notebook.replaceSource({ cellId: 'c0', source: 'b', expectedRevision: 'old' }),
    ).rejects.toMatchObject({ kind: 'conflict', message: expect.stringContaining('typed by the user') });
    expect(colab.texts).toEqual(['typed by the user']);
  });

  it('bounds the text a conflict shows', async () => {
    const colab = new FakeColab('x'.repeat(50_000));
    const notebook = createColab(colab.window).notebook;
    const failure: unknown = await notebook
      .replaceSource({ cellId: 'c0', source: 'b', expectedRevision: 'old' })
      .catch((thrown) => thrown);
    expect(failure).toBeInstanceOf(Error);
    expect(String(failure).length).toBeLessThan(2500);
  });

  it('names the cells that exist when one is gone', async () => {
    const colab = new FakeColab('import numpy', '# Title');
    const notebook = createColab(colab.window).notebook;
    await expect(notebook.replaceSource({ cellId: 'gone', source: '' })).rejects.toMatchObject({
      kind: 'not_found',
      message: 'There is no cell "gone".',
      next: 'The nearest are 0: c0 "import numpy", 1: c1 "# Title".',
    });
  });
});

describe('deleting', () => {
  it('removes the one cell', async () => {
    const colab = new FakeColab('a', 'b', 'c').withRemoveAndMove();
    await createColab(colab.window).notebook.deleteCell({ cellId: 'c1' });
    expect(colab.texts).toEqual(['a', 'c']);
  });

  it('refuses when the cell was changed', async () => {
    const colab = new FakeColab('a').withRemoveAndMove();
    const notebook = createColab(colab.window).notebook;
    await expect(notebook.deleteCell({ cellId: 'c0', expectedRevision: 'old' })).rejects.toMatchObject({
      kind: 'conflict',
    });
    expect(colab.texts).toEqual(['a']);
  });

  it('falls from a tools service that does nothing to the notebook', async () => {
    const colab = new FakeColab('a', 'b').withRemoveAndMove().withTool('delete_cell', () => ({}));
    await createColab(colab.window).notebook.deleteCell({ cellId: 'c0' });
    expect(colab.texts).toEqual(['b']);
  });

  it('stops and says so when another cell went away', async () => {
    const colab = new FakeColab('a', 'b', 'c').withRemoveAndMove();
    colab.withTool('delete_cell', () => colab.cells.splice(2, 1));
    await expect(createColab(colab.window).notebook.deleteCell({ cellId: 'c0' })).rejects.toMatchObject({
      kind: 'internal',
    });
    expect(colab.texts).toEqual(['a', 'b']);
  });
});

describe('moving', () => {
  const order = async (colab: FakeColab, cellId: string, index: number): Promise<string> => {
    await createColab(colab.window).notebook.moveCell({ cellId, index });
    return colab.texts.join('');
  };

  it('walks with a method that takes single steps', async () => {
    expect(await order(new FakeColab('a', 'b', 'c', 'd').withRemoveAndMove(), 'c0', 2)).toBe('bcad');
    expect(await order(new FakeColab('a', 'b', 'c', 'd').withRemoveAndMove(), 'c3', 0)).toBe('dabc');
    expect(await order(new FakeColab('a', 'b', 'c', 'd').withRemoveAndMove(), 'c1', -1)).toBe('acdb');
  });

  it('finds the signature without an array', async () => {
    const colab = new FakeColab('a', 'b', 'c');
    colab.notebook.moveCell = (view: unknown, delta: number) => {
      if (Array.isArray(view)) throw new TypeError('not a cell');
      colab.move(view, delta);
    };
    expect(await order(colab, 'c2', 0)).toBe('cab');
  });

  it('walks on from a place that is one off', async () => {
    const colab = new FakeColab('a', 'b', 'c', 'd').withRemoveAndMove();
    colab.withTool('move_cell', ({ cellId, cellIndex }) => {
      const from = colab.ids.indexOf(String(cellId));
      colab.move(colab.cells[from], Number(cellIndex) - from - 1);
    });
    expect(await order(colab, 'c0', 2)).toBe('bcad');
  });

  it('does nothing when the cell is there already', async () => {
    expect(await order(new FakeColab('a', 'b'), 'c0', 0)).toBe('ab');
  });
});
