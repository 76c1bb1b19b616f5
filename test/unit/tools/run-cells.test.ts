import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Output } from '../../../src/notebook/cell.ts';
import { Failure } from '../../../src/notebook/failure.ts';
import type { NotebookKernel } from '../../../src/notebook/kernel.ts';
import type { Notebook } from '../../../src/notebook/notebook.ts';
import { Runner } from '../../../src/runs/runner.ts';
import { getRun } from '../../../src/tools/run/get-run.ts';
import { interruptExecution } from '../../../src/tools/run/interrupt-execution.ts';
import { runCells } from '../../../src/tools/run/run-cells.ts';
import type { Tool } from '../../../src/tools/tool.ts';
import { MAX_FRAME_BYTES } from '../../../src/wire/limits.ts';
import { listOf } from '../../support/agent.ts';
import { code, memoryNotebook, noKernel, text } from '../../support/memory-notebook.ts';
import { callTool } from '../../support/tool-call.ts';
import { DOT_PNG } from '../outputs/pictures.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const CELL_MS = 1_000;

/** Cells 0 to 5, of which 2 is text; each runs for a second, unless it is said to fail or to wait for ever. */
function workplace({
  errors = {},
  endless = [],
}: {
  errors?: Record<string, string>;
  endless?: string[];
} = {}) {
  const ran: string[] = [];
  let endRunning = (): void => {};
  const cells = [0, 1, 2, 3, 4, 5].map((n) => (n === 2 ? text('c2', '# T') : code(`c${n}`, `${n}`)));
  const notebook: Notebook = {
    ...memoryNotebook(cells),
    runCell: ({ cellId }, update = () => {}) => {
      ran.push(cellId);
      const ename = errors[cellId];
      update({ state: 'running' });
      if (ename) {
        const output = { output_type: 'error', ename, evalue: 'why' };
        update({ patches: [{ op: 'put', index: 0, output }] });
      }
      const run = { cellId, executionCount: 1, durationMs: CELL_MS };
      return new Promise((resolve) => {
        endRunning = () => resolve({ ...run, status: 'interrupted' });
        const end = (): void => resolve({ ...run, status: ename ? 'error' : 'ok' });
        if (!endless.includes(cellId)) setTimeout(end, CELL_MS);
      });
    },
  };
  const kernel: NotebookKernel = {
    ...noKernel,
    interrupt: async () => {
      endRunning();
      return { interrupted: true };
    },
  };
  const runs = new Runner(notebook, kernel, 'nb');
  const messages: string[] = [];
  const progress = (message: string): void => void messages.push(message);
  const call = async (tool: Tool, args: Record<string, unknown> = {}, signal?: AbortSignal) =>
    (await callTool(tool, notebook, { args, kernel, runs, progress, ...(signal ? { signal } : {}) })).data;
  /** The answer, with as much time as it takes. */
  const wait = async (tool: Tool, args: Record<string, unknown> = {}) => {
    const answer = call(tool, args);
    await vi.advanceTimersByTimeAsync(60_000);
    return answer;
  };
  return { call, wait, ran, messages };
}

describe('a long run_cells', () => {
  /** Twenty-five cells, of which the sixth fails and the last is to be run all the same. */
  async function long(args: Record<string, unknown>) {
    const held = Array.from({ length: 25 }, (_, at) => (at === 2 ? text('c2', '# T') : code(`c${at}`, '')));
    const traceback = [
      '-'.repeat(75),
      'Traceback (most recent call last)',
      'Cell In[7], line 2',
      '----> 2 load(path)',
      'File /usr/lib/python3.11/json/decoder.py:337, in JSONDecoder.decode(self, s)',
      '    335 library()',
      'ValueError: why',
    ].join('\n');
    const failures = new Map<string, number>([['c5', 9]]);
    if (args.retries !== undefined) failures.set('c1', 1);
    const notebook: Notebook = {
      ...memoryNotebook(held),
      runCell: async ({ cellId }, update = () => {}) => {
        const left = failures.get(cellId) ?? 0;
        failures.set(cellId, left - 1);
        if (left > 0) {
          const output = { output_type: 'error', ename: 'ValueError', evalue: 'why', traceback: [traceback] };
          update({ patches: [{ op: 'put', index: 0, output }] });
        }
        return { cellId, executionCount: 1, durationMs: 1, status: left > 0 ? 'error' : 'ok' };
      },
    };
    const answer = callTool(runCells, notebook, { args: { force: ['c24'], ...args } });
    await vi.advanceTimersByTimeAsync(60_000);
    return (await answer).data;
  }

  it('tells of those that failed, were retried or forced, and of the first that was skipped', async () => {
    const data = await long({ retries: 1, retryOn: ['ValueError'] });
    expect(listOf(data.cells)).toMatchObject([
      { cellId: 'c1', status: 'ok', retries: 1 },
      { cellId: 'c5', status: 'error', retries: 1, error: 'ValueError: why' },
      { cellId: 'c6', status: 'skipped' },
      { cellId: 'c24', status: 'ok', forced: true },
    ]);
    expect(data).toMatchObject({ cellsLeftOut: 21, totals: { passed: 5, failed: 1, skipped: 18 } });
    expect(listOf(data.cells)[0]).not.toHaveProperty('traceback');
  });

  it('shows of the error the frames of the cell alone', async () => {
    const failed = listOf((await long({})).cells).find(({ status }) => status === 'error');
    expect(failed?.traceback).toBe('Cell In[7], line 2\n----> 2 load(path)');
  });

  it('tells of all on request', async () => {
    const data = await long({ tellsAll: true });
    expect(idsOf(data)).toHaveLength(25);
    expect(data).not.toHaveProperty('cellsLeftOut');
  });
});

describe('run_cells with outputs', () => {
  const stream = (text: string): Output => ({ output_type: 'stream', name: 'stdout', text: [text] });
  const held = Array.from({ length: 30 }, (_, at) => code(`c${at}`, ''));

  async function run(shown: Record<string, Output[]>, args: Record<string, unknown> = {}) {
    const runCell: Notebook['runCell'] = async ({ cellId }, update = () => {}) => {
      const outputs = shown[cellId] ?? [];
      for (const [index, output] of outputs.entries()) {
        update({ patches: [{ op: 'put', index, output }] });
      }
      const isError = outputs.some(({ output_type }) => output_type === 'error');
      return { cellId, executionCount: 1, durationMs: 1, status: isError ? 'error' : 'ok' };
    };
    const notebook = { ...memoryNotebook(held), runCell };
    const answer = callTool(runCells, notebook, { args: { includeOutputs: true, ...args } });
    await vi.advanceTimersByTimeAsync(1_000);
    return answer;
  }

  it('tells of cells that show something, as strings, and gives their pictures', async () => {
    const { data, images } = await run({
      c3: [stream('three\n')],
      c5: [{ output_type: 'display_data', data: { 'image/png': DOT_PNG, 'text/plain': '<Figure>' } }],
      c6: [stream('before\n'), { output_type: 'error', ename: 'E', evalue: 'why', traceback: ['E: why'] }],
    });
    expect(listOf(data.cells)).toMatchObject([
      { cellId: 'c3', outputs: [{ text: 'three\n' }] },
      { cellId: 'c5', outputs: [{ data: { 'image/png': expect.stringContaining('picture 1') } }] },
      { cellId: 'c6', error: 'E: why', traceback: 'E: why', outputs: [{ text: 'before\n' }] },
      { cellId: 'c7', status: 'skipped' },
    ]);
    expect(listOf(listOf(data.cells)[2]?.outputs)).toHaveLength(1);
    expect(images).toEqual([{ mimeType: 'image/png', base64: DOT_PNG }]);
  });

  it('shares what is shown of one run among them, and never becomes too heavy', async () => {
    const all = Object.fromEntries(held.map(({ id }) => [id, [stream('\u0001'.repeat(50_000))]]));
    const { data } = await run(all);
    const shown = listOf(data.cells).flatMap(({ outputs }) =>
      listOf(outputs).map(({ text }) => String(text)),
    );
    expect(shown).toHaveLength(30);
    expect(shown.join('').split('\u0001').length).toBeLessThanOrEqual(8_001);
    const many = Array.from({ length: 100 }, (_, at) => ({
      output_type: 'display_data',
      data: {},
      metadata: { at },
    }));
    const heavy = await run(Object.fromEntries(held.map(({ id }) => [id, many])));
    expect(JSON.stringify(heavy.data).length * 3).toBeLessThan(MAX_FRAME_BYTES);
  });

  it('tells nothing of the kind unless asked', async () => {
    const { data } = await run({ c3: [stream('three\n')] }, { includeOutputs: false });
    expect(data).toMatchObject({ cells: [], cellsLeftOut: 30 });
  });
});

const idsOf = (data: Record<string, unknown>) => listOf(data.cells).map(({ cellId }) => cellId);

describe('run_cells', () => {
  it('runs the whole notebook and reports each cell', async () => {
    const { wait, ran, messages } = workplace({ errors: { c3: 'ValueError' } });
    const ok = { status: 'ok', durationMs: CELL_MS, retries: 0 };
    const blank = { durationMs: 0, retries: 0 };
    expect(await wait(runCells)).toEqual({
      runId: 'sequence-nb-1',
      status: 'failed',
      cells: [
        { cellId: 'c0', index: 0, ...ok },
        { cellId: 'c1', index: 1, ...ok },
        { cellId: 'c2', index: 2, status: 'text', ...blank },
        { cellId: 'c3', index: 3, runId: 'run-nb-3', ...ok, status: 'error', error: 'ValueError: why' },
        { cellId: 'c4', index: 4, status: 'skipped', ...blank },
        { cellId: 'c5', index: 5, status: 'skipped', ...blank },
      ],
      totals: { passed: 2, failed: 1, skipped: 2 },
    });
    expect(ran).toEqual(['c0', 'c1', 'c3']);
    expect(messages).toEqual(['starting', 'cell 1 of 6', 'cell 2 of 6', 'cell 4 of 6']);
  });

  it.each([
    [{ cellIndexStart: 1, cellIndexEnd: 3 }, ['c1', 'c2', 'c3']],
    [{ cellIndexStart: 4 }, ['c4', 'c5']],
    [{ cellIndexEnd: 0 }, ['c0']],
    [{ cellIds: ['c5', 'c1'] }, ['c1', 'c5']],
  ])('runs %j in notebook order, both ends included', async (which, ids) => {
    expect(idsOf(await workplace().wait(runCells, which))).toEqual(ids);
  });

  it.each([
    [{ cellIds: ['c0'], cellIndexStart: 1 }, 'Give either cellIds or an index range.'],
    [{ cellIds: ['c0'], cellIndexEnd: 1 }, 'Give either cellIds or an index range.'],
    [{ cellIndexStart: 6 }, 'There are no cells from 6 on: the notebook has 6.'],
    [{ cellIndexStart: 4, cellIndexEnd: 3 }, 'There are no cells from 4 on: the notebook has 6.'],
  ])('refuses %j', async (which, message) => {
    const { call, ran } = workplace();
    await expect(call(runCells, which)).rejects.toThrow(
      new Failure('invalid_input', message, 'Nothing was run.'),
    );
    expect(ran).toEqual([]);
  });

  it('retries, forces and goes on as told', async () => {
    const { wait, ran } = workplace({ errors: { c0: 'MyError', c3: 'ConnectionError' } });
    const options = { force: ['c3'], retries: 1, retryOn: ['myerror'] };
    const data = await wait(runCells, options);
    expect(ran).toEqual(['c0', 'c0', 'c3']);
    expect(listOf(data.cells)[0]).toMatchObject({ retries: 1, runId: 'run-nb-2' });
    const second = workplace({ errors: { c0: 'ConnectionError' } });
    await second.wait(runCells, { retries: 1, continueOnError: true });
    expect(second.ran).toEqual(['c0', 'c0', 'c1', 'c3', 'c4', 'c5']);
  });

  it('returns when waitSeconds are over, and goes on; get_run follows it to its end', async () => {
    const { call, ran, messages } = workplace();
    const answer = call(runCells, { waitSeconds: 2.5 });
    await vi.advanceTimersByTimeAsync(2_500);
    expect(await answer).toMatchObject({
      runId: 'sequence-nb-1',
      status: 'running',
      state: 'cell 4 of 6',
      remaining: 2,
      totals: { passed: 2, failed: 0, skipped: 0 },
    });
    expect(await call(getRun, { runId: 'sequence-nb-1' })).toMatchObject({ status: 'running', remaining: 2 });
    const last = call(getRun, { runId: 'sequence-nb-1', waitSeconds: 50 });
    await vi.advanceTimersByTimeAsync(2_500);
    const data = await last;
    expect(data).toMatchObject({ status: 'ok', totals: { passed: 5 } });
    expect(data).not.toHaveProperty('remaining');
    expect(data).not.toHaveProperty('state');
    expect(data).not.toHaveProperty('reason');
    expect(ran).toEqual(['c0', 'c1', 'c3', 'c4', 'c5']);
    expect(messages.at(-1)).toBe('cell 6 of 6');
  });

  it('returns at once when told not to wait', async () => {
    const { call, messages } = workplace();
    expect(await call(runCells, { wait: false })).toMatchObject({
      runId: 'sequence-nb-1',
      status: 'running',
    });
    expect(messages).toEqual([]);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await call(getRun, { runId: 'sequence-nb-1' })).toMatchObject({ status: 'ok' });
  });

  it('waits 45 seconds unless told otherwise, with signs of life', async () => {
    const { call, messages } = workplace({ endless: ['c0'] });
    let answered = false;
    void call(runCells).then(() => {
      answered = true;
    });
    await vi.advanceTimersByTimeAsync(44_999);
    expect(answered).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(answered).toBe(true);
    expect(messages).toEqual([
      'starting',
      'cell 1 of 6',
      'cell 1 of 6 (10 s)',
      'cell 1 of 6 (20 s)',
      'cell 1 of 6 (30 s)',
      'cell 1 of 6 (40 s)',
    ]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(messages).toHaveLength(6);
  });

  it('goes on when the call is cancelled: nothing is interrupted, nothing dropped', async () => {
    const { call, ran } = workplace();
    const gone = new AbortController();
    const answer = call(runCells, {}, gone.signal);
    await vi.advanceTimersByTimeAsync(1_500);
    gone.abort();
    expect(await answer).toMatchObject({ status: 'running' });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(ran).toEqual(['c0', 'c1', 'c3', 'c4', 'c5']);
    expect(await call(getRun, { runId: 'sequence-nb-1' })).toMatchObject({ status: 'ok' });
  });

  it('is stopped by interrupt_execution, the rest of its cells with it', async () => {
    const { call, ran } = workplace();
    await call(runCells, { wait: false });
    await vi.advanceTimersByTimeAsync(1_500);
    expect(await call(interruptExecution)).toEqual({ interrupted: true, cancelledRuns: ['sequence-nb-1'] });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(ran).toEqual(['c0', 'c1']);
    expect(await call(getRun, { runId: 'sequence-nb-1' })).toMatchObject({
      status: 'stopped',
      reason: 'The execution was interrupted by Claude Code.',
      totals: { passed: 1, failed: 1, skipped: 3 },
    });
  });

  it('ends for every cell and for all of them together in the time given', async () => {
    const { wait } = workplace({ endless: ['c0'] });
    expect(await wait(runCells, { timeoutSeconds: 20 })).toMatchObject({
      status: 'failed',
      cells: [
        { status: 'error', error: 'Timeout: the cell took longer than 20 s and was interrupted' },
        {},
        {},
        {},
        {},
        {},
      ],
    });
    const second = workplace();
    expect(await second.wait(runCells, { totalTimeoutSeconds: 2.5 })).toMatchObject({
      status: 'stopped',
      reason: 'The 2.5 s for all cells together were up.',
      totals: { passed: 2, failed: 1, skipped: 2 },
    });
  });
});
