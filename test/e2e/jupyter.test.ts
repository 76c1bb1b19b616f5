import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { findJupyter } from '../../scripts/setup/find-jupyter.mjs';
import type { Agent } from '../support/agent.ts';
import { callerOf, createAgent, listOf, objectIn, printed } from '../support/agent.ts';
import { isRunning } from '../support/is-running.ts';
import type { Stack } from '../support/stack.ts';
import { startStack } from '../support/stack.ts';
import { toolSuite } from './tool-suite.ts';

const hasJupyter = (await findJupyter()) !== undefined;
if (!hasJupyter)
  console.warn('There is no Jupyter here: the tests of the kernel of real IPython are skipped.');

/** A signature and the first chunk's name, in base64: what every PNG begins with. */
const PNG = /^iVBORw0KGgo/;

describe.skipIf(!hasJupyter)('playground with the Jupyter kernel', () => {
  let stack: Stack;
  let agent: Agent;

  beforeAll(async () => {
    stack = await startStack({ kernel: 'jupyter' });
    agent = createAgent(callerOf(stack.client));
  });
  afterAll(() => stack?.close());

  toolSuite(() => ({ agent, run: agent.use }));

  it('is IPython', async () => {
    expect(printed(await run('print(type(get_ipython()).__name__)\n%pwd'))).toBe('ZMQInteractiveShell\n');
  });

  it('gives a table as text; the HTML stays in the notebook', async () => {
    const { outputs } = await run(
      'import numpy as np, pandas as pd\npd.DataFrame({"square": np.arange(3) ** 2})',
    );
    const data = objectIn(listOf(outputs)[0] ?? {}, 'data');
    expect(data['text/plain']).toContain('square');
    expect(data).not.toHaveProperty(['text/html']);
  });

  it('gives a figure as an image', async () => {
    const cellId = await agent.addCode('import matplotlib.pyplot as plt\nplt.plot([1, 2, 3])\nplt.show()');
    const { images, data } = await agent.ask('execute_cell', { cellId });
    expect(data).toMatchObject({ status: 'ok' });
    expect(images).toEqual([{ mimeType: 'image/png', data: expect.stringMatching(PNG) }]);
  });

  it('clears outputs and takes progress lines', async () => {
    const result = await run(
      [
        'from IPython.display import clear_output, display',
        'print("before")',
        'clear_output(wait=True)',
        'handle = display("old", display_id=True)',
        'handle.update("new")',
        'for step in range(5): print(f"\\r{step}/4", end="")',
      ].join('\n'),
    );
    expect(result).toMatchObject({ status: 'ok' });
    expect(printed(result)).toMatch(/4\/4$/);
    expect(printed(result)).not.toContain('before');
    expect(JSON.stringify(result.outputs)).toContain('new');
    expect(JSON.stringify(result.outputs)).not.toContain('old');
  });

  it('is interrupted by the run button, and is of use afterwards', async () => {
    const cellId = await agent.addCode('import time\nprint("asleep", flush=True)\ntime.sleep(60)');
    const running = agent.use('execute_cell', { cellId });
    const cell = stack.page.locator(`#cell-${cellId}`);
    await cell.getByText('asleep', { exact: true }).waitFor();
    await cell.locator('#run-button').click();
    const result = await running;
    expect(result).toMatchObject({ status: 'interrupted' });
    expect(listOf(result.outputs).at(-1)).toMatchObject({ ename: 'KeyboardInterrupt' });
    expect(await run('1 + 1')).toMatchObject({ status: 'ok' });
  });

  it('is interrupted where it waits for input', async () => {
    const { runId, state } = await run('input("name? ")');
    expect(state).toBe('waiting_for_input');
    await agent.use('interrupt_execution');
    expect(await agent.use('get_run', { runId, waitSeconds: 20 })).toMatchObject({ status: 'interrupted' });
    await expect(stack.page.locator('input.stdin-widget').count()).resolves.toBe(0);
  });

  it('forgets everything in a restart', async () => {
    await run('kept = 1');
    await inPage('restart');
    expect(await run('"kept" in globals()')).toMatchObject({ status: 'ok', executionCount: 1 });
  });

  it('is connected to again after it died', async () => {
    await agent.use('execute_cell', { cellId: await agent.addCode('import os; os._exit(1)') });
    expect(await run('2 + 2')).toMatchObject({ status: 'ok', executionCount: 1 });
  });

  it('ends with its page', async () => {
    const pid = Number(printed(await run('import os; print(os.getpid())')));
    expect(isRunning(pid)).toBe(true);
    await stack.page.reload();
    await vi.waitUntil(() => !isRunning(pid), { timeout: 15_000 });
  });

  it('left no error on the console and broke no policy', () => {
    expect(stack.problems.found).toEqual([]);
  });

  async function run(code: string) {
    return agent.use('execute_cell', { cellId: await agent.addCode(code) });
  }

  /** Calls a method of the page's own `notebook.kernel`. */
  function inPage(method: string): Promise<void> {
    return stack.page.evaluate(
      (name) => Reflect.get(Reflect.get(window, 'colab'), 'global').notebook.kernel[name](),
      method,
    );
  }
});
