import type { Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { findJupyter } from '../../scripts/setup/find-jupyter.mjs';
import type { Agent, Json } from '../support/agent.ts';
import { callerOf, createAgent, listOf, objectIn, printed } from '../support/agent.ts';
import { isAtLength } from '../support/at-length.ts';
import { startBridge } from '../support/bridge.ts';
import { press } from '../support/consent-card.ts';
import { untilSteady } from '../support/human-at-work.ts';
import { COLAB } from '../support/open-notebook.ts';
import type { Stack, StackOptions } from '../support/stack.ts';
import { startStack } from '../support/stack.ts';

const hasJupyter = (await findJupyter()) !== undefined;

const BY_KERNEL = 'kernel.execute() and kernelFiles';
const BY_CELL = 'temporary cell';

interface Place {
  name: string;
  options: StackOptions;
  strategy: string;
  /** How often the notebook must stay as it is. */
  calls: number;
  isSkipped?: boolean;
}

const often = (calls: number): number => (isAtLength ? calls : 12);

const PLACES: Place[] = [
  {
    // What it shows comes by files; on IPython with the kernel's answer.
    name: 'Pyodide, by the kernel itself',
    options: { variant: 'status-only-reply' },
    strategy: BY_KERNEL,
    calls: often(200),
  },
  {
    name: 'Pyodide, by a temporary cell',
    options: { variant: 'no-kernel-execute' },
    strategy: BY_CELL,
    calls: often(60),
  },
  {
    name: 'IPython, by the kernel itself',
    options: { kernel: 'jupyter' },
    strategy: BY_KERNEL,
    calls: often(200),
    isSkipped: !hasJupyter,
  },
];

/** More than fit on a screen. */
const CELLS = 40;

const PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

for (const { name, options, strategy, calls, isSkipped = false } of PLACES) {
  describe.skipIf(isSkipped)(`code without a cell: ${name}`, () => {
    let stack: Stack;
    let agent: Agent;
    beforeAll(async () => {
      stack = await startStack({ ...options, cells: CELLS });
      agent = createAgent(callerOf(stack.client));
    });
    afterAll(async () => {
      expect(stack?.problems.found).toEqual([]);
      await stack?.close();
    });
    const run = (code: string, args: Record<string, unknown> = {}) =>
      agent.use('execute_code', { code, ...args });

    it('prints, gives its result, and keeps its variables', async () => {
      const first = await run('import sys\nx = 20\nprint("out")\nprint("err", file=sys.stderr)');
      expect(first).toMatchObject({ status: 'ok' });
      expect(first).not.toHaveProperty('cellId');
      expect(listOf(first.outputs)).toMatchObject([
        { output_type: 'stream', name: 'stdout', text: 'out\n' },
        { output_type: 'stream', name: 'stderr', text: 'err\n' },
      ]);
      const second = await run('print("hello")\nx + 1');
      const [, result] = listOf(second.outputs);
      expect(objectIn(result ?? {}, 'data')).toMatchObject({ 'text/plain': '21' });
      const { capabilities } = await agent.use('get_status');
      expect(capabilities).toMatchObject({ execute_code: strategy });
    });

    it('gives a traceback, and the next call is not concerned', async () => {
      const failed = await run('def broken():\n    return 1 / 0\nbroken()');
      expect(failed).toMatchObject({ status: 'error', outputs: [{ ename: 'ZeroDivisionError' }] });
      expect(JSON.stringify(failed.outputs)).toContain('broken');
      expect(await run('x')).toMatchObject({ status: 'ok' });
      expect(await run('def (')).toMatchObject({ status: 'error', outputs: [{ ename: 'SyntaxError' }] });
    });

    it('gives pictures, updates and what is left after clearing', async () => {
      const code = [
        'import base64',
        'from IPython.display import Image, clear_output, display',
        'print("gone")',
        'clear_output()',
        'handle = display("old", display_id=True)',
        'handle.update("new")',
        `display(Image(data=base64.b64decode("${PICTURE}")))`,
      ].join('\n');
      const { data, images } = await agent.ask('execute_code', { code });
      expect(images).toEqual([{ mimeType: 'image/png', data: PICTURE }]);
      const text = JSON.stringify(data);
      expect(text).toContain('new');
      expect(text).not.toMatch(/gone|old/);
    });

    it('awaits', async () => {
      const awaited = await run('import asyncio\nawait asyncio.sleep(0.01)\nprint("awaited")\nx');
      expect(printed(awaited)).toBe('awaited\n');
      expect(awaited).toMatchObject({ status: 'ok' });
    });

    it.runIf(options.kernel === 'jupyter')('runs commands and magics', async () => {
      expect(printed(await run('!echo from the shell'))).toContain('from the shell');
      expect(printed(await run('%%bash\necho from bash'))).toBe('from bash\n');
      const { outputs } = await run('%pwd');
      expect(JSON.stringify(outputs)).toContain('content');
    });

    it('goes on after the call, and is stopped', async () => {
      const code = 'import time\nprint("begun", flush=True)\ntime.sleep(60)';
      const { runId } = await run(code, { wait: false });
      await expect
        .poll(async () => stateOf(await agent.use('get_run', { runId })), { timeout: 10_000 })
        .toBe('running');
      expect(await agent.use('interrupt_execution')).toMatchObject({ interrupted: true });
      const ended = await agent.use('get_run', { runId });
      expect(ended).toMatchObject({ status: 'interrupted' });
      expect(printed(ended)).toBe('begun\n');
      expect(await run('x')).toMatchObject({ status: 'ok' });
    });

    it('waits for its turn: behind other code, and behind a cell', async () => {
      const together = await Promise.all(['a', 'b', 'c'].map((word) => run(`print("${word}")`)));
      expect(together.map((one) => printed(one))).toEqual(['a\n', 'b\n', 'c\n']);
      const cellId = await agent.addCode('import time\ntime.sleep(1.5)\nprint("cell")');
      const cell = agent.use('execute_cell', { cellId });
      const behind = run('print("behind")');
      expect(printed(await cell)).toBe('cell\n');
      expect(printed(await behind)).toBe('behind\n');
      await agent.use('delete_cell', { cellId });
    });

    it('of long outputs nothing is missing but what is left out for the agent', async () => {
      const shown = JSON.stringify(
        (await run('print("x" * 400_000)\nprint("end")', { maxOutputChars: 1000 })).outputs,
      );
      const leftOut = Number(/([\d,]+) characters left out/.exec(shown)?.[1]?.replaceAll(',', ''));
      expect(leftOut + (shown.match(/x/g)?.length ?? 0)).toBeGreaterThanOrEqual(400_000);
      expect(shown).toContain('end');
    });

    it(`leaves all as it was, ${calls} times: cells, selection, scroll, undo`, {
      timeout: 120_000,
    }, async () => {
      const { page } = stack;
      const [own, doomed] = await page.evaluate<[string, string]>(
        'colab.global.notebook.cells.slice(21, 23).map((cell) => cell.getId())',
      );
      await page.locator(`#cell-${doomed} .lazy-editor`).click();
      await page.keyboard.press('Control+m');
      await page.keyboard.press('d');
      expect(await sourcesOf(stack)).toHaveLength(CELLS - 1);
      await page.locator(`#cell-${own} .lazy-editor`).click();
      await page.keyboard.press('Control+Home');
      await page.keyboard.press('Shift+ArrowDown');
      await untilSteady(page, own);
      const before = await snapshot(stack, agent);
      expect(before.shown).toMatchObject({ focused: own, selection: expect.stringContaining('value_21') });
      expect(before.shown.scroll).toBeGreaterThan(100);
      for (let call = 0; call < calls; call++) await run(`print(${call})`);
      expect(await snapshot(stack, agent)).toEqual(before);
      // The user's own undo is still one step away, and brings back nothing of ours.
      await page.keyboard.press('Control+m');
      await page.keyboard.press('z');
      await expect.poll(() => sourcesOf(stack), { timeout: 60_000 }).toHaveLength(CELLS);
      const sources = await sourcesOf(stack);
      expect(sources[22]).toContain('value_22');
      expect(sources.join()).not.toContain('temporary-cell');
      expect(await run('x')).toMatchObject({ status: 'ok' });
    });
  });
}

describe('code without a cell, when something goes away', () => {
  let stack: Stack;
  let agent: Agent;
  const start = async (variant?: string) => {
    stack = await startStack(variant === undefined ? {} : { variant });
    agent = createAgent(callerOf(stack.client));
  };
  afterEach(() => stack?.close());
  const isRunning = (runId: unknown) =>
    expect
      .poll(async () => stateOf(await agent.use('get_run', { runId })), { timeout: 10_000 })
      .toBe('running');

  it.each(['default', 'no-kernel-execute'])('the runtime is restarted (%s)', async (variant) => {
    await start(variant);
    await agent.use('execute_code', { code: 'x = 1' });
    const { runId } = await agent.use('execute_code', {
      code: 'import time\ntime.sleep(60)',
      wait: false,
    });
    await isRunning(runId);
    await stack.page.evaluate('void colab.global.notebook.kernel.restart()');
    await expect
      .poll(async () => (await agent.use('get_run', { runId })).status, { timeout: 15_000 })
      .toBe('lost');
    expect(await agent.use('get_run', { runId })).toMatchObject({
      reason: expect.stringContaining('restarted'),
    });
    expect(await agent.use('execute_code', { code: '"x" in globals()' })).toMatchObject({ status: 'ok' });
  });

  it('the tab is killed in the middle: the next connect leaves no stray cell', async () => {
    await start();
    const { context } = stack.browser;
    // One that is kept by itself, as Colab keeps the notebooks of Drive.
    const url = `${COLAB}/drive/killed?variant=no-kernel-execute`;
    const bridge = await startBridge({ colabUrl: url });
    try {
      agent = createAgent(callerOf(bridge.client));
      const first = await context.newPage();
      const allowed = async (link: string): Promise<void> => {
        await first.goto(link);
        await press(first, 'Always for this notebook');
      };
      expect(await bridge.connect(allowed)).toBe(true);
      const before = await agent.use('get_cells');
      const code = 'import time\ntime.sleep(60)';
      const { runId } = await agent.use('execute_code', { code, wait: false });
      await isRunning(runId);
      // While it is there, agents do not see it; the page does, and it is saved.
      expect(await agent.use('get_cells')).toMatchObject({ cells: before.cells, total: before.total });
      const strays = async (page: Page) =>
        (await sourcesOf({ page })).filter((source) => source.includes('temporary-cell')).length;
      expect(await strays(first)).toBe(1);
      // Who opens the notebook without an agent finds the cell in it, also when the tab is killed.
      const alone = await context.newPage();
      await expect
        .poll(async () => {
          await alone.goto(url);
          await alone.waitForFunction('window.colab?.global?.notebook?.cells.length > 0');
          return strays(alone);
        })
        .toBe(1);
      const cdp = await context.newCDPSession(first);
      const crashed = first.waitForEvent('crash');
      cdp.send('Page.crash').catch(() => {});
      await crashed;
      await first.close();
      expect(await strays(alone)).toBe(1);
      await alone.close();
      const page = await context.newPage();
      expect(await bridge.connect((link) => page.goto(link))).toBe(true);
      const after = await agent.use('get_cells');
      expect(after).toMatchObject({ total: before.total });
      await expect.poll(() => strays(page)).toBe(0);
      expect(JSON.stringify(after.notices ?? [])).not.toMatch(/deleted|added/);
    } finally {
      await bridge.close();
    }
  });

  it('a look at the runtime does not wait for ever behind a cell, and says what runs', async () => {
    await start();
    const cellId = await agent.addCode('import time\ntime.sleep(60)');
    const { runId } = await agent.use('execute_cell', { cellId, wait: false });
    await isRunning(runId);
    const failure = await agent.fail('get_runtime_info');
    expect(failure).toMatchObject({ kind: 'timeout', message: expect.stringContaining(cellId) });
    expect(failure.message).toContain('nothing was done');
    // Stopping what waits does not stop the cell before it.
    const waiting = await agent.use('execute_code', { code: 'print("never")', wait: false });
    await agent.use('interrupt_execution');
    const stopped = await agent.use('get_run', { runId: waiting.runId });
    expect(stopped).toMatchObject({ status: 'not_started' });
  });
});

function sourcesOf({ page }: Pick<Stack, 'page'>): Promise<string[]> {
  return page.evaluate('colab.global.notebook.cells.map((cell) => cell.getText())');
}

/** The notebook as the agent, the page and the user have it. */
async function snapshot({ page }: Stack, agent: Agent) {
  const { cells, total, revision } = await agent.use('get_cells', { includeOutputs: true });
  return { cells, total, revision, shown: await page.evaluate<Record<string, unknown>>(SHOWN) };
}

const SHOWN = `({
  ipynb: JSON.stringify(colab.global.notebookModel.getIpynbJson()),
  focused: colab.global.notebook.focusedCell?.getId() ?? null,
  scroll: document.querySelector('#notebook-main').scrollTop,
  active: document.activeElement?.className ?? null,
  selection: String(getSelection()),
})`;

/** What it does while it goes on: simply running, where nothing else is said. */
const stateOf = ({ state, status }: Json): unknown => state ?? status;
