import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Agent } from '../support/agent.ts';
import { callerOf, createAgent, listOf } from '../support/agent.ts';
import { kernelsAtLength } from '../support/at-length.ts';
import type { Stack } from '../support/stack.ts';
import { startStack } from '../support/stack.ts';
import { type TemporaryFolder, temporaryFolder } from '../support/temporary-folder.ts';

describe.each(await kernelsAtLength())('the state of the kernel, on %s', (kernel) => {
  let stack: Stack;
  let agent: Agent;
  let home: TemporaryFolder;
  beforeAll(async () => {
    home = await temporaryFolder('state');
    stack = await startStack({ kernel });
    agent = createAgent(callerOf(stack.client));
    await setHome();
  });
  afterAll(async () => {
    await stack?.close();
    await home?.remove();
  });

  const setHome = async (): Promise<void> => {
    const path = kernel === 'pyodide' ? '/tmp/home' : home.path;
    await agent.use('execute_code', {
      code: `import os\nos.makedirs(${JSON.stringify(path)}, exist_ok=True)\nos.environ["HOME"] = ${JSON.stringify(path)}`,
    });
  };
  const printed = async (code: string): Promise<string> => {
    const { outputs } = await agent.use('execute_code', { code });
    return listOf(outputs)
      .map(({ text }) => String(text))
      .join('');
  };
  const restart = async (): Promise<void> => {
    await stack.page.evaluate('colab.global.notebook.kernel.restart()');
    await setHome();
  };

  it('saves, lists and loads variables, and tells what it cannot save', async () => {
    await agent.use('execute_code', { code: 'numbers = list(range(5))\nstream = (n for n in numbers)' });
    expect(
      await agent.use('save_checkpoint', { name: 'mine', variables: ['numbers', 'stream'] }),
    ).toMatchObject({
      saved: ['numbers'],
      skipped: [{ name: 'stream', reason: expect.stringContaining('generator') }],
    });
    const { checkpoints } = await agent.use('list_checkpoints');
    expect(listOf(checkpoints)).toMatchObject([{ name: 'mine', variables: [{ name: 'numbers' }] }]);
    // A restart of Pyodide takes its files along.
    if (kernel === 'jupyter') await restart();
    else await agent.use('execute_code', { code: 'del numbers' });
    expect(await agent.use('load_checkpoint', { name: 'mine' })).toMatchObject({ loaded: ['numbers'] });
    expect(await printed('print(numbers)')).toBe('[0, 1, 2, 3, 4]\n');
    expect(await agent.fail('load_checkpoint', { name: 'yours' })).toMatchObject({ kind: 'not_found' });
  });

  it('runs a loop, tells its progress, and goes on after an interrupt', async () => {
    await agent.use('execute_code', { code: 'import time\nmarks = []' });
    const wish = {
      name: 'loop',
      items: 'range(40)',
      body: 'marks.append(item)\nif item >= slow: time.sleep(0.2)\nitem * item',
      batchSize: 5,
    };
    await agent.use('execute_code', { code: 'slow = 20' });
    const told: string[] = [];
    const following = createAgent((name, args) =>
      stack.client.callTool(
        { name, arguments: args },
        { onprogress: ({ message }) => told.push(message ?? '') },
      ),
    );
    const begun = await following.use('run_chunked', { ...wish, timeoutSeconds: 1.5 });
    expect(begun).toMatchObject({ status: 'running' });
    // The files of a kernel in the page cannot be read while it computes, so nothing is told before the end.
    if (kernel === 'jupyter') {
      expect(told).toContainEqual(expect.stringMatching(/^\d+ of 40 items$/));
      expect(begun).toMatchObject({ total: 40 });
    }
    const running = agent.use('run_chunked', wish);
    await agent.use('interrupt_execution');
    const stopped = await running;
    expect(stopped).toMatchObject({ status: 'interrupted', runId: begun.runId, failed: 0 });
    expect(Number(stopped.done)).toBeLessThan(40);
    expect(await agent.use('get_run', { runId: begun.runId })).toMatchObject({ status: 'interrupted' });
    await agent.use('execute_code', { code: 'slow = 99' });
    const end = await agent.use('run_chunked', wish);
    expect(end).toMatchObject({ status: 'ok', done: 40, failed: 0, resultsVariable: 'results_loop' });
    expect(await printed('print(marks == list(range(40)), sum(results_loop))')).toBe('True 20540\n');
    expect(await agent.fail('run_chunked', { ...wish, items: 'range(41)' })).toMatchObject({
      kind: 'conflict',
    });
  });

  it.runIf(kernel === 'jupyter')('goes on with a loop whose kernel was killed', async () => {
    const wish = {
      items: 'range(30)',
      body: `import os
if item == 17 and not os.path.exists(os.environ["HOME"] + "/died"):
    open(os.environ["HOME"] + "/died", "w").close()
    os._exit(1)
with open(os.environ["HOME"] + "/marks", "a") as file: file.write(f"{item}\\n")
item`,
    };
    expect(await agent.use('run_chunked', wish)).toMatchObject({ status: 'lost' });
    await setHome();
    expect(await agent.use('run_chunked', wish)).toMatchObject({ status: 'ok', done: 30, repeated: [17] });
    expect(
      await printed(
        'print(open(os.environ["HOME"] + "/marks").read().split() == [str(n) for n in range(30)])',
      ),
    ).toBe('True\n');
  });

  it('finds cells that are not up to date, and runs from the first of them', async () => {
    const [a, b, c] = [
      await agent.addCode('a = 1'),
      await agent.addCode('b = a + 1'),
      await agent.addCode('c = b'),
    ];
    const detect = async () => {
      const { stale, firstStale } = await agent.use('detect_sync_needed');
      const own = listOf(stale).filter(({ cellId }) => [a, b, c].includes(String(cellId)));
      return { reasons: own.map(({ cellId, reason }) => [cellId, reason]), firstStale };
    };
    for (const cellId of [a, b]) await agent.use('execute_cell', { cellId });
    expect((await detect()).reasons).toEqual([[c, 'has not run']]);
    await agent.use('execute_cell', { cellId: c });
    await agent.use('execute_cell', { cellId: b });
    expect((await detect()).reasons).toEqual([[c, `ran before cell ${b}, which is above it`]]);
    await agent.use('update_cell', { cellId: b, content: 'b = a + 10' });
    const found = await detect();
    expect(found.reasons[0]).toEqual([b, 'changed since it ran']);
    expect(found.firstStale).toBe(b);
    const planned = await agent.use('sync_state', { dryRun: true });
    expect(planned).toMatchObject({
      status: 'dry_run',
      cells: [{ cellId: b, status: 'would_run' }, { cellId: c }],
    });
    const done = await agent.use('sync_state');
    expect(done).toMatchObject({
      status: 'ok',
      cells: [
        { cellId: b, status: 'ok' },
        { cellId: c, status: 'ok' },
      ],
    });
    expect(await printed('print(c)')).toBe('11\n');
    expect(await detect()).toEqual({ reasons: [], firstStale: null });
    await restart();
    expect((await detect()).reasons.map(([, reason]) => reason)).toEqual(
      Array(3).fill('ran in an earlier start of the kernel'),
    );
  });

  it('left no error on the console and broke no policy', () => {
    expect(stack.problems.found).toEqual([]);
  });
});
