import { describe, expect, it } from 'vitest';
import { Failure } from '../../../src/notebook/failure.ts';
import { getCells } from '../../../src/tools/notebook/get-cells.ts';
import { getNotebookOutline, titleOf } from '../../../src/tools/notebook/get-notebook-outline.ts';
import { searchNotebook } from '../../../src/tools/notebook/search-notebook.ts';
import type { Tool } from '../../../src/tools/tool.ts';
import { MAX_FRAME_BYTES, utf8Length } from '../../../src/wire/limits.ts';
import { listOf } from '../../support/agent.ts';
import { expectLinearTime } from '../../support/linear-time.ts';
import type { MemoryCell } from '../../support/memory-notebook.ts';
import { code, memoryNotebook, text } from '../../support/memory-notebook.ts';
import { callTool } from '../../support/tool-call.ts';
import { DOT_PNG } from '../outputs/pictures.ts';

const call = (tool: Tool, cells: MemoryCell[], args: unknown = {}) =>
  callTool(tool, memoryNotebook(cells), { args });

describe('get_cells', () => {
  it('pages through a notebook that is larger than one frame, missing nothing', async () => {
    const cells = Array.from({ length: 20 }, (_, i) => code(`c${i}`, `"${i}"\n`.repeat(10_000)));
    const seen: unknown[] = [];
    let start: unknown = 0;
    while (start !== undefined) {
      const { data } = await call(getCells, cells, { cellIndexStart: start });
      const json = JSON.stringify(data);
      expect(utf8Length(JSON.stringify({ structuredContent: data, text: json }))).toBeLessThan(
        MAX_FRAME_BYTES,
      );
      seen.push(...listOf(data.cells).map(({ id }) => id));
      start = data.nextCellIndexStart;
    }
    expect(seen).toEqual(cells.map(({ id }) => id));
  });

  it('reads a long notebook in parts, and gives it whole', async () => {
    const cells = Array.from({ length: 2_345 }, (_, i) => code(`c${i}`, ''));
    const reads: unknown[] = [];
    const notebook = memoryNotebook(cells);
    const read = (args: Record<string, unknown>) =>
      callTool(
        getCells,
        {
          ...notebook,
          readCells: (query) => {
            reads.push([query.start, query.end]);
            return notebook.readCells(query);
          },
        },
        { args },
      );
    const ids = ({ data }: { data: Record<string, unknown> }) => listOf(data.cells).map(({ id }) => id);
    const all = cells.map(({ id }) => id);
    const whole = await read({});
    expect(ids(whole)).toEqual(all);
    expect(whole.data).not.toHaveProperty('nextCellIndexStart');
    expect(reads.splice(0)).toEqual([
      [0, 999],
      [1_000, 1_999],
      [2_000, 2_999],
    ]);
    expect(ids(await read({ cellIndexStart: 10, cellIndexEnd: 1_009, includeOutputs: true }))).toEqual(
      all.slice(10, 1_010),
    );
    expect(reads.splice(0)).toEqual([[10, 1_009]]);
    expect(ids(await read({ cellIndexStart: 10, cellIndexEnd: 1_010, includeOutputs: true }))).toEqual(
      all.slice(10, 1_011),
    );
    expect(reads).toEqual([
      [10, 1_009],
      [1_010, 1_010],
    ]);
  });

  it('ends early where the notebook changes between two parts', async () => {
    const cells = Array.from({ length: 1_500 }, (_, i) => code(`c${i}`, ''));
    const notebook = memoryNotebook(cells);
    const { data } = await callTool(
      getCells,
      {
        ...notebook,
        readCells: async (query) => {
          const page = await notebook.readCells(query);
          cells.shift();
          return page;
        },
      },
      {},
    );
    expect(listOf(data.cells)).toHaveLength(1_000);
    expect(data).toMatchObject({ total: 1_500, nextCellIndexStart: 1_000 });
  });

  it.each([
    [{}, ['c0', 'c1', 'c2', 'c3']],
    [{ cellIndexStart: 2 }, ['c2', 'c3']],
    [{ cellIndexEnd: 1 }, ['c0', 'c1']],
    [{ cellIndexStart: 1, cellIndexEnd: 2 }, ['c1', 'c2']],
    [{ cellIndexStart: 3, cellIndexEnd: 3 }, ['c3']],
    [{ cellIndexStart: 2, cellIndexEnd: 99 }, ['c2', 'c3']],
  ])('reads the range %j, both ends included', async (range, ids) => {
    const cells = [0, 1, 2, 3].map((n) => code(`c${n}`, `x = ${n}`));
    const { data } = await call(getCells, cells, range);
    expect(listOf(data.cells).map(({ id }) => id)).toEqual(ids);
    expect(data).toMatchObject({ total: 4, revision: expect.any(String) });
    expect(data).not.toHaveProperty('nextCellIndexStart');
  });

  it('gives cells as nbformat has them, with a revision and without outputs', async () => {
    const cells = [code('a', 'x = 1\ny'), text('b', '# T')];
    expect((await call(getCells, cells)).data.cells).toEqual([
      {
        id: 'a',
        cell_type: 'code',
        source: ['x = 1\n', 'y'],
        revision: expect.any(String),
        execution_count: null,
        index: 0,
      },
      { id: 'b', cell_type: 'markdown', source: ['# T'], revision: expect.any(String), index: 1 },
    ]);
    const withOutputs = (await call(getCells, cells, { includeOutputs: true })).data.cells;
    expect(listOf(withOutputs).map(({ outputs }) => outputs)).toEqual([[], undefined]);
  });

  it.each([
    [
      { cellIndexStart: 2, cellIndexEnd: 1 },
      'cellIndexEnd (1) is before cellIndexStart (2).',
      'The range is inclusive: give start ≤ end.',
    ],
    [{ cellIndexStart: 1 }, 'cellIndexStart 1 is out of range: the notebook has 1 cell.', 'Use 0 to 0.'],
  ])('refuses the range %j', async (range, message, next) => {
    await expect(call(getCells, [code('a', '')], range)).rejects.toThrow(
      new Failure('invalid_input', message, next),
    );
  });

  it('goes on at the cell after the last one shown, also within a range', async () => {
    const cells = Array.from({ length: 12 }, (_, i) => code(`c${i}`, 'x'.repeat(49_000)));
    const { data } = await call(getCells, cells, { cellIndexStart: 2, cellIndexEnd: 10 });
    const shown = listOf(data.cells).length;
    expect(shown).toBeGreaterThan(1);
    expect(data.nextCellIndexStart).toBe(2 + shown);
  });

  it('shows at least one cell, however heavy', async () => {
    const heavy = {
      ...code('a', '字'.repeat(50_000)),
      outputs: [{ output_type: 'stream', text: '\u0001'.repeat(300_000) }],
    };
    const { data } = await call(getCells, [heavy, { ...heavy, id: 'b' }], {
      includeOutputs: true,
      maxOutputChars: 200_000,
    });
    expect(listOf(data.cells).map(({ id }) => id)).toEqual(['a']);
    expect(data.nextCellIndexStart).toBe(1);
  });

  it('shows a source of 50,000 characters whole', async () => {
    const { data } = await call(getCells, [code('a', 'x'.repeat(50_000))]);
    expect(listOf(data.cells)[0]?.source).toEqual(['x'.repeat(50_000)]);
  });

  it('cuts a source that no frame could carry, and says how much is left out', async () => {
    const { data } = await call(getCells, [code('big', 'x'.repeat(900_000))]);
    expect(listOf(listOf(data.cells)[0]?.source).join('')).toContain('850,000 characters left out');
  });

  it('takes pictures out of the text', async () => {
    const picture = {
      output_type: 'display_data',
      data: { 'image/png': DOT_PNG, 'text/plain': ['<Figure>'] },
      metadata: {},
    };
    const { data, images } = await call(getCells, [{ ...code('a', ''), outputs: [picture] }], {
      includeOutputs: true,
    });
    expect(images).toEqual([{ mimeType: 'image/png', base64: DOT_PNG }]);
    expect(JSON.stringify(data)).not.toContain(DOT_PNG);
  });

  it('reads an empty notebook', async () => {
    expect((await call(getCells, [])).data).toMatchObject({ cells: [], total: 0 });
  });
});

describe('get_notebook_outline', () => {
  it.each([
    ['white space without end', (size: number) => `#${' '.repeat(size)}\u2028`],
    ['white space of all kinds', (size: number) => `##${' \t\u2028\u00a0'.repeat(size / 4)}x`],
    ['marks without end', (size: number) => '#'.repeat(size)],
    ['lines that are almost headings', (size: number) => '#x\n'.repeat(size / 3)],
  ])(
    'names a text cell in time that grows with its length only: %s',
    (_name, make) => {
      expectLinearTime(make, 48_000, (source) => titleOf({ cell_type: 'markdown', source: [source] }));
    },
    60_000,
  );

  it('names a text cell by its heading and code by its first line', async () => {
    const { data } = await call(getNotebookOutline, [
      text('t', 'intro\n## Results  \n# Later'),
      code('c', '\n  \n  import math\nx = 1'),
      text('plain', '\n  only words '),
      text('empty', ''),
      code('none', ''),
      text('seven', '####### too deep'),
    ]);
    expect(data).toEqual({
      total: 6,
      revision: expect.any(String),
      text: [
        '0 t text +2|## Results',
        '1 c [ ] +3|import math',
        '2 plain text +1|only words',
        '3 empty text|',
        '4 none [ ]|',
        '5 seven text|####### too deep',
      ].join('\n'),
    });
  });

  it('tells the execution count, and an error that the page shows', async () => {
    const outputs = [{ output_type: 'error', ename: 'E', evalue: '' }];
    const { data } = await call(getNotebookOutline, [
      { ...code('a', '1'), count: 7 },
      { ...code('b', '2'), count: 8, outputs },
    ]);
    expect(data.text).toBe('0 a [7]|1\n1 b [8] error|2');
  });

  it('shortens a long line', async () => {
    const { data } = await call(getNotebookOutline, [code('a', 'x'.repeat(80)), code('b', 'y'.repeat(81))]);
    expect(String(data.text).split(/\n?\d .*?\|/)).toEqual(['', 'x'.repeat(80), `${'y'.repeat(79)}…`]);
  });

  it('goes through a notebook of thousands of cells in pages that fit, missing none', async () => {
    const cells = Array.from({ length: 3_000 }, (_, i) => code(`cell-${i}`, `value_${i} = compute(${i})`));
    const seen: unknown[] = [];
    for (let start: unknown = 0; start !== undefined; ) {
      const { data } = await call(getNotebookOutline, cells, { cellIndexStart: start });
      const json = JSON.stringify(data);
      expect(json.length).toBeLessThan(22_000);
      seen.push(
        ...String(data.text)
          .split('\n')
          .map((row) => row.split(' ')[1]),
      );
      start = data.nextCellIndexStart;
    }
    expect(seen).toEqual(cells.map(({ id }) => id));
  });

  it('refuses to begin behind the end, but not in an empty notebook', async () => {
    await expect(call(getNotebookOutline, [code('a', '')], { cellIndexStart: 1 })).rejects.toThrow(
      new Failure(
        'invalid_input',
        'cellIndexStart 1 is out of range: the notebook has 1 cell.',
        'Use 0 to 0.',
      ),
    );
    expect((await call(getNotebookOutline, [])).data).toMatchObject({ total: 0, text: '' });
  });
});

describe('search_notebook', () => {
  const cells = [
    code('a', 'Alpha\nbeta'),
    { ...code('b', 'x'), outputs: [{ output_type: 'stream', text: ['ALPHA again\n'] }] },
  ];

  it('finds in sources, and in outputs on request', async () => {
    expect((await call(searchNotebook, cells, { query: 'alpha' })).data).toEqual({
      totalMatches: 1,
      revision: expect.any(String),
      matches: [{ cellId: 'a', index: 0, cell_type: 'code', line: 1, text: 'Alpha' }],
    });
    const { data } = await call(searchNotebook, cells, { query: 'alpha', includeOutputs: true });
    expect(listOf(data.matches)).toMatchObject([
      { cellId: 'a', where: 'source', line: 1, text: 'Alpha' },
      { cellId: 'b', where: 'output', line: 1, text: 'ALPHA again' },
    ]);
  });

  it('finds in every text of an output', async () => {
    const outputs = [
      { output_type: 'error', evalue: 'needle in the value', traceback: ['no', 'needle in the traceback'] },
      {
        output_type: 'execute_result',
        data: { 'text/plain': ['one\n', 'needle in the result'], 'text/html': 'needle' },
      },
      { output_type: 'display_data', data: null },
      { output_type: 'stream', text: 7 },
    ];
    const { data } = await call(searchNotebook, [{ ...code('a', 'x'), outputs }], {
      query: 'NEEDLE',
      includeOutputs: true,
    });
    expect(data).toEqual({
      totalMatches: 3,
      revision: expect.any(String),
      matches: [
        { line: 1, text: 'needle in the value' },
        { line: 2, text: 'noneedle in the traceback' },
        { line: 2, text: 'needle in the result' },
      ].map((match) => ({ cellId: 'a', index: 0, cell_type: 'code', where: 'output', ...match })),
    });
  });

  it('shows the start of a long line', async () => {
    const { data } = await call(searchNotebook, [text('a', `hit${'x'.repeat(500)}`)], { query: 'hit' });
    expect(listOf(data.matches)[0]?.text).toBe(`hit${'x'.repeat(197)}`);
  });

  it('minds the case when asked to, and counts beyond what it returns', async () => {
    expect((await call(searchNotebook, cells, { query: 'alpha', caseSensitive: true })).data).toMatchObject({
      totalMatches: 0,
    });
    const many = [code('m', 'hit\n'.repeat(10))];
    const { data } = await call(searchNotebook, many, { query: 'hit', maxResults: 3 });
    expect([listOf(data.matches).length, data.totalMatches]).toEqual([3, 10]);
  });
});
