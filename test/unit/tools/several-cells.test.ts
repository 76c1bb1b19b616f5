import { describe, expect, it } from 'vitest';
import { Failure } from '../../../src/notebook/failure.ts';
import type { Notebook } from '../../../src/notebook/notebook.ts';
import { addCells } from '../../../src/tools/notebook/add-cells.ts';
import { moveCells } from '../../../src/tools/notebook/move-cells.ts';
import { replaceInNotebook } from '../../../src/tools/notebook/replace-in-notebook.ts';
import type { Tool } from '../../../src/tools/tool.ts';
import { listOf } from '../../support/agent.ts';
import type { MemoryCell } from '../../support/memory-notebook.ts';
import { code, memoryNotebook, text } from '../../support/memory-notebook.ts';
import { callTool } from '../../support/tool-call.ts';

const call = (tool: Tool, cells: MemoryCell[], args: unknown, changes: Partial<Notebook> = {}) =>
  callTool(tool, { ...memoryNotebook(cells), ...changes }, { args });
const sources = (cells: MemoryCell[]): string[] => cells.map(({ source }) => source);
const ids = (cells: MemoryCell[]): string[] => cells.map(({ id }) => id);

/** The method as it is, until it has been called so often; then it fails. */
function failingAfter<Given, Result>(count: number, method: (given: Given) => Promise<Result>) {
  let calls = 0;
  return async (given: Given): Promise<Result> => {
    calls++;
    if (calls === count + 1) throw new Failure('conflict', 'Changed.', 'Read again.');
    return method(given);
  };
}

describe('add_cells', () => {
  const given = [
    { type: 'text', content: '# New' },
    { type: 'code', content: 'new' },
  ];

  it('puts them one behind the other, at their place or at the end', async () => {
    const cells = [code('a', 'one'), code('b', 'two')];
    const { data } = await call(addCells, cells, { cells: given, cellIndex: 1 });
    expect(sources(cells)).toEqual(['one', '# New', 'new', 'two']);
    expect(cells[1]?.kind).toBe('markdown');
    expect(data).toEqual({ newCellIds: ['new2', 'new3'], cellIndex: 1 });
    await call(addCells, cells, { cells: given });
    expect(sources(cells).slice(-2)).toEqual(['# New', 'new']);
  });

  it('runs the code among them, and tells what it shows', async () => {
    const runCell: Notebook['runCell'] = async ({ cellId }, update = () => {}) => {
      const output = { output_type: 'execute_result', data: { 'text/plain': ['4', '2'] } };
      update({ patches: [{ op: 'put', index: 0, output }] });
      return { cellId, executionCount: 1, durationMs: 1, status: 'ok' };
    };
    const { data } = await call(addCells, [], { cells: given, run: true }, { runCell });
    expect(data.runs).toEqual({
      status: 'ok',
      cells: [
        {
          cellId: listOf(data.newCellIds)[1],
          status: 'ok',
          outputs: [{ output_type: 'execute_result', data: { 'text/plain': '42' } }],
        },
      ],
    });
  });

  it('tells a chart that is nothing but data in words', async () => {
    const trace = { type: 'scatter', mode: 'markers', x: [1, 2], y: [3, 4] };
    const figure = { data: [trace], layout: { title: { text: 'Sales' } } };
    const output = { output_type: 'display_data', data: { 'application/vnd.plotly.v1+json': figure } };
    const runCell: Notebook['runCell'] = async ({ cellId }, update = () => {}) => {
      update({ patches: [{ op: 'put', index: 0, output }] });
      return { cellId, executionCount: 1, durationMs: 1, status: 'ok' };
    };
    const { data } = await call(addCells, [], { cells: given, run: true }, { runCell });
    expect(JSON.stringify(data.runs)).toContain('2 points');
  });

  it('says nothing of cells that passed without a word, and all of those that did not', async () => {
    const output = { output_type: 'error', ename: 'ValueError', evalue: 'why', traceback: [] };
    const fails: Notebook['runCell'] = async ({ cellId }, update = () => {}) => {
      if (cellId === 'new0') return { cellId, executionCount: 1, durationMs: 1, status: 'ok' };
      update({ patches: [{ op: 'put', index: 0, output }] });
      return { cellId, executionCount: 2, durationMs: 2_000, status: 'error' };
    };
    const cells = ['1', '2', '3'].map((content) => ({ type: 'code', content }));
    const { data } = await call(addCells, [], { cells, run: true }, { runCell: fails });
    expect(data.runs).toMatchObject({
      status: 'failed',
      cells: [
        { status: 'error', error: 'ValueError: why', durationMs: 2_000, runId: expect.any(String) },
        { status: 'skipped' },
      ],
      totals: { passed: 1, failed: 1, skipped: 1 },
    });
  });

  it('adds none when one cannot be added', async () => {
    const cells = [code('a', 'one')];
    const { insertCell } = memoryNotebook(cells);
    const changes = { insertCell: failingAfter(1, insertCell) };
    await expect(call(addCells, cells, { cells: given }, changes)).rejects.toMatchObject({
      kind: 'conflict',
      message: 'Not all cells could be added, so none was: Changed.',
    });
    expect(sources(cells)).toEqual(['one']);
  });
});

describe('move_cells', () => {
  const five = (): MemoryCell[] => ['a', 'b', 'c', 'd', 'e'].map((id) => code(id, id));

  it.each([
    [['d', 'b'], 0, ['d', 'b', 'a', 'c', 'e']],
    [['a', 'b'], 2, ['c', 'd', 'a', 'b', 'e']],
    [['a', 'e'], 1, ['b', 'a', 'e', 'c', 'd']],
    [['b'], -1, ['a', 'c', 'd', 'e', 'b']],
    [['c', 'a'], 99, ['b', 'd', 'e', 'c', 'a']],
  ])('%j to %i', async (cellIds, cellIndex, order) => {
    const cells = five();
    await call(moveCells, cells, { cellIds, cellIndex });
    expect(ids(cells)).toEqual(order);
  });

  it.each([0, 1, 2, 3])('puts all back when one cannot be moved, after %i moves', async (count) => {
    const cells = five();
    const { moveCell } = memoryNotebook(cells);
    const changes = { moveCell: failingAfter(count, moveCell) };
    const moving = call(moveCells, cells, { cellIds: ['d', 'b'], cellIndex: 0 }, changes);
    await expect(moving).rejects.toMatchObject({ kind: 'conflict' });
    expect(ids(cells)).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  it('refuses a cell that is named twice, or is not there', async () => {
    const twice = call(moveCells, five(), { cellIds: ['a', 'a'], cellIndex: 0 });
    await expect(twice).rejects.toMatchObject({ kind: 'invalid_input' });
    const gone = call(moveCells, five(), { cellIds: ['a', 'x'], cellIndex: 0 });
    await expect(gone).rejects.toMatchObject({ kind: 'not_found' });
  });
});

describe('replace_in_notebook', () => {
  const cells = (): MemoryCell[] => [
    code('a', 'df = load()\nprint(df)'),
    text('b', 'about df'),
    code('c', 'x = 1'),
  ];

  it('replaces a text everywhere, and shows the lines as they read then', async () => {
    const held = cells();
    const { data } = await call(replaceInNotebook, held, { find: 'df', replace: 'frame' });
    expect(sources(held)).toEqual(['frame = load()\nprint(frame)', 'about frame', 'x = 1']);
    expect(data).toEqual({
      replacements: 3,
      cells: [
        { cellId: 'a', lines: ['1: frame = load()', '2: print(frame)'] },
        { cellId: 'b', lines: ['1: about frame'] },
      ],
    });
  });

  it('only shows with dryRun, and minds the cells that are named', async () => {
    const held = cells();
    const args = { find: 'df', replace: '$&', cellIds: ['b'] };
    const { data } = await call(replaceInNotebook, held, { ...args, dryRun: true });
    const replaced = { replacements: 1, cells: [{ cellId: 'b', lines: ['1: about $&'] }] };
    expect(data).toEqual({ dryRun: true, ...replaced });
    expect(sources(held)).toEqual(sources(cells()));
    expect((await call(replaceInNotebook, held, args)).data).toEqual(replaced);
    expect(sources(held)).toEqual(['df = load()\nprint(df)', 'about $&', 'x = 1']);
  });

  it('shows of a long line what is new and what is around it, in a dry run all of it', async () => {
    const [left, right] = ['l'.repeat(50), 'r'.repeat(50)];
    const args = { find: 'df', replace: 'frame' };
    const long = (): MemoryCell[] => [
      code('a', `x\n${left}df${right}\n${'l'.repeat(17)}df${'r'.repeat(17)}`),
    ];
    const linesOf = async (dryRun: boolean) =>
      listOf((await call(replaceInNotebook, long(), { ...args, dryRun })).data.cells)[0]?.lines;
    expect(await linesOf(false)).toEqual([
      `2: …${left.slice(34)}frame${right.slice(34)}…`,
      `3: ${'l'.repeat(17)}frame${'r'.repeat(17)}`,
    ]);
    expect(await linesOf(true)).toContain(`2: ${left}frame${right}`);
  });

  it('shows the first of many cells, in a dry run all of them', async () => {
    const many = (): MemoryCell[] => Array.from({ length: 23 }, (_, at) => code(`c${at}`, 'df'));
    const replaced = async (dryRun: boolean) =>
      (await call(replaceInNotebook, many(), { find: 'df', replace: 'frame', dryRun })).data;
    const { cells, ...rest } = await replaced(false);
    expect(listOf(cells)).toHaveLength(20);
    expect(rest).toEqual({ replacements: 23, cellsLeftOut: 3 });
    const shown = await replaced(true);
    expect(listOf(shown.cells)).toHaveLength(23);
    expect(shown).not.toHaveProperty('cellsLeftOut');
  });

  it('takes a pattern with groups, line by line', async () => {
    const held = cells();
    await call(replaceInNotebook, held, { find: '^(\\w+) = (.*)$', replace: '$1: object = $2', regex: true });
    expect(sources(held)).toEqual(['df: object = load()\nprint(df)', 'about df', 'x: object = 1']);
  });

  it.each(['(', '(a+)+b', '(.*)*x', '(a|a)*b', '(?:a|a){9}b', '(a)\\1+', '.*.*.*.*x'])(
    'refuses the pattern %s',
    async (find) => {
      const held = cells();
      const replacing = call(replaceInNotebook, held, { find, replace: '', regex: true });
      await expect(replacing).rejects.toMatchObject({ kind: 'invalid_input' });
      expect(sources(held)).toEqual(sources(cells()));
    },
  );

  it('takes groups, classes and escapes that only look like repeats, and refuses lines that are too long', async () => {
    const held = [code('a', 'print(x)*2 + [1]')];
    await call(replaceInNotebook, held, {
      find: '\\)\\*(\\d) \\+ [+*[]',
      replace: ') * $1 + (',
      regex: true,
    });
    expect(sources(held)).toEqual(['print(x) * 2 + (1]']);
    const long = [code('a', 'x'.repeat(501))];
    const replacing = call(replaceInNotebook, long, { find: 'x+y*z', replace: '', regex: true });
    await expect(replacing).rejects.toMatchObject({ message: expect.stringContaining('501 characters') });
    await call(replaceInNotebook, long, { find: 'x+', replace: 'y', regex: true });
    expect(sources(long)).toEqual(['y']);
  });

  it.each([
    ['.*b', 5_000],
    ['.*.*b', 500],
    ['.*.*.*b', 150],
  ])('comes to an end with the worst that it takes: %s in %i characters', async (find, length) => {
    const held = [code('a', Array(3).fill('a'.repeat(length)).join('\n'))];
    const before = sources(held);
    // A slow machine may find that it takes too long: that is an end, too.
    const ended = await call(replaceInNotebook, held, { find, replace: '', regex: true }).then(
      () => 'done',
      ({ kind }: Failure) => kind,
    );
    expect(['done', 'invalid_input']).toContain(ended);
    expect(sources(held)).toEqual(before);
  });

  it('changes none when one has changed meanwhile', async () => {
    const held = cells();
    const { replaceSource } = memoryNotebook(held);
    const changes = { replaceSource: failingAfter(1, replaceSource) };
    const replacing = call(replaceInNotebook, held, { find: 'df', replace: 'x' }, changes);
    await expect(replacing).rejects.toMatchObject({
      kind: 'conflict',
      message: 'Not all cells could be changed, so none was: Changed.',
    });
    expect(sources(held)).toEqual(sources(cells()));
  });
});
