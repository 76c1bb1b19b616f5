import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Kernel } from '../../../src/notebook/kernel.ts';
import { executeCell } from '../../../src/tools/run/execute-cell.ts';
import { getRun } from '../../../src/tools/run/get-run.ts';
import { interruptExecution } from '../../../src/tools/run/interrupt-execution.ts';
import { getStatus } from '../../../src/tools/session/get-status.ts';
import { listOf } from '../../support/agent.ts';
import { more, notebookAtWork, print } from '../../support/notebook-at-work.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('get_run', () => {
  it('reads what the page shows now, also what the page has told nobody yet', async () => {
    const unheard = ['first', 'second'];
    const { call, atWork } = notebookAtWork({
      catchUp: async () => {
        const line = unheard.shift();
        if (line !== undefined) atWork[0]?.update(print(line));
        return null;
      },
    });
    await call(executeCell, { cellId: 'a', wait: false });
    // The first was there when it was started.
    const { data } = await call(getRun, { waitSeconds: 50 });
    expect(data).toMatchObject({ outputs: [{ text: 'second' }] });
    atWork[0]?.end();
    await vi.advanceTimersByTimeAsync(0);
    unheard.push('nobody asks a page for a run that has ended');
    await call(getRun, {});
    expect(unheard).toHaveLength(1);
  });

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
    expect(await news).toMatchObject({ data: { outputs: [{ text: 'news' }] } });
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
      pages.push(String(listOf(data.outputs)[0]?.text));
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
    expect(String(output?.text).length).toBeGreaterThan(10_000);
  });

  it('takes a progress bar that is redrawn for no news, and a new line for some', async () => {
    const { call, atWork } = notebookAtWork();
    await call(executeCell, { cellId: 'a', wait: false });
    atWork[0]?.update(print('\r 10%'));
    const { cursor } = (await call(getRun)).data;
    let answers = 0;
    const following = call(getRun, { cursor, waitSeconds: 50 }).then((answer) => {
      answers++;
      return answer;
    });
    for (let percent = 20; percent < 100; percent += 10) {
      atWork[0]?.update(more(`\r ${percent}%`));
      await vi.advanceTimersByTimeAsync(1_000);
    }
    expect(answers).toBe(0);
    atWork[0]?.update(more('\r100%\n'));
    expect(JSON.stringify((await following).data)).toContain('100%');
  });

  it('waits for the end alone, and gives the last lines', async () => {
    const { call, atWork } = notebookAtWork();
    await call(executeCell, { cellId: 'a', wait: false });
    let answers = 0;
    const following = call(getRun, { until: 'end', waitSeconds: 50, tail: 2 }).then((answer) => {
      answers++;
      return answer;
    });
    atWork[0]?.update(print('one\ntwo\nthree\n'));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(answers).toBe(0);
    atWork[0]?.end();
    const { data } = await following;
    expect(data).toMatchObject({ status: 'ok' });
    expect(String(listOf(data.outputs)[0]?.text)).toBe('two\nthree\n');
  });

  /** Follows a run to its end as an agent would whose client waits so many seconds for a call, and counts its calls. */
  async function follow(
    { call }: Pick<ReturnType<typeof notebookAtWork>, 'call'>,
    clientSeconds: number,
  ): Promise<{ calls: number; data: Record<string, unknown> }> {
    const seconds = Math.min(50, clientSeconds - 5);
    let { data } = await call(executeCell, { cellId: 'a', timeoutSeconds: seconds });
    let calls = 1;
    for (; data.status === 'running'; calls++) {
      const args = { runId: data.runId, cursor: data.cursor, waitSeconds: seconds, until: 'end', tail: 3 };
      ({ data } = await call(getRun, args));
    }
    return { calls, data };
  }

  it.each([
    ['a bar that is drawn ten times a second for 30 s', 30, 100, 60, 2],
    ['the same with a client that waits 20 s', 30, 100, 20, 3],
    ['a training of three minutes with a client that waits 45 s', 180, 500, 45, 6],
  ])('follows %s in few calls', async (_name, lasts, everyMs, clientSeconds, most) => {
    const at = notebookAtWork();
    const following = follow(at, clientSeconds);
    await vi.advanceTimersByTimeAsync(0);
    at.atWork[0]?.update(print('\r  0%'));
    const ticks = (lasts * 1_000) / everyMs;
    for (let tick = 1; tick <= ticks; tick++) {
      at.atWork[0]?.update(more(`\r${String(Math.floor((100 * tick) / ticks)).padStart(3)}%`));
      if (tick % 100 === 0) at.atWork[0]?.update(more(`\nepoch ${tick / 100}\n`));
      await vi.advanceTimersByTimeAsync(everyMs);
    }
    at.atWork[0]?.end();
    await vi.advanceTimersByTimeAsync(0);
    const { calls, data } = await following;
    expect(calls).toBeLessThanOrEqual(most);
    expect(data).toMatchObject({ status: 'ok' });
    expect(JSON.stringify(data)).toContain('100%');
    expect(JSON.stringify(data).length).toBeLessThan(1_000);
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
    const { call, runs, atWork } = notebookAtWork({}, { interrupt });
    await call(executeCell, { cellId: 'a', wait: false });
    await call(executeCell, { cellId: 'b', wait: false });
    atWork[0]?.update(print('begun'));
    expect((await call(interruptExecution)).data).toEqual({
      interrupted: true,
      stillRunning: true,
      cancelledRuns: ['run-nb-2'],
    });
    expect(order).toEqual(['interrupt {"hasJustBegun":true} with not_started behind it']);
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
