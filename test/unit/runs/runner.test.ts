import { describe, expect, it } from 'vitest';
import type { CellRun, Notebook } from '../../../src/notebook/notebook.ts';
import { Runner } from '../../../src/runs/runner.ts';
import { memoryNotebook } from '../../support/memory-notebook.ts';

/** A notebook whose runs end when the test says so. */
function slowNotebook() {
  const started: Array<{ cellId: string; end: (run?: Partial<CellRun>) => void }> = [];
  let tellUserRun: (cellId: string) => void = () => {};
  const notebook: Notebook = {
    ...memoryNotebook([]),
    runCell: ({ cellId }) =>
      new Promise((resolve) => {
        const end = (run: Partial<CellRun> = {}): void =>
          resolve({ cellId, status: 'ok', executionCount: 1, durationMs: 1, ...run });
        started.push({ cellId, end });
      }),
    onUserRun: (listener) => {
      tellUserRun = listener;
      return () => {};
    },
  };
  return { notebook, started, userRuns: (cellId: string) => tellUserRun(cellId) };
}

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

describe('runs of one notebook', () => {
  it('go one after the other, in the order they were asked for', async () => {
    const { notebook, started } = slowNotebook();
    const runner = new Runner(notebook);
    const runs = ['a', 'b', 'a'].map((cellId) => runner.start(cellId));
    expect(runs.map((run) => runner.placeOf(run))).toEqual([0, 1, 2]);
    for (const [index, run] of runs.entries()) {
      expect(started).toHaveLength(index + 1);
      expect(run.status).toBe('running');
      started[index]?.end();
      await settled();
      expect(run.status).toBe('ok');
    }
  });

  it('see those that the user starts', async () => {
    const { notebook, started, userRuns } = slowNotebook();
    const runner = new Runner(notebook);
    userRuns('mine');
    expect(runner.latest(1)).toMatchObject([{ cellId: 'mine', startedBy: 'user', status: 'running' }]);
    started[0]?.end({ status: 'error' });
    await settled();
    expect(runner.find(undefined).status).toBe('error');
  });

  it('are found by id, and a wrong id names those that exist', () => {
    const { notebook } = slowNotebook();
    const runner = new Runner(notebook);
    expect(() => runner.find(undefined)).toThrow('Nothing has been run');
    const run = runner.start('a');
    expect(runner.find(run.id)).toBe(run);
    expect(() => runner.find('nope')).toThrow(
      expect.objectContaining({ kind: 'not_found', next: expect.stringContaining(run.id) }),
    );
  });
});
