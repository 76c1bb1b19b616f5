import { describe, expect, it } from 'vitest';
import { Failure } from '../../../src/notebook/failure.ts';
import type { Kernel } from '../../../src/notebook/kernel.ts';
import type { RunUpdate } from '../../../src/notebook/run-update.ts';
import { CLAUDE, CODEX } from '../../support/agents.ts';
import { print } from '../../support/notebook-at-work.ts';
import { cells, options, settled, slowNotebook } from './slow-notebook.ts';

describe('runs of one notebook', () => {
  it('go one after the other, in the order they were asked for', async () => {
    const { runner, started } = slowNotebook();
    const runs = ['a', 'b', 'a'].map((cellId) => runner.start(cellId, CLAUDE));
    expect(runs.map(({ id }) => id)).toEqual(['run-nb-1', 'run-nb-2', 'run-nb-3']);
    expect(runs.map((run) => runner.positionOf(run))).toEqual([0, 1, 2]);
    expect(runs.map(({ phase, state }) => [phase, state])).toEqual([
      ['running', 'starting'],
      ['queued', 'queued'],
      ['queued', 'queued'],
    ]);
    for (const [index, run] of runs.entries()) {
      expect(started).toHaveLength(index + 1);
      expect(run.status).toBe('running');
      started[index]?.end();
      await settled();
      expect(run).toMatchObject({ status: 'ok', phase: 'ended', startedBy: CLAUDE });
    }
    expect(started.map(({ target }) => target)).toEqual([{ cellId: 'a' }, { cellId: 'b' }, { cellId: 'a' }]);
  });

  it('tell when their code has begun, once: a clock is shown from then on', () => {
    const { runner, started } = slowNotebook();
    const seen: boolean[] = [];
    runner.onChange(({ startedAt }) => seen.push(startedAt !== null));
    runner.start('a', CLAUDE);
    for (const state of ['waiting for a runtime', 'running', 'running']) started[0]?.update({ state });
    started[0]?.update({ patches: [] });
    expect(seen).toEqual([false, false, true]);
  });

  it('go on when one could not be run', async () => {
    const { runner, started } = slowNotebook();
    const [bad, good] = [runner.start('a', CLAUDE), runner.start('b', CLAUDE)];
    started[0]?.fail(new Failure('user_action_required', 'A dialog.', 'Ask.'));
    await settled();
    expect(bad).toMatchObject({
      status: 'not_started',
      phase: 'ended',
      failure: { kind: 'user_action_required' },
    });
    expect(started.map(({ cellId }) => cellId)).toEqual(['a', 'b']);
    expect(runner.positionOf(good)).toBe(0);
  });

  it('see those that the user starts, but not their own a second time', async () => {
    const { runner, started, userRuns } = slowNotebook();
    userRuns('mine');
    expect(runner.latest(1)).toMatchObject([{ cellId: 'mine', startedBy: null, status: 'running' }]);
    expect(started[0]?.target).toEqual({ cellId: 'mine', started: true });
    started[0]?.end({ status: 'error' });
    await settled();
    expect(runner.find(undefined).status).toBe('error');
    runner.start('ours', CLAUDE);
    userRuns('ours');
    expect(started).toHaveLength(2);
    userRuns('another');
    expect(started).toHaveLength(3);
  });

  it('are found by id, and a wrong id names those that exist', () => {
    const { runner } = slowNotebook();
    expect(() => runner.find(undefined)).toThrow(
      new Failure('not_found', 'Nothing has been run yet.', 'Run a cell with execute_cell.'),
    );
    expect(() => runner.find('nope')).toThrow(
      expect.objectContaining({ next: 'Run a cell with execute_cell.' }),
    );
    const [first, second] = [runner.start('a', CLAUDE), runner.start('b', CLAUDE)];
    expect(runner.find(first.id)).toBe(first);
    expect(runner.find(undefined)).toBe(second);
    expect(() => runner.find('nope')).toThrow(
      expect.objectContaining({
        kind: 'not_found',
        message:
          'There is no run "nope" in this notebook; it may be of another, or from before a reload of the tab.',
        next: 'The latest runs are: run-nb-2, run-nb-1.',
      }),
    );
  });

  it.each(['not_found', 'invalid_input'] as const)(
    'are not those of a cell that cannot run (%s): only who knows its id learns why',
    async (kind) => {
      const { runner, started } = slowNotebook();
      const good = runner.start('a', CLAUDE);
      started[0]?.end();
      await settled();
      const ghost = runner.start('nope', CLAUDE);
      started[1]?.fail(new Failure(kind, 'There is no cell "nope".', 'Read.'));
      await settled();
      expect(runner.find(undefined)).toBe(good);
      expect(runner.latest(5)).toEqual([good]);
      expect(runner.find(ghost.id).failure?.message).toBe('There is no cell "nope".');
    },
  );

  it('are cancelled while they wait, never once they have begun', async () => {
    const { runner, started } = slowNotebook();
    const [first, second, third] = [
      runner.start('a', CLAUDE),
      runner.start('b', CLAUDE),
      runner.start('c', CLAUDE),
    ];
    expect(runner.cancel(first)).toBe(false);
    expect(runner.cancel(second)).toBe(true);
    expect(second.end).toEqual({
      status: 'not_started',
      executionCount: null,
      durationMs: 0,
      reason: 'It was cancelled before it started.',
    });
    expect(runner.positionOf(third)).toBe(1);
    started[0]?.end();
    await settled();
    expect(started.map(({ cellId }) => cellId)).toEqual(['a', 'c']);
    expect(runner.cancelWaiting()).toEqual([]);
  });

  it('are forgotten when there are very many of them, the oldest first, those under way never', async () => {
    const { runner, started } = slowNotebook();
    const [oldest] = Array.from({ length: 250 }, (_, n) => runner.start(`c${n}`, CLAUDE));
    expect(runner.find('run-nb-1')).toBe(oldest);
    for (let n = 0; n < 100; n++) {
      started[n]?.end();
      await settled();
    }
    runner.start('last', CLAUDE);
    expect(() => runner.find('run-nb-51')).toThrow('There is no run');
    expect(runner.find('run-nb-52').cellId).toBe('c51');
    expect(runner.latest(1_000)).toHaveLength(200);
  });

  it('are forgotten when they hold too much text', async () => {
    const { runner, started } = slowNotebook();
    const output = { output_type: 'stream', name: 'stdout', text: 'x'.repeat(40_000_000) };
    for (const n of [0, 1]) {
      runner.start('a', CLAUDE);
      started[n]?.update({ patches: [{ op: 'put', index: 0, output }] });
      started[n]?.end();
      await settled();
    }
    expect(runner.find('run-nb-1').log.chars).toBe(40_000_000);
    runner.start('b', CLAUDE);
    expect(() => runner.find('run-nb-1')).toThrow('There is no run');
    expect(runner.find('run-nb-2').log.chars).toBe(40_000_000);
  });
});

describe('sequences of runs', () => {
  it('go through the same queue, and are found by their id', async () => {
    const { runner, started } = slowNotebook();
    runner.start('before', CLAUDE);
    const sequence = runner.startSequence(cells('a', 'b'), options, CLAUDE);
    const second = runner.startSequence(cells('c'), options, CLAUDE);
    expect([sequence.id, second.id]).toEqual(['sequence-nb-1', 'sequence-nb-2']);
    expect(runner.findSequence('sequence-nb-1')).toBe(sequence);
    expect(runner.findSequence('nope')).toBeUndefined();
    expect(runner.findSequence(undefined)).toBeUndefined();
    for (const n of [0, 1, 2, 3]) {
      await settled();
      started[n]?.end();
    }
    await settled();
    expect(started.map(({ cellId }) => cellId)).toEqual(['before', 'a', 'b', 'c']);
    expect([sequence.status, second.status]).toEqual(['ok', 'ok']);
  });

  it('are stopped together with all that waits; what runs is left to the interrupt', async () => {
    const { runner, started } = slowNotebook();
    const sequence = runner.startSequence(cells('a', 'b'), options, CLAUDE);
    await settled();
    const queued = runner.start('c', CLAUDE);
    expect(runner.cancelWaiting()).toEqual([queued.id, sequence.id]);
    expect(queued.status).toBe('not_started');
    started[0]?.end({ status: 'interrupted' });
    await settled();
    expect(sequence).toMatchObject({ status: 'stopped', reason: 'The execution was interrupted.' });
    expect(started).toHaveLength(1);
    expect(runner.cancelWaiting()).toEqual([]);
  });

  it('are kept, the last twenty', () => {
    const { runner } = slowNotebook();
    for (let n = 0; n < 21; n++) runner.startSequence(cells('a'), options, CLAUDE);
    expect(runner.findSequence('sequence-nb-1')).toBeUndefined();
    expect(runner.findSequence('sequence-nb-2')?.id).toBe('sequence-nb-2');
  });

  const late = { ...options, timeoutMs: 5 };
  it.each<[string, Kernel['interrupt'], string]>([
    ['was interrupted', async () => ({ interrupted: true }), 'and was interrupted'],
    [
      'is winding up',
      async () => ({ interrupted: true, stillRunning: true }),
      'and could not be stopped: it was interrupted, but is still winding up.',
    ],
    [
      'waits behind a cell of the user',
      async () => ({ interrupted: false }),
      "and could not be stopped: it stays in the notebook's own queue and runs when its turn comes.",
    ],
    [
      'cannot be stopped',
      async () => {
        throw new Failure('unsupported', 'There is no way.', 'Ask.');
      },
      'and could not be stopped: There is no way.',
    ],
  ])('say what became of a cell that took too long and %s', async (_what, interrupt, words) => {
    const asked: unknown[] = [];
    const { runner, started } = slowNotebook((target) => {
      asked.push(target);
      return interrupt(target);
    });
    const sequence = runner.startSequence(cells('a'), late, CLAUDE);
    await settled();
    started[0]?.update({ state: 'running' });
    while (sequence.status === 'running') await settled();
    expect(sequence.reports[0]?.error).toBe(`Timeout: the cell took longer than 0.005 s ${words}`);
    expect(asked).toEqual([{ cellId: 'a', hasJustBegun: true }]);
  });

  it.each<[string, RunUpdate, unknown]>([
    ['shows something', print('begun'), [{ hasJustBegun: true }]],
    ['runs, and the kernel had time to come to the code', { state: 'running' }, [{ hasJustBegun: true }]],
    [
      'waits for the user',
      { state: 'waiting_for_input', input: { prompt: '', isPassword: false } },
      [{ hasJustBegun: true }],
    ],
    ['waits behind a cell of the user', { state: 'queued' }, [{}]],
  ])(
    'are stopped only when the page shows what was asked for: that it %s',
    async (_what, update, expected) => {
      const asked: unknown[] = [];
      const { runner, started } = slowNotebook(async (target) => {
        asked.push(target);
        return { interrupted: true };
      });
      runner.start('a', CLAUDE);
      const interrupting = runner.interrupt(CLAUDE);
      await settled();
      expect(asked).toEqual([]);
      started[0]?.update(update);
      await interrupting;
      expect(asked).toEqual(expected);
    },
  );

  it('take a cell that waits too long out of the queue, and interrupt nobody', async () => {
    const { runner, started } = slowNotebook(() =>
      Promise.reject(new Error('This is the cell of somebody else.')),
    );
    runner.start('endless', CLAUDE);
    const sequence = runner.startSequence(cells('a'), late, CLAUDE);
    while (sequence.status === 'running') await settled();
    expect(sequence.reports[0]).toMatchObject({
      status: 'not_started',
      error: 'Timeout: the cell did not start within 0.005 s (queued) and was taken out of the queue',
    });
    expect(started).toHaveLength(1);
  });

  it('cancels what waits of one agent alone, in the name of who wants it', () => {
    const { runner } = slowNotebook();
    runner.start('a', CLAUDE);
    const [mine, other] = [runner.start('b', CLAUDE), runner.start('c', CODEX)];
    expect(runner.cancelWaiting(null, 'claude')).toEqual([mine.id]);
    expect(mine.end?.reason).toBe('It was cancelled before it started. It was stopped by the user.');
    expect(other.phase).toBe('queued');
  });
});
