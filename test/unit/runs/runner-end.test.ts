import { describe, expect, it } from 'vitest';
import { Runner } from '../../../src/runs/runner.ts';
import { CLAUDE } from '../../support/agents.ts';
import { noKernel } from '../../support/memory-notebook.ts';
import { cells, options, settled, slowNotebook } from './slow-notebook.ts';

describe('runs of a notebook that the tab has left', () => {
  const reason = 'The tab shows another notebook now; what the cell had begun may go on.';
  const next = 'Open the notebook again and read the cell.';

  it('are lost where they were under way, and not started where they waited', async () => {
    const { runner, started, userRuns } = slowNotebook();
    const [done, current, waiting] = ['a', 'b', 'c'].map((cellId) => runner.start(cellId, CLAUDE));
    started[0]?.end();
    await settled();
    userRuns('mine');
    const [ofUser] = runner.latest(1);
    runner.end();
    expect(done).toMatchObject({ status: 'ok', failure: null });
    for (const run of [current, ofUser]) {
      expect(run?.phase).toBe('ended');
      expect(run?.failure?.toData()).toEqual({ kind: 'lost', message: reason, next });
    }
    expect(waiting).toMatchObject({ phase: 'ended', end: { status: 'not_started' }, failure: null });
  });

  it('stay lost, and make way for nothing, when the page tells of their end after all', async () => {
    const { runner, started } = slowNotebook();
    const [first, second] = [runner.start('a', CLAUDE), runner.start('b', CLAUDE)];
    runner.end();
    started[0]?.end();
    await settled();
    expect(first).toMatchObject({ end: null, failure: { kind: 'lost' } });
    expect(second.end?.status).toBe('not_started');
    expect(started).toHaveLength(1);
  });

  it('are not begun any more: a call that goes on is told so', async () => {
    const { runner, started } = slowNotebook();
    runner.end();
    const late = runner.start('a', CLAUDE);
    expect(late.failure?.toData()).toEqual({
      kind: 'lost',
      message: 'The tab shows another notebook now; nothing was run.',
      next,
    });
    const sequence = runner.startSequence(cells('a', 'b'), options, CLAUDE);
    await settled();
    expect(sequence.status).toBe('failed');
    expect(runner.positionOf(late)).toBe(0);
    expect(started).toEqual([]);
  });

  it('are not followed when the user runs something', () => {
    const { runner, started, userRuns } = slowNotebook();
    runner.end();
    userRuns('mine');
    expect(runner.latest(1)).toEqual([]);
    expect(started).toEqual([]);
  });

  it('stop with their sequence', async () => {
    const { runner, started } = slowNotebook();
    const sequence = runner.startSequence(cells('a', 'b'), options, CLAUDE);
    await settled();
    runner.end();
    await settled();
    expect(sequence).toMatchObject({
      status: 'stopped',
      reports: [{ error: `lost: ${reason}` }, { status: 'skipped' }],
    });
    expect(started).toHaveLength(1);
  });

  it('have no name in common with those of the next', () => {
    const { notebook, runner } = slowNotebook();
    const other = new Runner(notebook, noKernel, 'other');
    expect([runner.start('a', CLAUDE).id, other.start('a', CLAUDE).id]).toEqual(['run-nb-1', 'run-other-1']);
    const [one, two] = [runner, other].map((each) => each.startSequence(cells('a'), options, CLAUDE).id);
    expect([one, two]).toEqual(['sequence-nb-1', 'sequence-other-1']);
    expect(() => other.find('run-nb-1')).toThrow('There is no run "run-nb-1" in this notebook');
  });
});
