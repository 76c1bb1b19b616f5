import { describe, expect, it } from 'vitest';
import { Failure } from '../../../src/notebook/failure.ts';
import type { Notebook } from '../../../src/notebook/notebook.ts';
import { cellRevision } from '../../../src/notebook/revision.ts';
import { addCodeCell } from '../../../src/tools/notebook/add-code-cell.ts';
import { addTextCell } from '../../../src/tools/notebook/add-text-cell.ts';
import { deleteCell } from '../../../src/tools/notebook/delete-cell.ts';
import { editCell } from '../../../src/tools/notebook/edit-cell.ts';
import { moveCell } from '../../../src/tools/notebook/move-cell.ts';
import { updateCell } from '../../../src/tools/notebook/update-cell.ts';
import { clearOutputs } from '../../../src/tools/run/clear-outputs.ts';
import type { Tool } from '../../../src/tools/tool.ts';
import type { MemoryCell } from '../../support/memory-notebook.ts';
import { code, memoryNotebook, text } from '../../support/memory-notebook.ts';
import { callTool, contextOf } from '../../support/tool-call.ts';

const call = (tool: Tool, cells: MemoryCell[], args: unknown) =>
  callTool(tool, memoryNotebook(cells), { args });
const sources = (cells: MemoryCell[]): string[] => cells.map(({ source }) => source);

describe('adding a cell', () => {
  it('puts code at its index, and says where it stands', async () => {
    const cells = [code('a', 'one'), code('b', 'two')];
    const { data } = await call(addCodeCell, cells, { cellIndex: 1, language: 'python', code: 'between' });
    expect(data).toEqual({ newCellId: 'new2', cellIndex: 1 });
    expect(cells[1]).toEqual({ id: 'new2', kind: 'code', source: 'between' });
  });

  it('hands the language on, for the page to refuse', async () => {
    const asked: unknown[] = [];
    const notebook: Notebook = {
      ...memoryNotebook([]),
      insertCell: async (cell) => {
        asked.push(cell);
        return { cellId: 'x', index: 0 };
      },
    };
    await callTool(addCodeCell, notebook, { args: { cellIndex: -1, language: 'r', code: '1' } });
    await callTool(addTextCell, notebook, { args: { cellIndex: 3, content: '# T' } });
    expect(asked).toEqual([
      { index: -1, kind: 'code', source: '1', language: 'r' },
      { index: 3, kind: 'markdown', source: '# T' },
    ]);
  });

  it('appends text with -1', async () => {
    const cells = [code('a', 'one')];
    expect((await call(addTextCell, cells, { cellIndex: -1, content: '# T' })).data).toEqual({
      newCellId: 'new1',
      cellIndex: 1,
    });
    expect(cells[1]).toMatchObject({ kind: 'markdown', source: '# T' });
  });

  it('refuses a text that would choke the page, and takes one that just fits', async () => {
    const cells: MemoryCell[] = [];
    const add = (length: number) => call(addTextCell, cells, { cellIndex: 0, content: 'x'.repeat(length) });
    await expect(add(1_000_001)).rejects.toThrow(
      new Failure(
        'invalid_input',
        'Invalid arguments for add_text_cell: content: the text has 1,000,001 characters; a cell may have 1,000,000. Write data to a file instead of a cell.',
        'Nothing was done. add_text_cell takes: cellIndex, content.',
      ),
    );
    expect(cells).toEqual([]);
    await add(1_000_000);
  });
});

describe('moving a cell', () => {
  it('says where it stands afterwards', async () => {
    const cells = [code('a', 'one'), code('b', 'two'), text('c', 'three')];
    expect((await call(moveCell, cells, { cellId: 'a', cellIndex: -1 })).data).toEqual({ cellIndex: 2 });
    expect(sources(cells)).toEqual(['two', 'three', 'one']);
  });
});

describe('a change with the revision that was read', () => {
  const now = cellRevision('code', 'x = 1');
  const change: Array<[string, Tool, Record<string, unknown>]> = [
    ['update_cell', updateCell, { content: 'x = 2' }],
    ['edit_cell', editCell, { find: 'x', replace: 'y' }],
    ['delete_cell', deleteCell, {}],
  ];

  it.each(change)('%s is done while the cell is what it was', async (_name, tool, args) => {
    const cells = [code('a', 'x = 1')];
    await call(tool, cells, { cellId: 'a', ...args, expectedRevision: now });
    expect(sources(cells)).not.toEqual(['x = 1']);
  });

  it.each(change)('%s is refused when the user has changed it', async (_name, tool, args) => {
    const cells = [code('a', 'x = 1 # by the user')];
    const refused = call(tool, cells, { cellId: 'a', ...args, expectedRevision: now });
    await expect(refused).rejects.toMatchObject({ kind: 'conflict' });
    expect(sources(cells)).toEqual(['x = 1 # by the user']);
  });

  it.each(change)('%s is done without one', async (_name, tool, args) => {
    const cells = [code('a', 'x = 3')];
    await call(tool, cells, { cellId: 'a', ...args });
    expect(sources(cells)).not.toEqual(['x = 3']);
  });
});

describe('what a change gives back', () => {
  it('the new revision of an overwritten cell', async () => {
    const cells = [code('a', 'x = 1')];
    const { data } = await call(updateCell, cells, { cellId: 'a', content: 'x = 2' });
    expect(data).toEqual({ revision: cellRevision('code', 'x = 2') });
  });

  it('what was deleted, and where it stood', async () => {
    expect((await call(deleteCell, [code('a', 'x = 1')], { cellId: 'a' })).data).toEqual({
      cellIndex: 0,
      cell_type: 'code',
      deleted: 'x = 1',
    });
  });

  it('the cells whose outputs were cleared: those named, or all', async () => {
    const cells = [code('a', ''), code('b', '')];
    expect((await call(clearOutputs, cells, { cellIds: ['b'] })).data).toEqual({ cleared: ['b'] });
    expect((await call(clearOutputs, cells, {})).data).toEqual({ cleared: ['a', 'b'] });
  });
});

describe('edit_cell', () => {
  const edit = (source: string, args: Record<string, unknown>) => {
    const cells = [code('a', source)];
    return call(editCell, cells, { cellId: 'a', ...args }).then(({ data }) => ({
      data,
      source: cells[0]?.source,
    }));
  };

  it('replaces text as it stands: nothing in it is a pattern', async () => {
    expect(await edit('price = "$1" # (.*)', { find: '"$1" # (.*)', replace: '"$&"' })).toEqual({
      source: 'price = "$&"',
      data: { replacements: 1, revision: cellRevision('code', 'price = "$&"') },
    });
  });

  it('replaces every occurrence when told to', async () => {
    expect(await edit('x = 1\nx = 2', { find: 'x =', replace: 'y =', replaceAll: true })).toMatchObject({
      source: 'y = 1\ny = 2',
      data: { replacements: 2 },
    });
  });

  it.each([
    ['in what to find', 'a\nb\nc', { find: 'a\r\nb', replace: 'x' }, 'x\nc'],
    ['in what to put there', 'a', { find: 'a', replace: 'x\r\ny\rz' }, 'x\ny\nz'],
    ['in the cell', 'a\r\nb', { find: 'a\nb', replace: 'x\ny' }, 'x\ny'],
  ])('minds no other line ends %s', async (_where, source, args, edited) => {
    expect((await edit(source, args)).source).toBe(edited);
  });

  it.each([
    [
      { find: 'x =', replace: '' },
      'The text to find is in the cell 2 times.',
      'Nothing was changed. Give more of the lines around it, or set replaceAll. It begins in:\n```\n1: x = 1\n2: x = 2\n```',
    ],
    [
      { find: 'z', replace: '' },
      'The text to find is not in the cell.',
      'Nothing was changed. Copy the text from its current content:\n```\nx = 1\nx = 2\n```',
    ],
  ])('changes nothing when the text is not there once: %j', async (args, message, next) => {
    const cells = [code('a', 'x = 1\nx = 2')];
    await expect(call(editCell, cells, { cellId: 'a', ...args })).rejects.toThrow(
      new Failure('invalid_input', message, next),
    );
    expect(sources(cells)).toEqual(['x = 1\nx = 2']);
  });

  it('shows only so much of a long cell', async () => {
    const cells = [code('a', 'x'.repeat(5_000))];
    await expect(call(editCell, cells, { cellId: 'a', find: 'z', replace: '' })).rejects.toMatchObject({
      next: expect.stringContaining('x\n```\n… (5000 characters in all)'),
    });
  });

  it('does not make a cell longer than it may be', async () => {
    const cells = [code('a', 'xx')];
    const grow = (length: number) =>
      call(editCell, cells, { cellId: 'a', find: 'x', replace: 'y'.repeat(length), replaceAll: true });
    await expect(grow(500_001)).rejects.toThrow(
      new Failure(
        'invalid_input',
        'The cell would have 1000002 characters; 1000000 is the most.',
        'Nothing was changed. Split the cell.',
      ),
    );
    expect(sources(cells)).toEqual(['xx']);
    await grow(500_000);
  });

  it('does not write over what the user types between its look and its change', async () => {
    const cells = [code('a', 'x = 1')];
    const notebook = memoryNotebook(cells);
    const typing: Notebook = {
      ...notebook,
      readCells: async (query) => {
        const page = await notebook.readCells(query);
        cells[0] = code('a', 'x = 1 # typed');
        return page;
      },
    };
    const args = { cellId: 'a', find: 'x', replace: 'y' };
    await expect(callTool(editCell, typing, { args })).rejects.toMatchObject({ kind: 'conflict' });
    expect(sources(cells)).toEqual(['x = 1 # typed']);
  });

  it('says when the page gives no such cell', async () => {
    const page = { cells: [], total: 0, revision: 'r' };
    const notebook: Notebook = { ...memoryNotebook([]), readCells: async () => page };
    await expect(
      callTool(editCell, notebook, { args: { cellId: 'a', find: 'x', replace: '' } }),
    ).rejects.toThrow(new Failure('not_found', 'There is no cell "a".', 'Call get_cells for the ids.'));
  });
});

describe('arguments that do not fit', () => {
  it('are named one by one, with what the tool takes', async () => {
    await expect(call(moveCell, [], { cellId: '', wrong: 1 })).rejects.toThrow(
      new Failure(
        'invalid_input',
        'Invalid arguments for move_cell: cellId: Too small: expected string to have >=1 characters; cellIndex: Invalid input: expected number, received undefined; Unrecognized key: "wrong".',
        'Nothing was done. move_cell takes: cellId, cellIndex, expectedRevision.',
      ),
    );
  });

  it('may be left out where there are none', async () => {
    await expect(clearOutputs.prepare(undefined)(contextOf(memoryNotebook([])))).resolves.toEqual({
      data: { cleared: [] },
    });
  });
});
