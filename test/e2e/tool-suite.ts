import { expect, it } from 'vitest';
import type { Agent, Json } from '../support/agent.ts';
import { asJson, listOf, objectIn, printed, resultText } from '../support/agent.ts';

export interface Suite {
  agent: Agent;
  /** Runs a cell; where the variant asks the user something first, the harness answers like a user. */
  run: (tool: 'execute_cell' | 'run_code_cell', args: Json) => Promise<Json>;
}

/** What every tool must do on every face that the page can have. The cells of one test are the next one's past. */
export function toolSuite(suite: () => Suite): void {
  it('reads the notebook', async () => {
    const { agent } = suite();
    const { cells, total, revision } = await agent.use('get_cells');
    expect(total).toBe(listOf(cells).length);
    expect(revision).toEqual(expect.any(String));
    for (const cell of listOf(cells)) {
      expect(cell).toMatchObject({
        cell_type: expect.stringMatching(/^(code|markdown)$/),
        id: expect.any(String),
        revision: expect.any(String),
      });
    }
  });

  it('adds code and text at the start, in between and at the end', async () => {
    const { agent } = suite();
    const before = await agent.sources();
    await agent.addCode('last = 1');
    await agent.addCode('first = 1', 0);
    await agent.use('add_text_cell', { cellIndex: 1, content: '# Title\n\nsome *words*' });
    await agent.use('add_text_cell', { cellIndex: 9999, content: 'the end' });
    expect(await agent.sources()).toEqual([
      'first = 1',
      '# Title\n\nsome *words*',
      ...before,
      'last = 1',
      'the end',
    ]);
  });

  it('gives types, and lines that keep their ends', async () => {
    const { agent } = suite();
    const { cells } = await agent.use('get_cells', { cellIndexStart: 0, cellIndexEnd: 1 });
    expect(listOf(cells)).toMatchObject([
      { cell_type: 'code', source: ['first = 1'] },
      { cell_type: 'markdown', source: ['# Title\n', '\n', 'some *words*'] },
    ]);
  });

  it('overwrites and edits a cell, and refuses when it has changed meanwhile', async () => {
    const { agent } = suite();
    const cellId = await agent.addCode('x = 1\ny = 1');
    const { cells } = await agent.use('get_cells');
    const old = listOf(cells).find((cell) => cell.id === cellId)?.revision;
    await agent.use('update_cell', { cellId, content: 'x = 2\ny = 2' });
    const conflict = await agent.fail('update_cell', { cellId, content: 'z', expectedRevision: old });
    expect(conflict).toMatchObject({ kind: 'conflict' });
    expect(`${conflict.message}${conflict.next}`).toContain('x = 2');
    expect(await agent.use('edit_cell', { cellId, find: 'y = 2', replace: 'y = 3' })).toMatchObject({
      replacements: 1,
    });
    expect(await agent.fail('edit_cell', { cellId, find: '=', replace: ':' })).toMatchObject({
      kind: 'invalid_input',
    });
    const stale = { cellId, expectedRevision: old };
    expect(await agent.fail('edit_cell', { ...stale, find: 'y = 3', replace: '' })).toMatchObject({
      kind: 'conflict',
    });
    expect(await agent.fail('delete_cell', stale)).toMatchObject({ kind: 'conflict' });
    expect(await agent.sources()).toContain('x = 2\ny = 3');
    const { revision } = await agent.use('edit_cell', { cellId, find: '2\r\ny', replace: '2\r\nz' });
    expect(await agent.sources()).toContain('x = 2\nz = 3');
    await agent.use('delete_cell', { cellId, expectedRevision: revision });
    expect(await agent.sources()).not.toContain('x = 2\nz = 3');
  });

  it('moves a cell up, down and to the end', async () => {
    const { agent } = suite();
    const cellId = await agent.addCode('moved');
    const others = (await agent.sources()).slice(0, -1);
    await agent.use('move_cell', { cellId, cellIndex: 1 });
    expect(await agent.sources()).toEqual([...others.slice(0, 1), 'moved', ...others.slice(1)]);
    await agent.use('move_cell', { cellId, cellIndex: 2 });
    expect(await agent.sources()).toEqual([...others.slice(0, 2), 'moved', ...others.slice(2)]);
    await agent.use('move_cell', { cellId, cellIndex: -1 });
    expect(await agent.sources()).toEqual([...others, 'moved']);
    await agent.use('delete_cell', { cellId });
    expect(await agent.sources()).toEqual(others);
  });

  it('runs a cell to its end and returns what it printed', async () => {
    const { agent, run } = suite();
    const cellId = await agent.addCode('import sys\nprint("hello")\nprint("oops", file=sys.stderr)\n6 * 7');
    const result = await run('execute_cell', { cellId });
    expect(result).toMatchObject({
      cellId,
      status: 'ok',
      executionCount: expect.any(Number),
      durationMs: expect.any(Number),
    });
    expect(printed(result)).toBe('hello\n');
    expect(printed(result, 'stderr')).toBe('oops\n');
    expect(resultText(result)).toBe('42');
    const { cells } = await agent.use('get_cells', { includeOutputs: true });
    const cell = listOf(cells).find(({ id }) => id === cellId);
    expect(cell).toMatchObject({ execution_count: result.executionCount });
    expect(printed(cell ?? {})).toBe('hello\n');
    expect(resultText(cell ?? {})).toBe('42');
  });

  it('keeps state between cells, by id and by index, under both names', async () => {
    const { agent, run } = suite();
    const first = await agent.addCode('state = 20', 0);
    await run('execute_cell', { cellIndex: 0 });
    const second = await agent.addCode('state + 3');
    expect(resultText(await run('run_code_cell', { cellId: second }))).toBe('23');
    await agent.use('delete_cell', { cellId: first });
  });

  it('takes an exception in the code for an outcome, not for a failed call', async () => {
    const { agent, run } = suite();
    const cellId = await agent.addCode('1 / 0');
    const result = await run('execute_cell', { cellId });
    expect(result).toMatchObject({ status: 'error' });
    expect(listOf(result.outputs).at(-1)).toMatchObject({ output_type: 'error', ename: 'ZeroDivisionError' });
  });

  it('outlines and searches', async () => {
    const { agent } = suite();
    const { text } = await agent.use('get_notebook_outline');
    expect(text).toMatch(/^\d+ \S+ text \+2\|# Title$/m);
    expect(text).toMatch(/^\d+ \S+ \[\d+\] error\|1 \/ 0$/m);
    const { matches, totalMatches } = await agent.use('search_notebook', {
      query: 'HELLO',
      includeOutputs: true,
    });
    expect(totalMatches).toBe(2);
    expect(listOf(matches).map(({ where }) => where)).toEqual(['source', 'output']);
  });

  it('tells its status and which way each operation takes', async () => {
    const status = await suite().agent.use('get_status');
    expect(status).toMatchObject({ connected: true, runtime: { state: 'idle' } });
    expect(objectIn(status, 'versions')).toMatchObject({ colab: expect.stringMatching(/^colab-external_/) });
    for (const [operation, strategy] of Object.entries(objectIn(status, 'capabilities'))) {
      expect(strategy, operation).not.toBeNull();
    }
    expect(asJson(status.notebook)).toMatchObject({ url: expect.not.stringContaining('mcpProxyToken') });
  });
}
