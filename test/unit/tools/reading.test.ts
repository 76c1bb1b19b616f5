import { describe, expect, it } from 'vitest';
import { Runner } from '../../../src/runs/runner.ts';
import { editCell } from '../../../src/tools/notebook/edit-cell.ts';
import { getCells } from '../../../src/tools/notebook/get-cells.ts';
import { getNotebookOutline } from '../../../src/tools/notebook/get-notebook-outline.ts';
import { searchNotebook } from '../../../src/tools/notebook/search-notebook.ts';
import type { Tool } from '../../../src/tools/tool.ts';
import { MAX_FRAME_BYTES, utf8Length } from '../../../src/wire/limits.ts';
import { listOf } from '../../support/agent.ts';
import type { MemoryCell } from '../../support/memory-notebook.ts';
import { memoryNotebook } from '../../support/memory-notebook.ts';
import { DOT_PNG } from '../outputs/pictures.ts';

const call = (tool: Tool, cells: MemoryCell[], args: unknown = {}, notebook = memoryNotebook(cells)) =>
  tool.call(args, {
    notebook,
    runs: new Runner(notebook),
    signal: new AbortController().signal,
    progress: () => {},
    extensionVersion: '1',
  });

const code = (id: string, source: string): MemoryCell => ({ id, kind: 'code', source });
const text = (id: string, source: string): MemoryCell => ({ id, kind: 'markdown', source });

describe('get_cells', () => {
  it('pages through a notebook that is larger than one frame, missing nothing', async () => {
    const cells = Array.from({ length: 40 }, (_, i) => code(`c${i}`, `"${i}"\n`.repeat(10_000)));
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
  it('names a text cell by its heading and code by its first line', async () => {
    const { data } = await call(getNotebookOutline, [
      text('t', 'intro\n## Results'),
      code('c', '\n\nimport math\nx = 1'),
    ]);
    expect(listOf(data.cells)).toMatchObject([
      { index: 0, id: 't', cell_type: 'markdown', title: 'Results', level: 2 },
      { index: 1, id: 'c', cell_type: 'code', title: 'import math', lines: 4, execution_count: null },
    ]);
  });
});

describe('search_notebook', () => {
  const cells = [
    code('a', 'Alpha\nbeta'),
    { ...code('b', 'x'), outputs: [{ output_type: 'stream', text: ['ALPHA again\n'] }] },
  ];

  it('finds in sources, and in outputs on request', async () => {
    expect((await call(searchNotebook, cells, { query: 'alpha' })).data).toMatchObject({ totalMatches: 1 });
    const { data } = await call(searchNotebook, cells, { query: 'alpha', includeOutputs: true });
    expect(listOf(data.matches)).toMatchObject([
      { cellId: 'a', where: 'source', line: 1, text: 'Alpha' },
      { cellId: 'b', where: 'output', line: 1, text: 'ALPHA again' },
    ]);
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

describe('edit_cell', () => {
  it('replaces text as it stands: nothing in it is a pattern', async () => {
    const cells = [code('a', 'price = "$1" # (.*)')];
    await call(editCell, cells, { cellId: 'a', find: '"$1" # (.*)', replace: '"$&"' });
    expect(cells[0]?.source).toBe('price = "$&"');
  });

  it('changes nothing when the text is not there once', async () => {
    const cells = [code('a', 'x = 1\nx = 2')];
    await expect(call(editCell, cells, { cellId: 'a', find: 'x =', replace: 'y =' })).rejects.toMatchObject({
      kind: 'invalid_input',
      message: expect.stringContaining('2 times'),
    });
    await expect(call(editCell, cells, { cellId: 'a', find: 'z', replace: '' })).rejects.toThrow(
      'not in the cell',
    );
    expect(
      (await call(editCell, cells, { cellId: 'a', find: 'x =', replace: 'y =', replaceAll: true })).data,
    ).toMatchObject({ replacements: 2 });
    expect(cells[0]?.source).toBe('y = 1\ny = 2');
  });
});
