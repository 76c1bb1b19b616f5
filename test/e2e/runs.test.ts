import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { KernelName } from '../../playground/server/server.ts';
import { findJupyter } from '../../scripts/setup/find-jupyter.mjs';
import type { Agent, Json } from '../support/agent.ts';
import { asJson, callerOf, createAgent, listOf, printed } from '../support/agent.ts';
import { kernelsAtLength } from '../support/at-length.ts';
import { startBridge } from '../support/bridge.ts';
import { press } from '../support/consent-card.ts';
import { SCRATCH } from '../support/open-notebook.ts';
import type { Stack } from '../support/stack.ts';
import { startStack } from '../support/stack.ts';

const COUNTING = (count: number, seconds: number): string =>
  `import asyncio\nfor i in range(${count}):\n    print("line", i)\n    await asyncio.sleep(${seconds})`;
const lines = (count: number): string => Array.from({ length: count }, (_, i) => `line ${i}\n`).join('');

/** Where there is no Jupyter, jupyter.test.ts says so. */
const kernels: KernelName[] = (await findJupyter()) === undefined ? ['pyodide'] : ['pyodide', 'jupyter'];

describe.each(kernels)('runs on the %s kernel', (kernel) => {
  let stack: Stack;
  let agent: Agent;
  let client: Client;

  beforeAll(async () => {
    stack = await startStack({ kernel });
    client = stack.client;
    agent = createAgent(callerOf(client));
    await agent.use('execute_cell', { cellId: await agent.addCode('import asyncio') });
  });
  afterAll(() => stack?.close());

  /** Reads a run to its end, from a cursor on. */
  async function readOn(run: Json): Promise<{ text: string; last: Json }> {
    let text = '';
    let last = run;
    while (last.status === 'running') {
      last = await agent.use('get_run', { runId: run.runId, cursor: last.cursor, waitSeconds: 20 });
      text += printed(last);
    }
    return { text, last };
  }

  it('returns at its timeout while the cell goes on; get_run brings the rest, nothing twice, nothing missing', async () => {
    const cellId = await agent.addCode(COUNTING(30, 0.1));
    let first = await agent.use('execute_cell', { cellId, timeoutSeconds: 0.7 });
    expect(first).toMatchObject({ status: 'running', runId: expect.any(String), cursor: expect.any(String) });
    // A kernel that has much else to do has not begun to print by then.
    while (printed(first) === '') {
      first = await agent.use('get_run', { runId: first.runId, cursor: first.cursor, waitSeconds: 0.1 });
    }
    expect(first).toMatchObject({ status: 'running' });
    const { text, last } = await readOn(first);
    expect(last).toMatchObject({ status: 'ok', executionCount: expect.any(Number) });
    expect(printed(first) + text).toBe(lines(30));
  });

  it('returns at once when told not to wait', async () => {
    // It would never end by itself.
    const cellId = await agent.addCode(COUNTING(1_000_000, 0.1));
    const begun = await agent.use('execute_cell', { cellId, wait: false });
    expect(begun).toMatchObject({ status: 'running' });
    await agent.use('interrupt_execution');
    const { text, last } = await readOn(begun);
    expect(last).toMatchObject({ status: 'interrupted' });
    const all = printed(begun) + text;
    expect(all).toBe(lines(all.split('\n').length - 1));
  });

  it('sends the newest line as progress', async () => {
    // As long as it takes: a machine that has much else to do passes over many a line.
    const cellId = await agent.addCode(COUNTING(1_000_000, 0.1));
    const counted: number[] = [];
    const call = client.callTool(
      { name: 'execute_cell', arguments: { cellId } },
      {
        onprogress: ({ message }) => {
          const line = /^line (\d+)/.exec(message ?? '')?.[1];
          if (line !== undefined) counted.push(Number(line));
        },
      },
    );
    await expect.poll(() => counted.length).toBeGreaterThan(3);
    await agent.use('interrupt_execution');
    await call;
    expect(counted).toEqual([...counted].sort((one, other) => one - other));
  });

  it('stops waiting, not the cell, when the call is cancelled; interrupt_execution stops the cell', async () => {
    const cellId = await agent.addCode(COUNTING(200, 0.1));
    const cancel = new AbortController();
    const call = client.callTool({ name: 'execute_cell', arguments: { cellId } }, { signal: cancel.signal });
    await stack.page.locator('.cell.running').waitFor();
    cancel.abort();
    await expect(call).rejects.toThrow();
    expect(await agent.use('get_run')).toMatchObject({ cellId, status: 'running' });
    expect(await agent.use('interrupt_execution')).toMatchObject({ interrupted: true });
    expect((await readOn(await agent.use('get_run'))).last).toMatchObject({ cellId, status: 'interrupted' });
    expect(await agent.use('interrupt_execution')).toMatchObject({ interrupted: false });
  });

  it('sees what the user runs by hand', async () => {
    const cellId = await agent.addCode(COUNTING(5, 0.1));
    await stack.page.locator(`[id="cell-${cellId}"] colab-run-button`).click();
    await expect.poll(async () => (await agent.ask('get_run')).data.cellId).toBe(cellId);
    const { last } = await readOn(await agent.use('get_run'));
    expect(last).toMatchObject({ cellId, status: 'ok', startedBy: 'user' });
  });

  it('shows cleared output and progress bars the way the notebook does', async () => {
    const code = [
      'from IPython.display import clear_output',
      'print("before")',
      'clear_output()',
      'for i in range(5):',
      '    print(f"\\r{i * 25}%", end="")',
      'print()',
    ].join('\n');
    const run = await agent.use('execute_cell', { cellId: await agent.addCode(code) });
    expect(printed(run)).toBe('100%\n');
  });

  // Nothing of it is the kernel's.
  it.skipIf(kernel !== 'pyodide')(
    'answers a hundred calls of two agents in order, each with its own outputs',
    async () => {
      const second = await startBridge({ colabUrl: SCRATCH });
      const open = async (link: string): Promise<void> => {
        await stack.page.evaluate((fragment) => {
          location.hash = fragment;
        }, new URL(link).hash);
        // Nothing tells who has changed the address.
        await press(stack.page, 'Allow once');
      };
      expect(await second.connect(open)).toBe(true);
      const agents = [agent, createAgent(callerOf(second.client))];
      const ids = await Promise.all([0, 1, 2, 3].map((n) => agent.addCode(`print("cell", ${n})`)));
      const calls = Array.from({ length: 100 }, async (_, call) => {
        const run = await agents[call % 2]?.use('execute_cell', { cellId: ids[call % 4] });
        return run ?? {};
      });
      const runs = await Promise.all(calls);
      expect(runs.map((run) => printed(run))).toEqual(
        Array.from({ length: 100 }, (_, call) => `cell ${call % 4}\n`),
      );
      for (const agentAt of [0, 1]) {
        const counts = runs
          .filter((_, call) => call % 2 === agentAt)
          .map(({ executionCount }) => Number(executionCount));
        expect(counts).toEqual([...counts].sort((a, b) => a - b));
      }
      await second.close();
    },
  );

  it('carries fifty megabytes of output: a short answer, every page readable, the link open', async () => {
    const cellId = await agent.addCode(
      'line = "0123456789" * 99 + "\\n"\nfor i in range(50_000):\n    print(i, line, end="")',
    );
    const run = await agent.use('execute_cell', { cellId });
    const [output] = listOf(run.outputs);
    expect(output).toMatchObject({ omitted: { totalChars: expect.any(Number) } });
    expect(JSON.stringify(run).length).toBeLessThan(50_000);
    const page = await agent.use('get_run', {
      runId: run.runId,
      cursor: '40.0',
      maxOutputChars: 1_000,
    });
    expect(printed(page)).toHaveLength(1_000);
    expect(page).toMatchObject({ more: true });
    await agent.use('clear_outputs', { cellIds: [cellId] });
  });

  it('clears the outputs of one cell and of all', async () => {
    const cellId = await agent.addCode('print("to be cleared")');
    await agent.use('execute_cell', { cellId });
    expect(await agent.use('clear_outputs', { cellIds: [cellId] })).toEqual({ cleared: [cellId] });
    await agent.use('clear_outputs');
    const { cells } = await agent.use('get_cells', { includeOutputs: true });
    expect(listOf(cells).flatMap((cell) => cell.outputs ?? [])).toEqual([]);
  });

  it('names the runs that exist when asked for one that does not', async () => {
    expect(await agent.fail('get_run', { runId: 'run-999' })).toMatchObject({
      kind: 'not_found',
      next: expect.stringMatching(/run-\w+-\w+-\d+, run-\w+-\w+-\d+/),
    });
    expect(await agent.fail('get_run', { cursor: 'nonsense' })).toMatchObject({ kind: 'invalid_input' });
  });

  // Nothing of these two is the kernel's.
  it.skipIf(kernel !== 'pyodide')(
    'offers the notebook as a resource through the bridge, and tells of changes, also after a reload',
    async () => {
      const uri = `cellwire://${asJson((await agent.use('get_status')).notebook).id}`;
      const updated: string[] = [];
      client.setNotificationHandler(
        'notifications/resources/updated',
        ({ params }) => void updated.push(params.uri),
      );
      expect((await client.listResources()).resources).toMatchObject([{ uri }]);
      await client.subscribeResource({ uri });
      await agent.addCode('watched = 1');
      await expect.poll(() => updated).toEqual([uri]);
      const { contents } = await client.readResource({ uri });
      expect(JSON.stringify(contents)).toContain('watched = 1');
      await stack.page.reload();
      await agent.addCode('watched = 2');
      await expect.poll(() => updated.length).toBeGreaterThan(1);
      await client.unsubscribeResource({ uri });
    },
  );

  it.skipIf(kernel !== 'pyodide')('does nothing at all while nothing happens', async () => {
    const cdp = await stack.browser.context.newCDPSession(stack.page);
    await cdp.send('Profiler.enable');
    await cdp.send('Profiler.setSamplingInterval', { interval: 100 });
    // What was changed last is shown, and the user's place kept, for a moment after the last call.
    await stack.page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 3_000)));
    await cdp.send('Profiler.start');
    await stack.page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 3_000)));
    const { profile } = await cdp.send('Profiler.stop');
    const ours = profile.nodes.filter(
      ({ callFrame, hitCount = 0 }) => callFrame.url.includes('content-scripts') && hitCount > 0,
    );
    expect(ours.map(({ callFrame }) => callFrame.functionName)).toEqual([]);
  });

  it('left no error in the browser', () => {
    expect(stack.problems.found).toEqual([]);
  });
});

describe.each(await kernelsAtLength())('run_cells on the %s kernel', (kernel) => {
  let stack: Stack;
  let agent: Agent;

  beforeAll(async () => {
    stack = await startStack({ kernel });
    agent = createAgent(callerOf(stack.client));
    const { cells } = await agent.use('get_cells');
    for (const { id } of listOf(cells)) await agent.use('delete_cell', { cellId: id });
  });
  afterAll(() => stack?.close());

  it('reports the seven cells of a notebook: good, text, a NameError, skipped, forced', async () => {
    const good = ['a = 1', 'b = a + 1', 'print(b)'];
    for (const code of good) await agent.addCode(code);
    await agent.use('add_text_cell', { cellIndex: -1, content: '# words' });
    await agent.addCode('print(undefined_name)');
    await agent.addCode('print("skipped")');
    const forced = await agent.addCode('print("forced")');
    const report = await agent.use('run_cells', { force: [forced] });
    expect(listOf(report.cells).map(({ status }) => status)).toEqual([
      'ok',
      'ok',
      'ok',
      'text',
      'error',
      'skipped',
      'ok',
    ]);
    expect(report).toMatchObject({ status: 'failed', totals: { passed: 4, failed: 1, skipped: 1 } });
    expect(listOf(report.cells)[4]).toMatchObject({
      error: "NameError: name 'undefined_name' is not defined",
      retries: 0,
    });
  });

  it('retries a cell that fails twice with a ConnectionError and then works', async () => {
    await agent.use('execute_cell', { cellId: await agent.addCode('tries = 0') });
    const cellId = await agent.addCode('tries += 1\nif tries < 3: raise ConnectionError("no route")\ntries');
    const report = await agent.use('run_cells', { cellIds: [cellId], retries: 3 });
    expect(report).toMatchObject({ status: 'ok', cells: [{ status: 'ok', retries: 2 }] });
  });

  it('interrupts a cell that takes too long', async () => {
    const cellId = await agent.addCode('import time\ntime.sleep(60)');
    const report = await agent.use('run_cells', { cellIds: [cellId], timeoutSeconds: 1 });
    expect(report).toMatchObject({
      status: 'failed',
      cells: [{ error: expect.stringContaining('Timeout') }],
    });
    expect(await agent.use('get_status')).toMatchObject({ runtime: { state: 'idle' } });
  });

  it('takes the range of cells with both ends, and no other', async () => {
    const ids: string[] = [];
    for (const n of [0, 1, 2, 3]) ids.push(await agent.addCode(`print("in range", ${n})`));
    const { cells } = await agent.use('get_cells');
    const first = listOf(cells).findIndex(({ id }) => id === ids[1]);
    const report = await agent.use('run_cells', { cellIndexStart: first, cellIndexEnd: first + 1 });
    expect(listOf(report.cells).map(({ cellId }) => cellId)).toEqual(ids.slice(1, 3));
  });

  it('does not wait without end for a cell behind an endless one of the user’s', async () => {
    const endless = await agent.addCode('import time\nwhile True: time.sleep(0.05)');
    const waiting = await agent.addCode('print("never mind")');
    const running = stack.page.locator(`[id="cell-${endless}"].running`);
    await stack.page.locator(`[id="cell-${endless}"] colab-run-button`).click();
    await running.waitFor();
    const report = await agent.use('run_cells', { cellIds: [waiting], timeoutSeconds: 1 });
    expect(report).toMatchObject({
      status: 'failed',
      cells: [{ status: 'not_started', error: expect.stringContaining('did not start within 1 s') }],
    });
    expect(await running.count()).toBe(1);
    expect(await agent.use('interrupt_execution')).toMatchObject({ interrupted: true });
    await expect.poll(async () => (await agent.use('get_status')).runtime).toMatchObject({ state: 'idle' });
  });

  it('goes on when its call is cancelled, and can be followed and stopped', async () => {
    const ids: string[] = [];
    for (const n of [0, 1])
      ids.push(await agent.addCode(`import time\ntime.sleep(0.5)\nprint("cell", ${n})`));
    const endless = await agent.addCode('import time\nwhile True: time.sleep(0.05)');
    const last = await agent.addCode('print("not this one")');
    const cancel = new AbortController();
    const call = stack.client.callTool(
      { name: 'run_cells', arguments: { cellIds: [...ids, endless, last] } },
      { signal: cancel.signal },
    );
    // Any of them: a look from outside may miss a cell that runs for half a second.
    const running = [...ids, endless].map((id) => `[id="cell-${id}"].running`).join(', ');
    await stack.page.locator(running).first().waitFor();
    cancel.abort();
    await expect(call).rejects.toThrow();
    await stack.page.locator(`[id="cell-${endless}"].running`).waitFor();
    const { runId } = await agent.use('run_cells', { cellIds: ids, wait: false });
    const stopped = await agent.use('interrupt_execution');
    expect(stopped).toMatchObject({ interrupted: true });
    expect(listOf(stopped.cancelledRuns)).toContain(runId);
    const sequences = listOf(stopped.cancelledRuns).map(String);
    const first = await agent.use('get_run', { runId: sequences[0], waitSeconds: 20 });
    expect(first).toMatchObject({ status: 'stopped' });
    expect(listOf(first.cells).map(({ status }) => status)).toEqual(['ok', 'ok', 'interrupted', 'skipped']);
    expect(await agent.use('get_run', { runId, waitSeconds: 20 })).toMatchObject({
      status: 'stopped',
      totals: { passed: 0, skipped: 2 },
    });
  });
});
