import { describe, expect, it } from 'vitest';
import { Failure } from '../../../src/notebook/failure.ts';
import { TRANSIENT_ERRORS } from '../../../src/runs/retry-policy.ts';
import { Run } from '../../../src/runs/run.ts';
import type { SequenceCell, SequenceOptions } from '../../../src/runs/run-sequence.ts';
import { runSequence } from '../../../src/runs/run-sequence.ts';

const options: SequenceOptions = {
  timeoutMs: 60_000,
  retries: 0,
  retryOn: TRANSIENT_ERRORS,
  force: new Set(),
  continueOnError: false,
};

/** What each cell does, attempt by attempt: "ok", or the name of the error it raises. */
function sequence(
  cells: Record<string, string[]>,
  changes: Partial<SequenceOptions> = {},
  controller = new AbortController(),
) {
  const attempts = new Map(Object.entries(cells).map(([id, outcomes]) => [id, [...outcomes]]));
  const list: SequenceCell[] = Object.keys(cells).map((cellId, index) => ({
    cellId,
    index,
    kind: cellId.startsWith('text') ? 'markdown' : 'code',
  }));
  const delays: number[] = [];
  let interrupted = 0;
  const report = runSequence(
    list,
    { ...options, ...changes },
    {
      start: (cellId) => {
        const run = new Run('r', cellId, 'agent');
        const outcome = attempts.get(cellId)?.shift() ?? 'ok';
        run.begin();
        run.update({ state: 'running' });
        if (outcome === 'hangs') return run;
        if (outcome === 'refused') run.fail(new Failure('user_action_required', 'A dialog.', 'Ask.'));
        else {
          const failed = outcome !== 'ok';
          if (failed)
            run.update({
              patches: [
                {
                  op: 'put',
                  index: 0,
                  output: { output_type: 'error', ename: outcome, evalue: 'why\nmore' },
                },
              ],
            });
          const status = outcome === 'KeyboardInterrupt' ? 'interrupted' : failed ? 'error' : 'ok';
          run.finish({ cellId, status, executionCount: 1, durationMs: 5 });
        }
        return run;
      },
      stop: async () => {
        interrupted++;
      },
      sleep: async (ms) => {
        delays.push(ms);
      },
      random: () => 0,
      signal: controller.signal,
      tell: () => {},
    },
  );
  return { report, delays, interrupts: () => interrupted };
}

const statuses = async ({ report }: ReturnType<typeof sequence>) =>
  (await report).cells.map(({ status }) => status);

describe('running a notebook', () => {
  it('gives the report of the seven cells: three good, a NameError, one skipped, one forced, one text', async () => {
    const run = sequence(
      { a: ['ok'], text: [], b: ['ok'], c: ['ok'], d: ['NameError'], e: ['ok'], f: ['ok'] },
      { force: new Set(['f']) },
    );
    expect(await run.report).toMatchObject({
      status: 'failed',
      cells: [
        { cellId: 'a', status: 'ok', retries: 0, durationMs: 5 },
        { cellId: 'text', status: 'text' },
        { cellId: 'b', status: 'ok' },
        { cellId: 'c', status: 'ok' },
        { cellId: 'd', status: 'error', error: 'NameError: why' },
        { cellId: 'e', status: 'skipped' },
        { cellId: 'f', status: 'ok' },
      ],
      totals: { passed: 4, failed: 1, skipped: 1 },
    });
  });

  it('retries what is transient, with growing delays, and nothing else', async () => {
    const run = sequence(
      { a: ['ConnectionError', 'ConnectionError', 'ok'], b: ['ValueError', 'ok'] },
      { retries: 3 },
    );
    expect((await run.report).cells).toMatchObject([
      { status: 'ok', retries: 2 },
      { status: 'error', retries: 0 },
    ]);
    expect(run.delays).toEqual([1_000, 2_000]);
  });

  it('gives up after the last retry', async () => {
    const run = sequence({ a: Array(5).fill('TimeoutError') }, { retries: 2 });
    expect((await run.report).cells).toMatchObject([
      { status: 'error', retries: 2, error: 'TimeoutError: why' },
    ]);
  });

  it('goes on after errors when told to', async () => {
    expect(await statuses(sequence({ a: ['X'], b: ['ok'] }, { continueOnError: true }))).toEqual([
      'error',
      'ok',
    ]);
  });

  it('interrupts a cell that takes too long', async () => {
    const run = sequence({ a: ['hangs'], b: ['ok'] }, { timeoutMs: 20 });
    expect((await run.report).cells).toMatchObject([
      { status: 'error', error: expect.stringContaining('longer than 0.02 s') },
      { status: 'skipped' },
    ]);
    expect(run.interrupts()).toBe(1);
  });

  it('stops when a cell is interrupted, whatever was asked for', async () => {
    const run = sequence({ a: ['KeyboardInterrupt'], b: ['ok'] }, { continueOnError: true });
    expect(await run.report).toMatchObject({
      status: 'stopped',
      cells: [{ status: 'interrupted' }, { status: 'skipped' }],
    });
  });

  it('stops at once when the caller cancels', async () => {
    const controller = new AbortController();
    const run = sequence({ a: ['hangs'], b: ['ok'] }, {}, controller);
    setTimeout(() => controller.abort(), 5);
    expect(await run.report).toMatchObject({
      status: 'stopped',
      cells: [{ status: 'interrupted' }, { status: 'skipped' }],
    });
    expect(run.interrupts()).toBe(1);
  });

  it('counts a cell that could not start as failed, with the reason', async () => {
    const { cells } = await sequence({ a: ['refused'] }).report;
    expect(cells).toMatchObject([{ status: 'not_started', error: 'user_action_required: A dialog.' }]);
  });
});
