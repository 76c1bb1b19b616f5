import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Kernel } from '../../../src/notebook/kernel.ts';
import { executeCell } from '../../../src/tools/run/execute-cell.ts';
import { getRun } from '../../../src/tools/run/get-run.ts';
import { interruptExecution } from '../../../src/tools/run/interrupt-execution.ts';
import { getStatus } from '../../../src/tools/session/get-status.ts';
import { listOf } from '../../support/agent.ts';
import { notebookAtWork, print } from '../../support/notebook-at-work.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('get_run', () => {
  it('waits for something new, or for the end, and not longer than asked', async () => {
    const { call, atWork } = notebookAtWork();
    const { data } = await call(executeCell, { cellId: 'a', wait: false });
    let answers = 0;
    const ask = (): Promise<unknown> =>
      call(getRun, { runId: 'run-nb-1', cursor: data.cursor, waitSeconds: 5 }).then((answer) => {
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
    const read = await call(getRun, { runId: 'run-nb-1' });
    const last = call(getRun, { cursor: read.data.cursor, waitSeconds: 50 });
    atWork[0]?.end();
    expect(await last).toMatchObject({ data: { status: 'ok', outputs: [] } });
  });

  it('does not go on waiting for an agent who has left', async () => {
    const { call } = notebookAtWork();
    await call(executeCell, { cellId: 'a', wait: false });
    const gone = new AbortController();
    const answer = call(getRun, { waitSeconds: 50 }, gone.signal);
    gone.abort();
    expect((await answer).data).toMatchObject({ status: 'running' });
  });

  it('reads a long output page by page', async () => {
    const { call, atWork } = notebookAtWork();
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
    const { call, atWork } = notebookAtWork();
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
    const { call, atWork } = notebookAtWork();
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
    const interrupt: Kernel['interrupt'] = async (target) => {
      order.push(`interrupt ${JSON.stringify(target)} with ${runs.find('run-nb-2').status} behind it`);
      return { interrupted: true, stillRunning: true };
    };
    const { call, runs } = notebookAtWork({}, { interrupt });
    await call(executeCell, { cellId: 'a', wait: false });
    await call(executeCell, { cellId: 'b', wait: false });
    expect((await call(interruptExecution)).data).toEqual({
      interrupted: true,
      stillRunning: true,
      cancelledRuns: ['run-nb-2'],
    });
    expect(order).toEqual(['interrupt {} with not_started behind it']);
  });
});

describe('get_status', () => {
  it('says which notebook, which runtime, which ways and which versions', async () => {
    const { call } = notebookAtWork(
      {
        status: async () => ({
          notebook: { id: 'n', name: 'N.ipynb', url: 'https://colab.example/n', cells: 7 },
          capabilities: { read: 'cell.getText()' },
          dialog: null,
          build: 'colab_1',
        }),
      },
      { state: async () => ({ state: 'idle' }) },
    );
    expect((await call(getStatus)).data).toEqual({
      connected: true,
      notebook: { id: 'nb', name: 'N.ipynb', url: 'https://colab.example/n', cells: 7 },
      runtime: { state: 'idle' },
      capabilities: { read: 'cell.getText()' },
      dialog: null,
      versions: { extension: '1.2.3', colab: 'colab_1' },
    });
  });
});
