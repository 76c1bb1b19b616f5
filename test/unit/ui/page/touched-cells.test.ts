import { describe, expect, it } from 'vitest';
import { ALLOW_ALL } from '../../../../src/policy/policy.ts';
import { GLOW_MS, runningMarks, TouchedCells } from '../../../../src/ui/page/touched-cells.ts';
import { CLAUDE, CURSOR, change, run } from '../../../support/page/samples.ts';

describe('cells that agents have changed', () => {
  const cells = (marks: ReadonlyArray<{ cellId: string }>): string[] => marks.map(({ cellId }) => cellId);

  it('are those of changes that were not there before, oldest first', () => {
    const touched = new TouchedCells([change(CLAUDE, 'a', 4)]);
    expect(touched.note([change(CLAUDE, 'a', 4)], 0)).toEqual([]);
    const news = [change(CURSOR, 'c', 6), change(CLAUDE, 'b', 5), change(CLAUDE, 'a', 4)];
    expect(touched.note(news, 0)).toEqual([
      { cellId: 'b', agent: CLAUDE, kind: 'touched' },
      { cellId: 'c', agent: CURSOR, kind: 'touched' },
    ]);
    expect(touched.note(news, 0)).toEqual([]);
  });

  it('are not those whose change was taken back meanwhile', () => {
    const touched = new TouchedCells([]);
    expect(touched.note([{ ...change(CLAUDE, 'a', 1), state: 'undone' }], 0)).toEqual([]);
    expect(touched.note([change(CLAUDE, 'a', 1)], 0)).toEqual([]);
  });

  it('are shown for a moment each, anew with each change', () => {
    const touched = new TouchedCells([]);
    expect(touched.at(0)).toEqual({ marks: [], againIn: null });
    touched.note([change(CLAUDE, 'a', 1)], 0);
    touched.note([change(CLAUDE, 'b', 2)], 500);
    expect(touched.at(600)).toMatchObject({ againIn: GLOW_MS - 600 });
    expect(cells(touched.at(GLOW_MS - 1).marks)).toEqual(['a', 'b']);
    expect(cells(touched.at(GLOW_MS).marks)).toEqual(['b']);
    touched.note([change(CURSOR, 'b', 3)], GLOW_MS);
    expect(touched.at(GLOW_MS + 501).marks).toEqual([{ cellId: 'b', agent: CURSOR, kind: 'touched' }]);
    expect(touched.at(2 * GLOW_MS)).toEqual({ marks: [], againIn: null });
  });
});

it('cells that run are marked for agents only, and not while they wait', () => {
  const runs = [
    run(CLAUDE, 'a', 1),
    { ...run(CLAUDE, 'b', 2), isRunning: false },
    { ...run(CLAUDE, 'c', 3), agent: null },
  ];
  const view = {
    ...{ agents: [], policy: ALLOW_ALL, now: [], questions: [], proposals: [], changes: [] },
    runs,
    follows: false,
  };
  expect(runningMarks(view)).toEqual([{ cellId: 'a', agent: CLAUDE, kind: 'running' }]);
});
