import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Failure } from '../../../src/notebook/failure.ts';
import { isTransient, retryDelayMs, TRANSIENT_ERRORS } from '../../../src/runs/retry-policy.ts';
import { Run } from '../../../src/runs/run.ts';
import { CLAUDE } from '../../support/agents.ts';

const forGood = new AbortController().signal;

describe('a run', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    expect(vi.getTimerCount()).toBe(0);
    vi.useRealTimers();
  });

  it('counts its time from the moment its code runs, not from the moment it was asked for', () => {
    const run = new Run('run-1', { cellId: 'a' }, CLAUDE);
    run.begin();
    run.update({ state: 'waiting for the runtime' });
    vi.advanceTimersByTime(5_000);
    expect([run.hasStarted, run.durationMs]).toEqual([false, 0]);
    run.update({ state: 'running' });
    vi.advanceTimersByTime(1_500);
    run.update({ state: 'Colab asks something' });
    run.update({ state: 'running' });
    expect([run.hasStarted, run.durationMs]).toEqual([true, 1_500]);
    run.finish({ status: 'ok', executionCount: 3, durationMs: 1_499 });
    expect([run.status, run.durationMs, run.phase]).toEqual(['ok', 1_499, 'ended']);
  });

  it('has started when it shows something, whatever the page says of its state', () => {
    const run = new Run('run-1', { cellId: 'a' }, null);
    run.begin();
    run.update({
      patches: [{ op: 'put', index: 0, output: { output_type: 'stream', name: 'stdout', text: 'x' } }],
    });
    expect([run.hasStarted, run.log.all()]).toEqual([
      true,
      [{ output_type: 'stream', name: 'stdout', text: 'x' }],
    ]);
  });

  it('that fails was not started; it is a mistake only when the call was wrong', () => {
    const kinds = ['not_found', 'invalid_input', 'user_action_required', 'unsupported', 'lost'] as const;
    const mistakes = kinds.map((kind) => {
      const run = new Run('run-1', { cellId: 'a' }, CLAUDE);
      run.fail(new Failure(kind, 'Why.', 'Next.'));
      expect([run.status, run.phase]).toEqual(['not_started', 'ended']);
      return run.isMistake;
    });
    expect(mistakes).toEqual([true, true, false, false, false]);
    expect(new Run('run-1', { cellId: 'a' }, CLAUDE).isMistake).toBe(false);
  });

  it.each<[string, (run: Run) => void]>([
    ['it begins', (run) => run.begin()],
    ['it tells something', (run) => run.update({ state: 'running' })],
    ['it ends', (run) => run.finish({ status: 'ok', executionCount: 1, durationMs: 1 })],
    ['it fails', (run) => run.fail(new Failure('lost', 'Gone.', 'Look.'))],
  ])('wakes all who wait when %s', async (_when, act) => {
    const run = new Run('run-1', { cellId: 'a' }, CLAUDE);
    const waiting = Promise.all([run.change(60_000, forGood), run.change(60_000, forGood)]);
    act(run);
    await waiting;
  });

  it('ends once: what is told of its end later does not count', () => {
    const [finished, failed] = [
      new Run('run-1', { cellId: 'a' }, CLAUDE),
      new Run('run-2', { cellId: 'a' }, CLAUDE),
    ];
    const end = { cellId: 'a', status: 'ok', executionCount: 1, durationMs: 1 } as const;
    const failure = new Failure('lost', 'Gone.', 'Look.');
    finished.finish(end);
    finished.finish({ ...end, status: 'error' });
    finished.fail(failure);
    expect(finished).toMatchObject({ status: 'ok', failure: null });
    failed.fail(failure);
    failed.fail(new Failure('timeout', 'Late.', 'Look.'));
    failed.finish(end);
    expect(failed).toMatchObject({ end: null, failure: { kind: 'lost' } });
  });

  it('does not keep anybody waiting beyond their time, or who has stopped caring', async () => {
    const run = new Run('run-1', { cellId: 'a' }, CLAUDE);
    await run.change(0, forGood);
    const gone = new AbortController();
    const waiting = run.change(60_000, gone.signal);
    gone.abort();
    await waiting;
    await run.change(60_000, gone.signal);
    const late = run.change(1_000, forGood);
    await vi.advanceTimersByTimeAsync(1_000);
    await late;
  });
});

describe('which errors are worth another try', () => {
  it.each([
    ['ConnectionError: no route', true],
    ['requests.exceptions.ReadTimeout: slow', true],
    ['OSError: connectionreseterror inside', true],
    ['RuntimeError: CUDA out of memory. Tried to allocate 2 GiB', true],
    ['HTTPError: 429 Client Error: Too Many Requests', true],
    ['ValueError: connection', false],
    ['KeyError: timeout', false],
  ])('%s: %s', (error, expected) => {
    expect(isTransient(error, TRANSIENT_ERRORS)).toBe(expected);
  });

  it('waits twice as long each time, up to half a minute, and up to a quarter longer by chance', () => {
    expect([0, 1, 2, 4, 5, 10].map((retry) => retryDelayMs(retry, () => 0))).toEqual([
      1_000, 2_000, 4_000, 16_000, 30_000, 30_000,
    ]);
    expect(retryDelayMs(1, () => 1)).toBe(2_500);
    expect(retryDelayMs(10, () => 0.5)).toBe(33_750);
  });
});
