import { describe, expect, it } from 'vitest';
import { describeCall } from '../../../src/calls/describe-call.ts';
import { tools } from '../../../src/tools/catalogue.ts';
import { code, memoryNotebook, text } from '../../support/memory-notebook.ts';

const notebook = memoryNotebook([code('a', '1'), text('b', '2'), code('c', 'x'.repeat(5_000))]);
const inWords = (name: string, args: unknown) =>
  describeCall({ name, effect: 'edits', subject: null, args }, notebook);

describe('a call in words', () => {
  it.each([
    ['execute_cell', { cellId: 'a' }, 'wants to run this cell', [['a', 1, '1']]],
    ['execute_cell', { cellIndex: 1 }, 'wants to run this cell', [['b', 2, '2']]],
    [
      'run_cells',
      { cellIndexStart: 0, cellIndexEnd: 1 },
      'wants to run these cells',
      // The second is text: it does nothing.
      [['a', 1, '1']],
    ],
    ['delete_cell', { cellId: 'b' }, 'wants to delete this cell', [['b', 2, '2']]],
    ['add_code_cell', { cellIndex: 0, code: 'new' }, 'wants to add this code cell', [['', null, 'new']]],
    [
      'update_cell',
      { cellId: 'a', content: 'new' },
      'wants to replace the text of a cell by this',
      [['a', 1, 'new']],
    ],
    [
      'edit_cell',
      { cellId: 'a', find: '1', replace: '2' },
      'wants to change a text in this cell',
      [['a', 1, '- 1\n+ 2']],
    ],
    [
      'run_chunked',
      { items: ' range(9) ', body: 'a = item\n\na + 1' },
      'wants to run this loop, without a cell',
      [['', null, 'for index, item in enumerate(range(9)):\n    a = item\n\n    a + 1']],
    ],
    [
      'load_checkpoint',
      { name: 'x', trust: true },
      'wants to load variables from the disk of the runtime, though this runtime did not write them: loading runs code in them',
      [],
    ],
    ['something_new', {}, 'wants to use something_new', []],
    ['something_new', null, 'wants to use something_new', []],
  ])('is what is about to happen: %s %j', async (name, args, wish, cells) => {
    const told = await inWords(name, args);
    expect(told.wish).toBe(wish);
    expect(told.cells.map(({ cellId, place, text }) => [cellId, place, text])).toEqual(cells);
  });

  it('shows the whole of a text that cannot be seen anywhere else', async () => {
    const content = `${'#'.repeat(4_000)}\nrm -rf`;
    const told = [
      await inWords('add_code_cell', { cellIndex: 0, code: content }),
      await inWords('update_cell', { cellId: 'a', content }),
    ];
    for (const { cells } of told) expect(cells).toMatchObject([{ text: content, isCut: false }]);
    const everywhere = await inWords('edit_cell', { cellId: 'a', find: '1', replace: '', replaceAll: true });
    expect(everywhere.wish).toBe('wants to change a text in this cell, wherever it stands');
  });

  it('shows only so much', async () => {
    const [cell] = (await inWords('delete_cell', { cellId: 'c' })).cells;
    expect([cell?.text.length, cell?.isCut]).toEqual([4_000, true]);
    const many = memoryNotebook(Array.from({ length: 30 }, (_, n) => code(`c${n}`, `${n}`)));
    const told = await describeCall({ name: 'run_cells', effect: 'runs', subject: null, args: {} }, many);
    expect([told.cells.length, told.revisions.size]).toEqual([20, 30]);
    expect(told.wish).toBe('wants to run these cells (30, the first 20 are shown)');
  });

  it('has words for every tool that changes or runs something', async () => {
    const quiet = ['reads', 'stops', 'connects', 'proposes'];
    for (const { name, effect } of tools.filter((tool) => !quiet.includes(tool.effect))) {
      expect((await inWords(name, {})).wish, `${name} ${effect}`).not.toContain('wants to use');
    }
  });

  it('says what a change of the runtime takes away, and shows what it would stop', async () => {
    const control = (name: string, args: object, running: string[] = []) =>
      describeCall({ name, effect: 'controls', subject: null, args }, notebook, running);
    expect(await control('restart_runtime', {})).toEqual({
      wish: 'wants to restart the runtime: all variables are lost',
      cells: [],
      revisions: new Map(),
    });
    expect(await control('restart_runtime', {}, ['a', 'gone'])).toMatchObject({
      wish: 'wants to restart the runtime: all variables are lost, and what runs is stopped',
      cells: [{ cellId: 'a' }],
    });
    expect(await control('connect_runtime', {}, ['a'])).toMatchObject({
      wish: 'wants to connect a runtime',
      cells: [],
    });
    expect((await control('connect_runtime', { accelerator: 'T4' })).wish).toBe(
      'wants to connect a runtime with the accelerator "T4": another one than this is given up, with all variables and files on it',
    );
  });
});
