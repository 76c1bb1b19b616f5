import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Failure } from '../../../src/notebook/failure.ts';
import { Mutex } from '../../../src/runs/mutex.ts';
import { TRANSIENT_ERRORS } from '../../../src/runs/retry-policy.ts';
import { Run } from '../../../src/runs/run.ts';
import type { SequenceCell, SequenceOptions } from '../../../src/runs/sequence.ts';
import { Sequence } from '../../../src/runs/sequence.ts';
import { CLAUDE } from '../../support/agents.ts';

const defaults: SequenceOptions = {
  timeoutMs: 60_000,
  retries: 0,
  retryOn: TRANSIENT_ERRORS,
  force: new Set(),
  continueOnError: false,
};

interface Made {
  options?: Partial<SequenceOptions>;
  mutex?: Mutex;
  /** What stopping a run that hangs comes to. */
  stop?: (run: Run) => Promise<string | null>;
}

/** What each cell does, attempt by attempt: "ok", "hangs", "waits" (never starts), or the name of its error. */
function make(cells: Record<string, string[]>, { options = {}, mutex = new Mutex(), stop }: Made = {}) {
  const outcomes = new Map(Object.entries(cells).map(([id, each]) => [id, [...each]]));
  const list: SequenceCell[] = Object.keys(cells).map((cellId, index) => ({
    cellId,
    index: index + 10,
    kind: cellId.startsWith('text') ? 'markdown' : 'code',
  }));
  const started: Run[] = [];
  const stopped: string[] = [];
  const sequence = new Sequence(
    'sequence-1',
    list,
    { ...defaults, ...options },
    {
      startedBy: CLAUDE,
      start: (cellId) => {
        const run = new Run(`run-${started.length + 1}`, { cellId }, CLAUDE);
        started.push(run);
        perform(run, outcomes.get(cellId)?.shift() ?? 'ok');
        return run;
      },
      stop: async (run) => {
        stopped.push(run.id);
        return stop ? stop(run) : null;
      },
      mutex,
      random: () => 0,
    },
  );
  return { sequence, started, stopped };
}

function perform(run: Run, outcome: string): void {
  if (outcome === 'refused') {
    run.fail(new Failure('user_action_required', 'A dialog.', 'Ask.'));
    return;
  }
  run.begin();
  if (outcome === 'waits') {
    run.update({ state: 'queued behind another cell' });
    return;
  }
  run.update({ state: 'running' });
  if (outcome === 'hangs') return;
  if (outcome === 'lost') {
    run.finish({ status: 'lost', executionCount: 1, durationMs: 5, reason: 'The runtime went.' });
    return;
  }
  if (outcome !== 'ok') {
    const output = { output_type: 'error', ename: outcome, evalue: 'why\nand more' };
    run.update({ patches: [{ op: 'put', index: 0, output }] });
  }
  const status = outcome === 'KeyboardInterrupt' ? 'interrupted' : outcome === 'ok' ? 'ok' : 'error';
  run.finish({ status, executionCount: 1, durationMs: 5 });
}

async function end(made: ReturnType<typeof make>): Promise<Sequence> {
  const running = made.sequence.run();
  await vi.runAllTimersAsync();
  await running;
  return made.sequence;
}

const statusesOf = ({ reports }: Sequence): string[] => reports.map(({ status }) => status);

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  // A sequence that has ended leaves nothing behind.
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

describe('running cells one after the other', () => {
  it('gives the report of seven cells: three good, a NameError, one skipped, one forced, one text', async () => {
    const made = make(
      { a: ['ok'], text: [], b: ['ok'], c: ['ok'], d: ['NameError'], e: ['ok'], f: ['ok'] },
      { options: { force: new Set(['f']) } },
    );
    const sequence = await end(made);
    const ran = { status: 'ok', durationMs: 5, retries: 0 };
    expect(sequence.reports).toEqual([
      { cellId: 'a', index: 10, runId: 'run-1', ...ran },
      { cellId: 'text', index: 11, status: 'text', durationMs: 0, retries: 0 },
      { cellId: 'b', index: 12, runId: 'run-2', ...ran },
      { cellId: 'c', index: 13, runId: 'run-3', ...ran },
      { cellId: 'd', index: 14, runId: 'run-4', ...ran, status: 'error', error: 'NameError: why' },
      { cellId: 'e', index: 15, status: 'skipped', durationMs: 0, retries: 0 },
      { cellId: 'f', index: 16, runId: 'run-5', ...ran, forced: true },
    ]);
    expect(sequence).toMatchObject({
      id: 'sequence-1',
      total: 7,
      status: 'failed',
      reason: null,
      totals: { passed: 4, failed: 1, skipped: 1 },
    });
  });

  it('is ok when all cells were', async () => {
    expect(await end(make({ a: ['ok'], text: [] }))).toMatchObject({
      status: 'ok',
      totals: { passed: 1, failed: 0, skipped: 0 },
    });
  });

  it('tells at which cell it is', async () => {
    const { sequence } = make({ text: [], a: ['hangs'] }, { options: { timeoutMs: 5_000 } });
    const running = sequence.run();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(sequence).toMatchObject({ status: 'running', state: 'cell 2 of 2' });
    expect(sequence.reports[1]).toEqual({
      ...{ cellId: 'a', index: 11, status: 'running', durationMs: 0, retries: 0, runId: 'run-1' },
    });
    expect(sequence.totals).toEqual({ passed: 0, failed: 0, skipped: 0 });
    await vi.runAllTimersAsync();
    await running;
  });

  it.each(['ValueError', 'lost', 'refused'])('skips what follows a failure: %s', async (outcome) => {
    expect(statusesOf(await end(make({ a: [outcome], b: ['ok'] })))[1]).toBe('skipped');
  });

  it('goes on after errors when told to', async () => {
    const made = make({ a: ['X'], b: ['ok'] }, { options: { continueOnError: true } });
    expect(statusesOf(await end(made))).toEqual(['error', 'ok']);
  });

  it('says why a cell failed that raised no error', async () => {
    const { reports, totals } = await end(
      make({ a: ['refused'], b: ['lost'] }, { options: { continueOnError: true } }),
    );
    expect(reports).toMatchObject([
      { status: 'not_started', error: 'user_action_required: A dialog.' },
      { status: 'lost', error: 'The runtime went.' },
    ]);
    expect(totals).toEqual({ passed: 0, failed: 2, skipped: 0 });
  });
});

describe('transient errors', () => {
  it('are retried with growing delays, others are not', async () => {
    const made = make(
      { a: ['ConnectionError', 'ConnectionError', 'ok'], b: ['ValueError', 'ok'] },
      { options: { retries: 3 } },
    );
    const running = made.sequence.run();
    await vi.advanceTimersByTimeAsync(999);
    expect(made.started).toHaveLength(1);
    expect(made.sequence.state).toBe('ConnectionError: why; trying again in 1.0 s');
    await vi.advanceTimersByTimeAsync(1);
    expect(made.started).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1_999);
    expect(made.started).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1);
    await running;
    expect(made.sequence.reports).toEqual([
      { cellId: 'a', index: 10, status: 'ok', durationMs: 5, retries: 2, runId: 'run-3' },
      expect.objectContaining({ status: 'error', retries: 0 }),
    ]);
  });

  it('are given up after the last retry', async () => {
    const made = make({ a: Array(5).fill('TimeoutError') }, { options: { retries: 2 } });
    expect((await end(made)).reports).toMatchObject([
      { status: 'error', retries: 2, error: 'TimeoutError: why' },
    ]);
    expect(made.started).toHaveLength(3);
  });

  it('are what the caller says', async () => {
    const made = make({ a: ['MyError', 'ok'] }, { options: { retries: 1, retryOn: ['myerror: WHY'] } });
    expect((await end(made)).reports).toMatchObject([{ status: 'ok', retries: 1 }]);
  });

  it('are not retried once the sequence is stopped', async () => {
    const made = make({ a: ['TimeoutError', 'ok'], b: [] }, { options: { retries: 1 } });
    const running = made.sequence.run();
    await vi.advanceTimersByTimeAsync(500);
    made.sequence.stop('Enough.');
    await running;
    expect(made.started).toHaveLength(1);
    expect(made.sequence).toMatchObject({ status: 'stopped', reason: 'Enough.' });
    expect(made.sequence.reports).toMatchObject([
      { status: 'error', retries: 0, error: 'TimeoutError: why' },
      { status: 'skipped' },
    ]);
  });
});

describe('a cell that takes too long', () => {
  it('is interrupted and counts as failed', async () => {
    const made = make({ a: ['hangs'], b: ['ok'] }, { options: { timeoutMs: 2_500 } });
    const sequence = await end(made);
    expect(sequence.reports).toMatchObject([
      {
        status: 'error',
        durationMs: 2_500,
        error: 'Timeout: the cell took longer than 2.5 s and was interrupted',
      },
      { status: 'skipped' },
    ]);
    expect(made.stopped).toEqual(['run-1']);
  });

  it('is told of when it cannot be stopped', async () => {
    const made = make({ a: ['hangs'] }, { stop: async () => 'it resists.' });
    expect((await end(made)).reports[0]?.error).toBe(
      'Timeout: the cell took longer than 60 s and could not be stopped: it resists.',
    );
  });

  it('has all its time from the moment it starts', async () => {
    const made = make({ a: ['waits'] }, { options: { timeoutMs: 1_000 } });
    const running = made.sequence.run();
    await vi.advanceTimersByTimeAsync(900);
    made.started[0]?.update({ state: 'running' });
    await vi.advanceTimersByTimeAsync(900);
    expect(made.stopped).toEqual([]);
    await vi.advanceTimersByTimeAsync(100);
    await running;
    expect(made.stopped).toEqual(['run-1']);
  });

  it('does not start at all: that is not waited for without end', async () => {
    const made = make({ a: ['waits'] }, { options: { timeoutMs: 3_000 } });
    const sequence = await end(made);
    expect(sequence.reports).toMatchObject([
      {
        status: 'not_started',
        durationMs: 0,
        error:
          'Timeout: the cell did not start within 3 s (queued behind another cell) and was taken out of the queue',
      },
    ]);
    expect(sequence.status).toBe('failed');
    expect(made.stopped).toEqual(['run-1']);
  });
});

describe('stopping', () => {
  it('comes with the interrupt of a cell, whatever was asked for', async () => {
    const made = make({ a: ['KeyboardInterrupt'], b: ['ok'] }, { options: { continueOnError: true } });
    expect(await end(made)).toMatchObject({
      status: 'stopped',
      reason: 'One of its cells was interrupted.',
      reports: [{ status: 'interrupted' }, { status: 'skipped' }],
    });
  });

  it('lets the cell that runs come to its end, and starts no other', async () => {
    const made = make({ a: ['hangs'], b: ['ok'] });
    const running = made.sequence.run();
    await vi.advanceTimersByTimeAsync(10);
    made.sequence.stop('The user said so.');
    made.sequence.stop('Somebody else did.');
    await vi.advanceTimersByTimeAsync(10);
    expect(made.sequence.status).toBe('running');
    made.started[0]?.finish({ status: 'ok', executionCount: 1, durationMs: 20 });
    await running;
    expect(made.stopped).toEqual([]);
    expect(made.sequence).toMatchObject({
      status: 'stopped',
      reason: 'The user said so.',
      totals: { passed: 1, failed: 0, skipped: 1 },
    });
    made.sequence.stop('Too late.');
    expect(made.sequence.reason).toBe('The user said so.');
  });

  it('does not touch one that has ended', async () => {
    const sequence = await end(make({ a: ['ok'] }));
    sequence.stop('Too late.');
    expect(sequence).toMatchObject({ status: 'ok', reason: null });
  });

  it('comes when the time for all is up, and interrupts the cell that runs', async () => {
    const made = make(
      { a: ['ok'], b: ['hangs'], c: ['ok'] },
      {
        options: { totalTimeoutMs: 4_000 },
        stop: async (run) => {
          run.finish({ status: 'interrupted', executionCount: 1, durationMs: 4_000 });
          return null;
        },
      },
    );
    expect(await end(made)).toMatchObject({
      status: 'stopped',
      reason: 'The 4 s for all cells together were up.',
      reports: [{ status: 'ok' }, { status: 'interrupted' }, { status: 'skipped' }],
    });
    expect(made.stopped).toEqual(['run-2']);
  });
});

describe('two sequences', () => {
  it('do not run at once; the second knows its place', async () => {
    const mutex = new Mutex();
    const first = make({ a: ['hangs'] }, { mutex, options: { timeoutMs: 5_000 } });
    const second = make({ b: ['ok'] }, { mutex });
    const both = Promise.all([first.sequence.run(), second.sequence.run()]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(second.sequence.state).toBe('waiting for another run of cells (place 1)');
    expect(second.started).toEqual([]);
    await vi.runAllTimersAsync();
    await both;
    expect(second.sequence.status).toBe('ok');
  });

  it('the one that waits can be stopped: all its cells are skipped, and the other goes on', async () => {
    const mutex = new Mutex();
    const first = make({ a: ['hangs'] }, { mutex, options: { timeoutMs: 5_000 } });
    const second = make({ b: ['ok'], text: [] }, { mutex });
    const running = first.sequence.run();
    const waiting = second.sequence.run();
    await vi.advanceTimersByTimeAsync(1_000);
    second.sequence.stop('Never mind.');
    await waiting;
    expect(second.sequence).toMatchObject({ status: 'stopped', reports: [{ status: 'skipped' }, {}] });
    expect(first.sequence.status).toBe('running');
    await vi.runAllTimersAsync();
    await running;
  });
});

describe('whoever waits for a change', () => {
  it('is woken by the next one', async () => {
    const { sequence, started } = make({ a: ['hangs'] });
    const running = sequence.run();
    await vi.advanceTimersByTimeAsync(1);
    let woken = false;
    const waiting = sequence.change(60_000, new AbortController().signal).then(() => {
      woken = true;
    });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(woken).toBe(false);
    started[0]?.finish({ status: 'ok', executionCount: 1, durationMs: 1 });
    await Promise.all([running, waiting]);
    expect(woken).toBe(true);
  });
});
