import type { Page } from 'playwright';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Agent } from '../support/agent.ts';
import { createAgent, listOf, printed } from '../support/agent.ts';
import { press } from '../support/consent-card.ts';
import { GoogleLikeServer } from '../support/google-like-server.ts';
import { COLAB, SCRATCH, useBrowser } from '../support/open-notebook.ts';

describe('behind a server that behaves like Google’s', () => {
  const opened = useBrowser();
  let server: GoogleLikeServer;
  let agent: Agent;
  let page: Page;

  beforeEach(async () => {
    server = await GoogleLikeServer.start();
    agent = createAgent((name, args) => server.callTool(name, args));
    page = await opened().newPage();
  });
  afterEach(async () => {
    await page.close();
    await server.close();
  });

  it('connects without a prompt, as Colab, and the token is nowhere a page can look', async () => {
    await page.goto(SCRATCH + server.fragment);
    await server.waitForTab();
    // Headless Chromium denies Local Network Access outright: a socket of the page would not have opened.
    expect(server.origins).toEqual([COLAB]);
    expect(page.url()).toBe(SCRATCH);
    const inReach = await page.evaluate(() =>
      JSON.stringify([
        location.href,
        { ...sessionStorage },
        { ...localStorage },
        history.state,
        document.cookie,
      ]),
    );
    expect(inReach).not.toContain(server.token);
  });

  it('keeps the rest of the fragment', async () => {
    await page.goto(`${SCRATCH}${server.fragment}&scrollTo=abc`);
    await server.waitForTab();
    expect(page.url()).toBe(`${SCRATCH}#scrollTo=abc`);
  });

  it('drives all seven tools with Google’s arguments and result keys', async () => {
    await page.goto(SCRATCH + server.fragment);
    const { tools } = await server.request('tools/list');
    const names = listOf(tools).map(({ name }) => name);
    for (const seven of [
      'add_code_cell',
      'add_text_cell',
      'delete_cell',
      'get_cells',
      'move_cell',
      'run_code_cell',
      'update_cell',
    ]) {
      expect(names).toContain(seven);
    }
    const source = [
      'print("a", 2)\n',
      'print("b")\n',
      '_ = display({"text/plain": "x\\ny"}, raw=True)\n',
      '1 / 0',
    ];
    const { newCellId: code } = await agent.use('add_code_cell', {
      cellIndex: 0,
      language: 'python',
      code: 'print(1)',
    });
    const { newCellId: text } = await agent.use('add_text_cell', { cellIndex: -1, content: '# hi\nthere' });
    expect([code, text]).toEqual([expect.any(String), expect.any(String)]);
    await agent.use('update_cell', { cellId: code, content: source.join('') });
    await agent.use('move_cell', { cellId: text, cellIndex: 0 });
    // Texts are lists of lines, as Colab's own frontend gives them, each with its line end.
    const outputs = [
      { output_type: 'stream', name: 'stdout', text: ['a 2\n', 'b\n'] },
      { output_type: 'display_data', data: { 'text/plain': ['x\n', 'y'] } },
      {
        output_type: 'error',
        ename: 'ZeroDivisionError',
        evalue: 'division by zero',
        traceback: expect.arrayContaining([expect.stringContaining('ZeroDivisionError')]),
      },
    ];
    expect(listOf((await agent.use('run_code_cell', { cellId: code })).outputs)).toMatchObject(outputs);
    const range = { cellIndexStart: 0, cellIndexEnd: 1 };
    const { cells } = await agent.use('get_cells', { ...range, includeOutputs: true });
    expect(cells).toMatchObject([
      { cell_type: 'markdown', id: text, source: ['# hi\n', 'there'] },
      { cell_type: 'code', id: code, source, execution_count: expect.any(Number), outputs },
    ]);
    const plain = listOf((await agent.use('get_cells', range)).cells);
    expect(plain).toMatchObject([{ id: text }, { id: code, source }]);
    expect(plain[1]).not.toHaveProperty('outputs');
    await agent.use('delete_cell', { cellId: text });
    expect(await agent.sources()).not.toContain('# hi\nthere');
    expect(opened().problems.found).toEqual([]);
  });

  it('goes on after a dropped socket and after a reload, with the one initialize', async () => {
    await page.goto(SCRATCH + server.fragment);
    await agent.addCode('before', 0);
    await server.dropSocket();
    expect(await agent.sources()).toContain('before');
    await page.reload();
    await agent.addCode('after', 0);
    expect(await agent.sources()).toContain('after');
    await server.dropSocket();
    await page.reload();
    expect(await agent.sources()).not.toContain('after');
    expect(server.initializeCount).toBe(1);
  });

  it('answers a call on the next socket when the first one dropped under it', async () => {
    await page.goto(SCRATCH + server.fragment);
    await agent.use('run_code_cell', { cellId: await agent.addCode('import asyncio') });
    const cellId = await agent.addCode('await asyncio.sleep(1)\nprint("survived")');
    const running = agent.use('run_code_cell', { cellId });
    await page.locator('.cell.running').waitFor();
    await server.dropSocket();
    expect(printed(await running)).toBe('survived\n');
  });

  it('ends a call that a reload cut off, and says so', async () => {
    await page.goto(SCRATCH + server.fragment);
    const cellId = await agent.addCode('import asyncio\nawait asyncio.sleep(30)');
    const running = agent.fail('run_code_cell', { cellId });
    await page.locator('.cell.running').waitFor();
    await page.reload();
    expect(await running).toMatchObject({ kind: 'lost' });
    expect(await agent.use('get_status')).toMatchObject({ connected: true });
  });

  it('keeps the socket open when outputs and notebooks are larger than it can carry', async () => {
    await page.goto(SCRATCH + server.fragment);
    const before = listOf((await agent.use('get_cells')).cells).map(({ id }) => id);
    const cellId = await agent.addCode('for i in range(50): print(i, "ü" * 999_998)');
    const run = await agent.use('run_code_cell', { cellId });
    expect(printed(run)).toContain('characters left out');
    const first200 = await agent.use('get_run', { runId: run.runId, maxOutputChars: 200_000 });
    const next = await agent.use('get_run', {
      runId: run.runId,
      cursor: first200.cursor,
      maxOutputChars: 200_000,
    });
    const read = printed(first200) + printed(next);
    expect(read).toBe(`0 ${'ü'.repeat(read.length - 2)}`);
    expect(next).toMatchObject({ more: true });
    const added = [cellId];
    for (let i = 0; i < 3; i++) added.push(await agent.addCode(`"${'ä'.repeat(150_000)}"`));
    const ids: unknown[] = [];
    const pages: number[] = [];
    for (let next: unknown = 0; next !== undefined; ) {
      const read = await agent.use('get_cells', { cellIndexStart: next, includeOutputs: true });
      expect(read.total).toBe(before.length + added.length);
      const cells = listOf(read.cells);
      ids.push(...cells.map(({ id }) => id));
      pages.push(cells.length);
      // Each page brings the reader on, so this ends.
      expect(cells.length).toBeGreaterThan(0);
      next = read.nextCellIndexStart;
    }
    expect(pages.length).toBeGreaterThan(1);
    expect(ids).toEqual([...before, ...added]);
    expect(server.closeCodes).toEqual([]);
  });

  it('waits its turn at a busy server and gets it when the other tab is closed', async () => {
    await page.goto(SCRATCH + server.fragment);
    await agent.use('get_status');
    const second = await opened().newPage();
    await second.goto(`${COLAB}/drive/second${server.fragment}`);
    await press(second, 'Allow once');
    await agent.addCode('still the first tab', 0);
    const secondTab = new Promise<void>((resolve) => server.once('tab', () => resolve()));
    await page.close();
    await secondTab;
    expect(await agent.sources()).not.toContain('still the first tab');
    expect(server.closeCodes).toEqual([1000]);
    await second.close();
  });
});
