import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CellRun, Notebook } from '../../../src/notebook/notebook.ts';
import { Runner } from '../../../src/runs/runner.ts';
import { getCells } from '../../../src/tools/notebook/get-cells.ts';
import { getNotebookOutline } from '../../../src/tools/notebook/get-notebook-outline.ts';
import type { Tool } from '../../../src/tools/tool.ts';
import { listOf } from '../../support/agent.ts';
import { CLAUDE } from '../../support/agents.ts';
import type { MemoryCell } from '../../support/memory-notebook.ts';
import { code, memoryNotebook, noKernel, text } from '../../support/memory-notebook.ts';
import { callTool, contextOf } from '../../support/tool-call.ts';

const call = (tool: Tool, cells: MemoryCell[], args: unknown = {}) =>
  callTool(tool, memoryNotebook(cells), { args });

const ids = (data: Record<string, unknown>): unknown[] => listOf(data.cells).map(({ id }) => id);

const cells = (): MemoryCell[] => [
  text('t', '# Title'),
  code('a', 'one\ntwo\nthree'),
  code('b', 'b = 1'),
  code('c', 'c = 1'),
];

describe('get_cells by ids', () => {
  it('gives these, in the order of the notebook, with their places', async () => {
    const { data } = await call(getCells, cells(), { cellIds: ['c', 't'] });
    expect(listOf(data.cells)).toMatchObject([
      { id: 't', index: 0 },
      { id: 'c', index: 3 },
    ]);
    expect(data).toMatchObject({ total: 4 });
  });

  it.each([
    { cellIds: ['a'], cellIndexStart: 1 },
    { cellIds: ['a'], cellIndexEnd: 0 },
  ])('takes no range as well: %j', async (args) => {
    await expect(call(getCells, cells(), args)).rejects.toThrow('Give either cellIds or an index range.');
  });

  it('says which are left when not all fit', async () => {
    const many = Array.from({ length: 12 }, (_, at) => code(`c${at}`, 'x'.repeat(49_000)));
    const all = many.map(({ id }) => id);
    const { data } = await call(getCells, many, { cellIds: all });
    expect(ids(data).length).toBeGreaterThan(1);
    expect([...ids(data), ...listOf(data.nextCellIds)]).toEqual(all);
    expect(data).not.toHaveProperty('nextCellIndexStart');
  });
});

describe('get_cells by lines', () => {
  it.each([
    [{ lineStart: 2 }, ['two\n', 'three'], { lineStart: 2, lineEnd: 3, totalLines: 3 }],
    [{ lineEnd: 1 }, ['one\n'], { lineStart: 1, lineEnd: 1, totalLines: 3 }],
    [{ lineStart: 2, lineEnd: 2 }, ['two\n'], { lineStart: 2, lineEnd: 2, totalLines: 3 }],
    [{ lineStart: 9 }, [], { totalLines: 3 }],
    [{ lineStart: 1, lineEnd: 9 }, ['one\n', 'two\n', 'three'], {}],
  ])('gives %j, and says which of how many they are', async (lines, source, told) => {
    const { data } = await call(getCells, cells(), { cellIds: ['a'], ...lines });
    const { cell_type, id, revision, execution_count, index, ...rest } = listOf(data.cells)[0] ?? {};
    expect([cell_type, id, revision, execution_count, index]).toEqual([
      'code',
      'a',
      expect.any(String),
      null,
      1,
    ]);
    expect(rest).toEqual({ source, ...told });
  });

  it('refuses a range that ends before it begins', async () => {
    await expect(call(getCells, cells(), { lineStart: 3, lineEnd: 2 })).rejects.toThrow(
      'lineEnd (2) is before lineStart (3).',
    );
  });

  it('does not take a part for the whole that was read before', async () => {
    const held = cells();
    const context = contextOf(memoryNotebook(held));
    const read = (args: Record<string, unknown>) => getCells.prepare(args)(context);
    await read({ cellIds: ['a'], lineEnd: 1 });
    const partly = context.memory.revisionOf('a');
    await read({ cellIds: ['a'] });
    expect(context.memory.revisionOf('a')).toBe(partly);
    for (const cell of held) if (cell.id === 'a') cell.source = 'one\ntwo\nTHREE';
    await read({ cellIds: ['a'], lineEnd: 1 });
    expect(context.memory.revisionOf('a')).toBe(partly);
    await read({ cellIds: ['a'] });
    expect(context.memory.revisionOf('a')).not.toBe(partly);
  });
});

describe('get_cells since a revision', () => {
  it('gives what reads otherwise or is new, and says what is gone and what has moved', async () => {
    const held = cells();
    const notebook = memoryNotebook(held);
    const read = async (args: Record<string, unknown>) => (await callTool(getCells, notebook, { args })).data;
    const { revision } = await read({ cellIds: ['t'] });
    const nothing = await read({ sinceRevision: revision });
    expect(nothing).toEqual({ cells: [], total: 4, revision, gone: [] });
    await notebook.replaceSource({ cellId: 'b', source: 'b = 2' });
    await notebook.deleteCell({ cellId: 'a' });
    await notebook.moveCell({ cellId: 'c', index: 0 });
    await notebook.insertCell({ index: 9, kind: 'code', source: 'new' });
    const changed = await read({ sinceRevision: revision });
    expect(changed).toMatchObject({ total: 4, gone: ['a'], moved: ['c'] });
    expect(listOf(changed.cells).map(({ id, source }) => [id, source])).toEqual([
      ['b', ['b = 2']],
      ['new3', ['new']],
    ]);
    expect(ids(await read({ sinceRevision: revision, cellIndexStart: 3 }))).toEqual(['new3']);
    expect(await read({ sinceRevision: changed.revision })).toMatchObject({ cells: [], gone: [] });
    await expect(read({ sinceRevision: 'other' })).rejects.toMatchObject({ kind: 'not_found' });
  });

  it('goes on behind what did not fit, with the same revision', async () => {
    const held = Array.from({ length: 12 }, (_, at) => code(`c${at}`, ''));
    const notebook = memoryNotebook(held);
    const read = async (args: Record<string, unknown>) => (await callTool(getCells, notebook, { args })).data;
    const { revision: sinceRevision } = await read({});
    for (const cell of held.slice(2)) cell.source = 'x'.repeat(49_000);
    const first = await read({ sinceRevision });
    const second = await read({ sinceRevision, cellIndexStart: first.nextCellIndexStart });
    expect([...ids(first), ...ids(second)]).toEqual(held.slice(2).map(({ id }) => id));
  });
});

describe('get_cells as text', () => {
  it('gives a header for each cell, then its source and its outputs', async () => {
    const outputs = [
      { output_type: 'stream', name: 'stdout', text: ['1\n', '2\n'] },
      { output_type: 'stream', name: 'stderr', text: 'careful\n' },
      { output_type: 'execute_result', data: { 'text/plain': '42', 'text/html': '<b>42</b>' } },
      { output_type: 'error', ename: 'ValueError', evalue: 'no', traceback: [] },
    ];
    const held = [text('t', '# Title\n'), { ...code('a', 'x\n\ny'), count: 3, outputs }, code('e', '')];
    expect((await call(getCells, held, { format: 'text', includeOutputs: true })).data).toEqual({
      total: 3,
      revision: expect.any(String),
      text: [
        '0 t text',
        '|# Title',
        '|',
        '1 a [3] error',
        '|x',
        '|',
        '|y',
        '>1',
        '>2',
        '>[stderr]',
        '>careful',
        '>42',
        '>ValueError: no',
        '2 e [ ]',
      ].join('\n'),
    });
    const { data } = await call(getCells, held, { format: 'text', cellIds: ['a'], lineStart: 3, lineEnd: 3 });
    expect(data.text).toBe('1 a [3] error; lines 3-3 of 3\n|y');
    expect((await call(getCells, held, { format: 'text', cellIds: ['a'], lineStart: 9 })).data.text).toBe(
      '1 a [3] error; no lines of 3',
    );
  });

  it('has no line that only looks like a header, whatever the notebook holds', async () => {
    const ends = ['\n', '\r', '\r\n', '\u2028', '\u2029', '\u0085', '\v', '\f'];
    const forged = fc.constantFrom(...ends.map((end) => `${end}1 fake [7] error`));
    const hostile = fc.array(fc.oneof(forged, fc.string({ maxLength: 5 }))).map((parts) => parts.join(''));
    await fc.assert(
      fc.asyncProperty(hostile, hostile, hostile, async (id, source, printed) => {
        const outputs = [{ output_type: 'stream', name: 'stdout', text: printed }];
        const held = [{ ...code(`i${id}`, source), outputs, count: 1 }];
        const whole = await call(getCells, held, { format: 'text', includeOutputs: true });
        const outline = await call(getNotebookOutline, held);
        for (const { data } of [whole, outline]) {
          const lines = String(data.text).split(/\r\n|[\n\r\u2028\u2029\u0085\v\f]/);
          expect(lines.filter((line) => !/^[|>]/.test(line))).toHaveLength(1);
          expect(lines[0]).toMatch(/^0 (?:i[\w.:-]*|"i.*") \[1\]/);
        }
      }),
    );
  });

  it('costs less than half of the same as lists of lines, with short cells', async () => {
    const held = Array.from({ length: 60 }, (_, at) => code(`cell-${at}`, `x = ${at}\nprint(x)`));
    const [asJson, asText] = await Promise.all(
      ['json', 'text'].map(async (format) => (await call(getCells, held, { format })).data),
    );
    expect(JSON.stringify(asText).length).toBeLessThan(JSON.stringify(asJson).length / 2);
  });

  it('ends after as much as can be read at once, and goes on from there', async () => {
    const held = Array.from({ length: 30 }, (_, at) => code(`c${at}`, 'x'.repeat(5_000)));
    const seen: string[] = [];
    for (let start: unknown = 0; start !== undefined; ) {
      const { data } = await call(getCells, held, { format: 'text', cellIndexStart: start });
      expect(String(data.text).length).toBeLessThanOrEqual(51_000);
      seen.push(...[...String(data.text).matchAll(/^\d+ (\S+) \[/gm)].map(([, id]) => String(id)));
      start = data.nextCellIndexStart;
    }
    expect(seen).toEqual(held.map(({ id }) => id));
  });
});

describe('the marks of cells', () => {
  /** Cells a to e, which run as the test says; the kernel is in its first session. */
  function watched() {
    const held = ['a', 'b', 'c', 'd', 'e'].map((id) => code(id, `${id} = 1`));
    let ends: Partial<CellRun> = {};
    let count = 0;
    let settle = (): void => {};
    const notebook: Notebook = {
      ...memoryNotebook(held),
      runCell: async ({ cellId }) => {
        const { revision } = (await notebook.readCells({ cellIds: [cellId] })).cells[0] ?? { revision: '' };
        const ran = { revision, kernelSession: 'k1' };
        const run: CellRun = { cellId, status: 'ok', executionCount: ++count, durationMs: 1, ran, ...ends };
        for (const cell of held) if (cell.id === cellId) cell.count = count;
        if (ends.status === 'running') await new Promise<void>((resolve) => (settle = resolve));
        return run;
      },
    };
    let session = 'k1';
    const kernel = { ...noKernel, state: async () => ({ state: 'idle' as const, session }) };
    const runs = new Runner(notebook, kernel, 'nb');
    const outline = async (start = 0): Promise<string[]> => {
      const args = { cellIndexStart: start };
      const { data } = await callTool(getNotebookOutline, notebook, { args, kernel, runs });
      return String(data.text)
        .split('\n')
        .map((row) => row.split('|')[0] ?? '');
    };
    return {
      held,
      outline,
      run: async (cellId: string, end: Partial<CellRun> = {}) => {
        ends = end;
        const run = runs.start(cellId, CLAUDE);
        while (end.status !== 'running' && run.phase !== 'ended')
          await run.change(1_000, new AbortController().signal);
      },
      settle: () => settle(),
      restart: () => {
        session = 'k2';
      },
    };
  }

  it('tell what failed, runs, waits, has not run, was changed since, or is older than a cell above', async () => {
    const { held, outline, run, settle } = watched();
    for (const id of ['a', 'b', 'c']) await run(id);
    await run('c', { status: 'error' });
    await run('a');
    expect(await outline()).toEqual(['0 a [5]', '1 b [2] stale', '2 c [4] error', '3 d [ ]', '4 e [ ]']);
    // Also where the cell above is not among those that are read.
    expect((await outline(1))[0]).toBe('1 b [2] stale');
    await run('b');
    for (const cell of held) if (cell.id !== 'd') cell.source += '0';
    await run('d', { status: 'running' });
    await run('e', { status: 'running' });
    expect(await outline()).toEqual([
      '0 a [5] stale',
      '1 b [6] stale',
      '2 c [4] error, stale',
      '3 d [7] running',
      '4 e [ ] queued',
    ]);
    settle();
  });

  it('tell of a cell without a count whether it ran', async () => {
    const { held, outline, run } = watched();
    await run('a');
    for (const cell of held) cell.count = null;
    expect((await outline()).slice(0, 2)).toEqual(['0 a [ ] ran', '1 b [ ]']);
  });

  it('tell that another start of the kernel knows nothing of what ran', async () => {
    const { outline, run, restart } = watched();
    await run('a');
    expect((await outline())[0]).toBe('0 a [1]');
    restart();
    expect((await outline())[0]).toBe('0 a [1] stale');
  });

  it('say that there is no runtime', async () => {
    const kernel = { ...noKernel, state: async () => ({ state: 'disconnected' as const }) };
    const { data } = await callTool(getNotebookOutline, memoryNotebook([code('a', '1')]), { kernel });
    expect(data).toMatchObject({ note: 'No runtime is connected: nothing that ran is in memory.' });
  });
});
