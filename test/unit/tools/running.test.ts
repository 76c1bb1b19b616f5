import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Failure } from '../../../src/notebook/failure.ts';
import type { CellRun, Notebook, OnRunUpdate } from '../../../src/notebook/notebook.ts';
import { Runner } from '../../../src/runs/runner.ts';
import { executeCell } from '../../../src/tools/run/execute-cell.ts';
import { getRun } from '../../../src/tools/run/get-run.ts';
import { interruptExecution } from '../../../src/tools/run/interrupt-execution.ts';
import { runCodeCell } from '../../../src/tools/run/run-code-cell.ts';
import { getStatus } from '../../../src/tools/session/get-status.ts';
import type { Tool } from '../../../src/tools/tool.ts';
import { listOf } from '../../support/agent.ts';
import { code, memoryNotebook, text } from '../../support/memory-notebook.ts';
import { callTool } from '../../support/tool-call.ts';
import { DOT_PNG } from '../outputs/pictures.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

interface CellAtWork {
  cellId: string;
  update: OnRunUpdate;
  end: (run?: Partial<CellRun>) => void;
  fail: (failure: Failure) => void;
}

/** A notebook with the cells a, b (code) and t (text), whose runs go as the test says. */
function workplace(changes: Partial<Notebook> = {}) {
  const atWork: CellAtWork[] = [];
  const notebook: Notebook = {
    ...memoryNotebook([code('a', '1'), code('b', '2'), text('t', '# T')]),
    runCell: ({ cellId }, update = () => {}) =>
      new Promise((resolve, reject) => {
        const end: CellAtWork['end'] = (run = {}) =>
          resolve({ cellId, status: 'ok', executionCount: 4, durationMs: 1_234, ...run });
        atWork.push({ cellId, update, end, fail: reject });
      }),
    ...changes,
  };
  const runs = new Runner(notebook);
  const messages: string[] = [];
  const progress = (message: string): void => void messages.push(message);
  const call = (tool: Tool, args: Record<string, unknown> = {}, signal?: AbortSignal) =>
    callTool(tool, notebook, { args, runs, progress, ...(signal ? { signal } : {}) });
  return { call, atWork, messages, runs };
}

const print = (line: string, index = 0) => ({
  patches: [
    { op: 'put' as const, index, output: { output_type: 'stream', name: 'stdout', text: [] } },
    { op: 'append' as const, index, text: line },
  ],
});
const more = (line: string) => ({ patches: [{ op: 'append' as const, index: 0, text: line }] });

describe.each([executeCell, runCodeCell])('$name', (tool) => {
  it('waits for the end and gives status, count, duration and outputs', async () => {
    const { call, atWork } = workplace();
    const answer = call(tool, { cellId: 'a' });
    await vi.advanceTimersByTimeAsync(10);
    atWork[0]?.update(print('hello\n'));
    atWork[0]?.end();
    expect(await answer).toEqual({
      data: {
        runId: 'run-1',
        cellId: 'a',
        status: 'ok',
        executionCount: 4,
        durationMs: 1_234,
        startedBy: 'agent',
        outputs: [{ output_type: 'stream', name: 'stdout', text: ['hello\n'] }],
        cursor: '2.0',
      },
      images: [],
      links: [],
    });
  });

  it('says why a cell was not run', async () => {
    const { call, atWork } = workplace();
    const answer = call(tool, { cellId: 'a' });
    await vi.advanceTimersByTimeAsync(10);
    atWork[0]?.end({ status: 'not_started', executionCount: null, durationMs: 0, reason: 'No runtime.' });
    expect((await answer).data).toEqual({
      runId: 'run-1',
      cellId: 'a',
      status: 'not_started',
      executionCount: null,
      durationMs: 0,
      startedBy: 'agent',
      reason: 'No runtime.',
      outputs: [],
      cursor: '0.0',
    });
  });

  it('fails the way the attempt did, and leaves no run behind that get_run takes for the newest', async () => {
    const { call, atWork } = workplace();
    const answer = call(tool, { cellId: 'nope' });
    const failure = new Failure('not_found', 'There is no cell "nope".', 'Use one of these: a, b.');
    atWork[0]?.fail(failure);
    await expect(answer).rejects.toThrow(failure);
    await expect(call(getRun)).rejects.toThrow('Nothing has been run yet.');
    await expect(call(getRun, { runId: 'run-1' })).rejects.toThrow(failure);
  });

  it('shows what came before a failure', async () => {
    const { call, atWork } = workplace();
    const answer = call(tool, { cellId: 'a' });
    atWork[0]?.update(print('so far'));
    atWork[0]?.fail(new Failure('internal', 'The page broke.', 'Try again.'));
    expect((await answer).data).toMatchObject({ status: 'not_started', reason: 'The page broke.' });
  });

  it('stops waiting when the call is cancelled; the run goes on', async () => {
    const { call, atWork, runs } = workplace();
    const gone = new AbortController();
    const answer = call(tool, { cellId: 'a' }, gone.signal);
    await vi.advanceTimersByTimeAsync(10);
    gone.abort();
    expect((await answer).data).toMatchObject({ status: 'running' });
    atWork[0]?.end();
    await vi.advanceTimersByTimeAsync(0);
    expect(runs.find('run-1').status).toBe('ok');
  });

  it('tells the newest line, not more often than it can be read, and gives signs of life', async () => {
    const { call, atWork, messages } = workplace();
    const answer = call(tool, { cellId: 'a' });
    await vi.advanceTimersByTimeAsync(0);
    expect(messages).toEqual(['starting']);
    await vi.advanceTimersByTimeAsync(200);
    atWork[0]?.update({ state: 'running' });
    await vi.advanceTimersByTimeAsync(200);
    for (let n = 0; n < 100; n++) {
      atWork[0]?.update(n === 0 ? print(`line ${n}\n`) : more(`line ${n}\n`));
      await vi.advanceTimersByTimeAsync(10);
    }
    await vi.advanceTimersByTimeAsync(100);
    const lines = messages.filter((message) => message.startsWith('line'));
    expect(lines.length).toBeGreaterThan(8);
    expect(lines.length).toBeLessThan(13);
    expect([messages[1], lines[0], lines.at(-1)]).toEqual(['running', 'line 0', 'line 99']);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(messages.slice(-2)).toEqual([
      expect.stringMatching(/^line 99 \(1[12] s\)$/),
      expect.stringMatching(/^line 99 \(2[12] s\)$/),
    ]);
    atWork[0]?.end();
    await answer;
  });

  it('says how many runs are before it', async () => {
    const { call, atWork, messages } = workplace();
    void call(executeCell, { cellId: 'b', wait: false });
    const answer = call(tool, { cellId: 'a' });
    await vi.advanceTimersByTimeAsync(200);
    expect(messages).toEqual(['queued behind 1 other runs']);
    atWork[0]?.end();
    await vi.advanceTimersByTimeAsync(0);
    atWork[1]?.end();
    expect((await answer).data).toMatchObject({ cellId: 'a', status: 'ok' });
  });
});

describe('execute_cell', () => {
  it('takes an index instead of an id', async () => {
    const { call, atWork } = workplace();
    const answer = call(executeCell, { cellIndex: 1 });
    await vi.advanceTimersByTimeAsync(0);
    atWork[0]?.end();
    expect((await answer).data).toMatchObject({ cellId: 'b' });
  });

  it.each([
    [
      { cellIndex: 3 },
      'not_found',
      'There is no cell at index 3: the notebook has 3 cells.',
      'Nothing was run. Use 0 to 2.',
    ],
    [{ cellId: 'a', cellIndex: 0 }, 'invalid_input', 'Give either cellId or cellIndex.', 'Nothing was run.'],
    [{}, 'invalid_input', 'Give either cellId or cellIndex.', 'Nothing was run.'],
  ] as const)('refuses %j', async (args, kind, message, next) => {
    const { call, atWork } = workplace();
    await expect(call(executeCell, args)).rejects.toThrow(new Failure(kind, message, next));
    expect(atWork).toEqual([]);
  });

  it('says that an empty notebook has nothing to run', async () => {
    const { call } = workplace(memoryNotebook([]));
    await expect(call(executeCell, { cellIndex: 0 })).rejects.toMatchObject({
      next: 'Nothing was run. Add a cell first.',
    });
  });

  it('returns at its timeout with what came so far, and get_run brings the rest, nothing twice', async () => {
    const { call, atWork } = workplace();
    const first = call(executeCell, { cellId: 'a', timeoutSeconds: 2 });
    await vi.advanceTimersByTimeAsync(0);
    atWork[0]?.update({ state: 'running' });
    atWork[0]?.update(print('one\n'));
    await vi.advanceTimersByTimeAsync(2_000);
    const { data } = await first;
    expect(data).toMatchObject({
      status: 'running',
      state: 'running',
      durationMs: 2_000,
      executionCount: null,
    });
    expect(listOf(data.outputs)[0]?.text).toEqual(['one\n']);
    atWork[0]?.update(more('two\n'));
    const next = (await call(getRun, { cursor: data.cursor })).data;
    expect(listOf(next.outputs)[0]?.text).toEqual(['two\n']);
    atWork[0]?.end();
    await vi.advanceTimersByTimeAsync(0);
    expect((await call(getRun, { cursor: next.cursor })).data).toMatchObject({ status: 'ok', outputs: [] });
  });

  it('waits 45 seconds unless told otherwise', async () => {
    const { call } = workplace();
    let answered = false;
    void call(executeCell, { cellId: 'a' }).then(() => {
      answered = true;
    });
    await vi.advanceTimersByTimeAsync(44_999);
    expect(answered).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(answered).toBe(true);
  });

  it('returns at once when told not to wait', async () => {
    const { call, messages } = workplace();
    expect((await call(executeCell, { cellId: 'a', wait: false })).data).toMatchObject({
      runId: 'run-1',
      status: 'running',
      state: 'starting',
    });
    expect(messages).toEqual([]);
    expect((await call(executeCell, { cellId: 'b', wait: false })).data).toMatchObject({
      state: 'queued behind 1 other runs',
    });
  });

  it('cuts outputs to what was asked for, and says where the rest can be read', async () => {
    const { call, atWork } = workplace();
    const answer = call(executeCell, { cellId: 'a', maxOutputChars: 100 });
    await vi.advanceTimersByTimeAsync(0);
    atWork[0]?.update(print('x'.repeat(1_000)));
    atWork[0]?.end();
    expect(listOf((await answer).data.outputs)[0]).toMatchObject({
      omitted: { chars: 900, totalChars: 1_000 },
      resource: 'cellwire://runs/run-1/outputs/0',
    });
  });

  it('brings pictures as pictures, with a link to each original', async () => {
    const { call, atWork } = workplace();
    const answer = call(executeCell, { cellId: 'a' });
    await vi.advanceTimersByTimeAsync(0);
    atWork[0]?.update(print('text'));
    const data = { 'image/png': DOT_PNG, 'text/plain': '<Figure>' };
    atWork[0]?.update({ patches: [{ op: 'put', index: 1, output: { output_type: 'display_data', data } }] });
    atWork[0]?.end();
    const { images, links } = await answer;
    expect(images).toEqual([{ mimeType: 'image/png', base64: DOT_PNG }]);
    expect(links).toEqual([
      {
        uri: 'cellwire://runs/run-1/outputs/1/image/png',
        name: 'original image/png of output 1',
        mimeType: 'image/png',
      },
    ]);
  });

  it('gives no addresses where a long list of outputs was cut', async () => {
    const { call, atWork } = workplace();
    const answer = call(executeCell, { cellId: 'a' });
    await vi.advanceTimersByTimeAsync(0);
    const output = { output_type: 'display_data', data: { 'image/png': DOT_PNG } };
    for (let index = 0; index < 120; index++) atWork[0]?.update({ patches: [{ op: 'put', index, output }] });
    atWork[0]?.end();
    expect((await answer).links).toEqual([]);
  });
});

describe('get_run', () => {
  it('waits for something new, or for the end, and not longer than asked', async () => {
    const { call, atWork } = workplace();
    const { data } = await call(executeCell, { cellId: 'a', wait: false });
    let answers = 0;
    const ask = (): Promise<unknown> =>
      call(getRun, { runId: 'run-1', cursor: data.cursor, waitSeconds: 5 }).then((answer) => {
        answers++;
        return answer;
      });
    const nothing = ask();
    atWork[0]?.update({ state: 'running' });
    await vi.advanceTimersByTimeAsync(4_999);
    expect(answers).toBe(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(await nothing).toMatchObject({ data: { status: 'running', outputs: [] } });
    const news = ask();
    atWork[0]?.update(print('news'));
    expect(await news).toMatchObject({ data: { outputs: [{ text: ['news'] }] } });
    const read = await call(getRun, { runId: 'run-1' });
    const last = call(getRun, { cursor: read.data.cursor, waitSeconds: 50 });
    atWork[0]?.end();
    expect(await last).toMatchObject({ data: { status: 'ok', outputs: [] } });
  });

  it('does not go on waiting for an agent who has left', async () => {
    const { call } = workplace();
    await call(executeCell, { cellId: 'a', wait: false });
    const gone = new AbortController();
    const answer = call(getRun, { waitSeconds: 50 }, gone.signal);
    gone.abort();
    expect((await answer).data).toMatchObject({ status: 'running' });
  });

  it('reads a long output page by page', async () => {
    const { call, atWork } = workplace();
    const answer = call(executeCell, { cellId: 'a' });
    await vi.advanceTimersByTimeAsync(0);
    atWork[0]?.update(print('abcdefghij'.repeat(25)));
    atWork[0]?.end();
    await answer;
    const pages: string[] = [];
    for (let cursor: unknown = '0.0', isMore: unknown = true; isMore; ) {
      const { data } = await call(getRun, { cursor, maxOutputChars: 100 });
      pages.push(listOf(listOf(data.outputs)[0]?.text).join(''));
      cursor = data.cursor;
      isMore = data.more;
    }
    expect(pages.map(({ length }) => length)).toEqual([100, 100, 50]);
    expect(pages.join('')).toBe('abcdefghij'.repeat(25));
  });

  it('makes a page smaller when it would not fit, so that nothing is cut out of it', async () => {
    const { call, atWork } = workplace();
    const answer = call(executeCell, { cellId: 'a' });
    await vi.advanceTimersByTimeAsync(0);
    atWork[0]?.update(print('\u0001'.repeat(200_000)));
    atWork[0]?.end();
    await answer;
    const { data } = await call(getRun, { maxOutputChars: 200_000 });
    const [output] = listOf(data.outputs);
    expect(output).not.toHaveProperty('omitted');
    expect(data).toMatchObject({ more: true });
    expect(listOf(output?.text).join('').length).toBeGreaterThan(10_000);
  });

  it('says that what was read before is gone', async () => {
    const { call, atWork } = workplace();
    const { data } = await call(executeCell, { cellId: 'a', timeoutSeconds: 0 });
    expect(data).not.toHaveProperty('cleared');
    atWork[0]?.update(print('old'));
    const { cursor } = (await call(getRun)).data;
    atWork[0]?.update({ patches: [{ op: 'cut', length: 0 }] });
    atWork[0]?.update(print('new'));
    expect((await call(getRun, { cursor })).data).toMatchObject({ cleared: true });
  });
});

describe('interrupt_execution', () => {
  it('cancels what waits before it stops what runs', async () => {
    const order: string[] = [];
    const { call, runs } = workplace({
      interrupt: async (target) => {
        order.push(`interrupt ${JSON.stringify(target)} with ${runs.find('run-2').status} behind it`);
        return { interrupted: true, stillRunning: true };
      },
    });
    await call(executeCell, { cellId: 'a', wait: false });
    await call(executeCell, { cellId: 'b', wait: false });
    expect((await call(interruptExecution)).data).toEqual({
      interrupted: true,
      stillRunning: true,
      cancelledRuns: ['run-2'],
    });
    expect(order).toEqual(['interrupt {} with not_started behind it']);
  });
});

describe('get_status', () => {
  it('says which notebook, which runtime, which ways and which versions', async () => {
    const { call } = workplace({
      status: async () => ({
        notebook: { id: 'n', name: 'N.ipynb', url: 'https://colab.example/n' },
        runtime: { state: 'idle' },
        capabilities: { read: 'cell.getText()' },
        dialog: null,
        build: 'colab_1',
      }),
    });
    expect((await call(getStatus)).data).toEqual({
      connected: true,
      notebook: { id: 'n', name: 'N.ipynb', url: 'https://colab.example/n' },
      runtime: { state: 'idle' },
      capabilities: { read: 'cell.getText()' },
      dialog: null,
      versions: { extension: '1.2.3', colab: 'colab_1' },
    });
  });
});
