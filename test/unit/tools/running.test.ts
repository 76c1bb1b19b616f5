import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Failure } from '../../../src/notebook/failure.ts';
import { executeCell } from '../../../src/tools/run/execute-cell.ts';
import { getRun } from '../../../src/tools/run/get-run.ts';
import { runCodeCell } from '../../../src/tools/run/run-code-cell.ts';
import { listOf } from '../../support/agent.ts';
import { memoryNotebook } from '../../support/memory-notebook.ts';
import { more, notebookAtWork, print } from '../../support/notebook-at-work.ts';
import { DOT_PNG } from '../outputs/pictures.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe.each([executeCell, runCodeCell])('$name', (tool) => {
  it('waits for the end and gives status, count, duration and outputs', async () => {
    const { call, atWork } = notebookAtWork();
    const answer = call(tool, { cellId: 'a' });
    await vi.advanceTimersByTimeAsync(10);
    atWork[0]?.update(print('hello\n'));
    atWork[0]?.end();
    expect(await answer).toEqual({
      data: {
        runId: 'run-nb-1',
        startedBy: 'Claude Code',
        cellId: 'a',
        status: 'ok',
        executionCount: 4,
        durationMs: 1_234,
        // Colab's own tool gives lists of lines, and so does ours of that name.
        outputs: [
          { output_type: 'stream', name: 'stdout', text: tool === runCodeCell ? ['hello\n'] : 'hello\n' },
        ],
        cursor: '2.0',
      },
      images: [],
      links: [],
    });
  });

  it('says why a cell was not run', async () => {
    const { call, atWork } = notebookAtWork();
    const answer = call(tool, { cellId: 'a' });
    await vi.advanceTimersByTimeAsync(10);
    atWork[0]?.end({ status: 'not_started', executionCount: null, durationMs: 0, reason: 'No runtime.' });
    expect((await answer).data).toEqual({
      runId: 'run-nb-1',
      startedBy: 'Claude Code',
      cellId: 'a',
      status: 'not_started',
      executionCount: null,
      durationMs: 0,
      reason: 'No runtime.',
      outputs: [],
      cursor: '0.0',
    });
  });

  it('fails the way the attempt did, and leaves no run behind that get_run takes for the newest', async () => {
    const { call, atWork } = notebookAtWork();
    const answer = call(tool, { cellId: 'nope' });
    const failure = new Failure('not_found', 'There is no cell "nope".', 'Use one of these: a, b.');
    atWork[0]?.fail(failure);
    await expect(answer).rejects.toThrow(failure);
    await expect(call(getRun)).rejects.toThrow('Nothing has been run yet.');
    await expect(call(getRun, { runId: 'run-nb-1' })).rejects.toThrow(failure);
  });

  it('shows what came before a failure', async () => {
    const { call, atWork } = notebookAtWork();
    const answer = call(tool, { cellId: 'a' });
    atWork[0]?.update(print('so far'));
    atWork[0]?.fail(new Failure('internal', 'The page broke.', 'Try again.'));
    expect((await answer).data).toMatchObject({ status: 'not_started', reason: 'The page broke.' });
  });

  it('stops waiting when the call is cancelled; the run goes on', async () => {
    const { call, atWork, runs } = notebookAtWork();
    const gone = new AbortController();
    const answer = call(tool, { cellId: 'a' }, gone.signal);
    await vi.advanceTimersByTimeAsync(10);
    gone.abort();
    expect((await answer).data).toMatchObject({ status: 'running' });
    atWork[0]?.end();
    await vi.advanceTimersByTimeAsync(0);
    expect(runs.find('run-nb-1').status).toBe('ok');
  });

  it('tells the newest line, not more often than it can be read, and gives signs of life', async () => {
    const { call, atWork, messages } = notebookAtWork();
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
    const { call, atWork, messages } = notebookAtWork();
    void call(executeCell, { cellId: 'b', wait: false });
    const answer = call(tool, { cellId: 'a' });
    await vi.advanceTimersByTimeAsync(200);
    expect(messages).toEqual(['queued behind 1 other run']);
    atWork[0]?.end();
    await vi.advanceTimersByTimeAsync(0);
    atWork[1]?.end();
    expect((await answer).data).toMatchObject({ cellId: 'a', status: 'ok' });
  });
});

describe('execute_cell', () => {
  it('takes an index instead of an id', async () => {
    const { call, atWork } = notebookAtWork();
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
    const { call, atWork } = notebookAtWork();
    await expect(call(executeCell, args)).rejects.toThrow(new Failure(kind, message, next));
    expect(atWork).toEqual([]);
  });

  it('says that an empty notebook has nothing to run', async () => {
    const { call } = notebookAtWork(memoryNotebook([]));
    await expect(call(executeCell, { cellIndex: 0 })).rejects.toMatchObject({
      next: 'Nothing was run. Add a cell first.',
    });
  });

  it('returns at its timeout with what came so far, and get_run brings the rest, nothing twice', async () => {
    const { call, atWork } = notebookAtWork();
    const first = call(executeCell, { cellId: 'a', timeoutSeconds: 2 });
    await vi.advanceTimersByTimeAsync(0);
    atWork[0]?.update({ state: 'running' });
    atWork[0]?.update(print('one\n'));
    await vi.advanceTimersByTimeAsync(2_000);
    const { data } = await first;
    expect(data).toMatchObject({
      status: 'running',
      durationMs: 2_000,
      executionCount: null,
    });
    expect(data).not.toHaveProperty('state');
    expect(listOf(data.outputs)[0]?.text).toBe('one\n');
    atWork[0]?.update(more('two\n'));
    const next = (await call(getRun, { cursor: data.cursor })).data;
    expect(listOf(next.outputs)[0]?.text).toBe('two\n');
    atWork[0]?.end();
    await vi.advanceTimersByTimeAsync(0);
    expect((await call(getRun, { cursor: next.cursor })).data).toMatchObject({ status: 'ok', outputs: [] });
  });

  it('waits 45 seconds unless told otherwise', async () => {
    const { call } = notebookAtWork();
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
    const { call, messages } = notebookAtWork();
    expect((await call(executeCell, { cellId: 'a', wait: false })).data).toMatchObject({
      runId: 'run-nb-1',
      status: 'running',
      state: 'starting',
    });
    expect(messages).toEqual([]);
    expect((await call(executeCell, { cellId: 'b', wait: false })).data).toMatchObject({
      state: 'queued behind 1 other run',
    });
  });

  it('cuts outputs to what was asked for, and says where the rest can be read', async () => {
    const { call, atWork } = notebookAtWork();
    const answer = call(executeCell, { cellId: 'a', maxOutputChars: 100 });
    await vi.advanceTimersByTimeAsync(0);
    atWork[0]?.update(print('x'.repeat(1_000)));
    atWork[0]?.end();
    expect(listOf((await answer).data.outputs)[0]).toMatchObject({
      omitted: { chars: 900, totalChars: 1_000 },
      resource: 'cellwire://nb/runs/run-nb-1/outputs/0',
    });
  });

  it('brings pictures as pictures, with a link to each original', async () => {
    const { call, atWork } = notebookAtWork();
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
        uri: 'cellwire://nb/runs/run-nb-1/outputs/1/image/png',
        name: 'original image/png of output 1',
        mimeType: 'image/png',
      },
    ]);
  });

  it('gives no addresses where a long list of outputs was cut', async () => {
    const { call, atWork } = notebookAtWork();
    const answer = call(executeCell, { cellId: 'a' });
    await vi.advanceTimersByTimeAsync(0);
    const output = { output_type: 'display_data', data: { 'image/png': DOT_PNG } };
    for (let index = 0; index < 120; index++) atWork[0]?.update({ patches: [{ op: 'put', index, output }] });
    atWork[0]?.end();
    expect((await answer).links).toEqual([]);
  });
});
