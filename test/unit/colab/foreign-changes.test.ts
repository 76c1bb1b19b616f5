import { describe, expect, it } from 'vitest';
import { createColab } from '../../../src/colab/create-colab.ts';
import type { ForeignChange } from '../../../src/notebook/notebook.ts';
import { cellRevision } from '../../../src/notebook/revision.ts';
import { FakeColab } from './fake-colab.ts';

/** A notebook whose first call was made; on a page without a DOM every cell is compared. */
async function begun(...texts: string[]) {
  const colab = new FakeColab(...texts).withRemoveAndMove();
  colab.notebook.insertCell = (type: unknown, { after, index }: { after: boolean; index: number }) => {
    colab.insert(after ? index + 1 : index, type);
  };
  const { notebook } = createColab(colab.window);
  expect(await notebook.takeForeignChanges()).toEqual([]);
  const taken = async () => (await notebook.takeForeignChanges()).map(inWords);
  return { colab, notebook, taken };
}

function inWords(change: ForeignChange): string {
  const cell = 'cellId' in change ? ` ${change.cellId}` : '';
  return `${change.kind}${cell}${'index' in change ? ` ${change.index}` : ''}`;
}

describe('changes of others', () => {
  it('are told once each', async () => {
    const { colab, notebook, taken } = await begun('a', 'b', 'c', 'd', 'e');
    colab.insert(1, 'code', 'x');
    colab.remove(colab.cell('c1'));
    colab.move(colab.cell('c4'), -4);
    colab.cell('c2').text = 'edited';
    const changes = await notebook.takeForeignChanges();
    expect(changes).toEqual([
      { kind: 'deleted', cellId: 'c1' },
      { kind: 'added', cellId: 'new0', index: 2 },
      { kind: 'moved', cellId: 'c4', index: 0 },
      { kind: 'edited', cellId: 'c2', revision: cellRevision('code', 'edited') },
    ]);
    expect(await taken()).toEqual([]);
  });

  it('count by what is left of them', async () => {
    const { colab, taken } = await begun('a', 'b', 'c');
    colab.cell('c0').text = 'x';
    colab.cell('c0').text = 'a';
    colab.cell('c1').text = 'once';
    colab.cell('c1').text = 'twice';
    colab.remove(colab.insert(0, 'code', 'short-lived'));
    colab.move(colab.cell('c2'), -2);
    colab.move(colab.cell('c2'), 2);
    expect(await taken()).toEqual(['edited c1']);
  });

  it('begin with the first call of any kind', async () => {
    const colab = new FakeColab('a');
    const { notebook } = createColab(colab.window);
    await notebook.readCells({});
    colab.cell('c0').text = 'b';
    expect((await notebook.takeForeignChanges()).map(inWords)).toEqual(['edited c0']);
  });

  it('are not what we do', async () => {
    const { colab, notebook, taken } = await begun('a', 'b', 'c', 'd');
    const { cellId } = await notebook.insertCell({ index: 1, kind: 'code', source: 'ours' });
    await notebook.replaceSource({ cellId: 'c0', source: 'ours\r\ntoo' });
    await notebook.deleteCell({ cellId: 'c2' });
    await notebook.moveCell({ cellId: 'c3', index: 0 });
    expect(colab.ids).toEqual(['c3', 'c0', cellId, 'c1']);
    expect(await taken()).toEqual([]);
    colab.cell(cellId).text = 'theirs';
    expect(await taken()).toEqual([`edited ${cellId}`]);
  });

  it('are told though they fall in the same moment as ours', async () => {
    const { colab, notebook, taken } = await begun('a', 'b', 'c', 'd', 'e');
    const insert = colab.notebook.insertCell;
    colab.notebook.insertCell = (...args: unknown[]) => {
      colab.cell('c2').text = 'typed meanwhile';
      colab.move(colab.cell('c4'), -4);
      if (typeof insert === 'function') insert(...args);
    };
    await notebook.insertCell({ index: 1, kind: 'code', source: 'ours' });
    expect(colab.ids).toEqual(['c4', 'new0', 'c0', 'c1', 'c2', 'c3']);
    expect(await taken()).toEqual(['moved c4 0', 'edited c2']);
    colab.move(colab.cell('c0'), 3);
    await notebook.moveCell({ cellId: 'c4', index: 5 });
    await notebook.deleteCell({ cellId: 'new0' });
    expect(await taken()).toEqual(['moved c0 3']);
  });

  it.each([
    ['first', 0, 'deleted c0, moved c2 1'],
    ['last', -1, 'deleted c0, moved c2 0'],
  ])('are told though we add a cell at the %s place among them', async (_, index, told) => {
    const { colab, notebook, taken } = await begun('a', 'b', 'c');
    colab.remove(colab.cell('c0'));
    colab.move(colab.cell('c2'), -1);
    await notebook.insertCell({ index, kind: 'code', source: 'ours' });
    expect((await taken()).join(', ')).toBe(told);
  });

  it('are told though we add a cell among nothing but theirs', async () => {
    const { colab, notebook, taken } = await begun('a');
    colab.insert(1, 'code', 'theirs');
    colab.remove(colab.cell('c0'));
    await notebook.insertCell({ index: 1, kind: 'code', source: 'ours' });
    expect(await taken()).toEqual(['deleted c0', 'added new0 0']);
  });

  it('are told of a cell that we overwrote', async () => {
    const { colab, notebook, taken } = await begun('a', 'b');
    colab.cell('c0').text = 'theirs';
    await notebook.replaceSource({ cellId: 'c0', source: 'ours' });
    expect(await taken()).toEqual(['edited c0']);
    await notebook.replaceSource({ cellId: 'c0', source: 'ours again' });
    expect(await taken()).toEqual([]);
  });

  it('of a cell that others added are told as one, whatever we did to it since', async () => {
    const { colab, notebook, taken } = await begun('a', 'b');
    const { id } = colab.insert(0, 'code', 'theirs');
    await notebook.replaceSource({ cellId: id, source: 'ours' });
    await notebook.moveCell({ cellId: id, index: 2 });
    expect(await taken()).toEqual([`added ${id} 2`]);
    const second = colab.insert(0, 'code', 'theirs');
    await notebook.deleteCell({ cellId: second.id });
    expect(await taken()).toEqual([]);
  });

  it('do not reach from one notebook into the next in the same tab', async () => {
    const { colab, taken } = await begun('a', 'b');
    const other = new FakeColab('x', 'y', 'z');
    Object.assign(colab.window, { colab: other.window.colab });
    expect(await taken()).toEqual([]);
    other.cell('c1').text = 'edited';
    expect(await taken()).toEqual(['edited c1']);
  });

  it('wait for our change that is under way', async () => {
    const { colab, notebook, taken } = await begun('a');
    const insert = colab.notebook.insertCell;
    colab.notebook.insertCell = (...args: unknown[]) => {
      setTimeout(() => typeof insert === 'function' && insert(...args), 30);
    };
    const inserting = notebook.insertCell({ index: 0, kind: 'code', source: '' });
    expect(await taken()).toEqual([]);
    await inserting;
    expect(colab.ids).toEqual(['new0', 'c0']);
  });

  it('are none on a page that is no notebook yet', async () => {
    const colab = new FakeColab();
    Object.assign(colab.window, { colab: undefined });
    expect(await createColab(colab.window).notebook.takeForeignChanges()).toEqual([]);
  });
});

describe('a restart of the kernel', () => {
  it('is told once; a first connection, or the same session again, is none', async () => {
    const { colab, taken } = await begun('a');
    const session = (kernelSessionId: string | undefined) =>
      Object.assign(colab.notebook.kernel ?? {}, { connection: { session: { kernelSessionId } } });
    session('one');
    expect(await taken()).toEqual([]);
    session(undefined);
    expect(await taken()).toEqual([]);
    session('one');
    expect(await taken()).toEqual([]);
    session('two');
    expect(await taken()).toEqual(['restarted']);
    expect(await taken()).toEqual([]);
  });
});
