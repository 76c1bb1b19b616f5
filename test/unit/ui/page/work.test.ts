import { describe, expect, it } from 'vitest';
import { ALLOW_ALL } from '../../../../src/policy/policy.ts';
import type { ToolEffect } from '../../../../src/tools/tool.ts';
import { CalmWork } from '../../../../src/ui/page/calm-work.ts';
import type { Work } from '../../../../src/ui/page/work.ts';
import { clockWords, workOf } from '../../../../src/ui/page/work.ts';
import type { NotebookView } from '../../../../src/wire/notebook-view.ts';
import { CLAUDE, CURSOR, call, proposal, question, run } from '../../../support/page/samples.ts';

const view = (news: Partial<NotebookView> = {}): NotebookView => ({
  ...{ agents: [CLAUDE], policy: ALLOW_ALL, now: [], runs: [], questions: [], proposals: [], changes: [] },
  follows: false,
  ...news,
});
const placeOf = (cellId: string): number | null => (cellId === 'c' ? 3 : null);
const words = (news: Partial<NotebookView>): string[] =>
  workOf(view(news), placeOf).map((work) => `${work.agent.name}: ${work.words}`);

describe('what an agent does, in words', () => {
  it.each<[ToolEffect, string | null, string]>([
    ['reads', 'c', 'reading'],
    ['adds', null, 'adding a cell'],
    ['sets', 'c', 'editing cell 3'],
    ['edits', 'unknown', 'editing a cell'],
    ['destroys', 'c', 'deleting cell 3'],
    ['runs', 'c', 'running cell 3'],
    ['stops', null, 'stopping what runs'],
    ['connects', null, 'connecting'],
  ])('%s %s', (effect, subject, said) => {
    expect(words({ now: [call(CLAUDE, effect, subject)] })).toEqual([`Claude Code: ${said}`]);
  });

  it('is the newest of its calls, and nobody else’s', () => {
    const now = [
      call(CLAUDE, 'reads', null, 1),
      call(CLAUDE, 'edits', 'c', 2),
      call(CURSOR, 'adds', null, 3),
    ];
    expect(words({ agents: [CLAUDE, CURSOR], now })).toEqual([
      'Claude Code: editing cell 3',
      'Cursor: adding a cell',
    ]);
  });

  it('is of the only agent where a call names none', () => {
    const now = [{ ...call(CLAUDE, 'reads', null), agent: null }];
    expect(words({ now })).toEqual(['Claude Code: reading']);
    expect(words({ now, agents: [CLAUDE, CURSOR] })).toEqual(['Claude Code: connected', 'Cursor: connected']);
  });

  it('is first of all what the user has to know: a question, a run, a pause, a proposal, a wait', () => {
    const all = {
      questions: [question(CLAUDE)],
      runs: [run(CLAUDE, 'c', 7)],
      policy: { ...ALLOW_ALL, paused: true },
      proposals: [proposal(CLAUDE, 'c')],
      now: [call(CLAUDE, 'runs', 'c')],
    };
    expect(words(all)).toEqual(['Claude Code: waiting for your answer']);
    expect(words({ ...all, questions: [] })).toEqual(['Claude Code: running cell 7']);
    const asking = { ...run(CLAUDE, 'c', 7), isWaitingForInput: true };
    expect(words({ ...all, questions: [], runs: [asking] })).toEqual(['Claude Code: waiting for your input']);
    expect(words({ ...all, questions: [], runs: [] })).toEqual(['Claude Code: paused']);
    const waiting = { ...run(CLAUDE, 'c', 7), isRunning: false };
    const rest = { ...all, questions: [], policy: ALLOW_ALL, runs: [waiting] };
    expect(words(rest)).toEqual(['Claude Code: proposes a change']);
    expect(words({ ...rest, proposals: [] })).toEqual(['Claude Code: waiting to run cell 7']);
  });

  it('has a clock while a cell of its runs; the user’s own runs are the user’s', () => {
    const mine = run(CLAUDE, 'c', 7);
    expect(workOf(view({ runs: [mine] }), placeOf)[0]?.since).toBe(mine.startedAt);
    expect(words({ runs: [{ ...mine, agent: null }] })).toEqual(['Claude Code: connected']);
  });

  it('is told of one that has gone and left something behind', () => {
    expect(words({ agents: [], runs: [run(CURSOR, 'c', 3)] })).toEqual(['Cursor: running cell 3']);
    expect(words({ agents: [] })).toEqual([]);
  });
});

describe('the clock', () => {
  it.each([
    [-5, '0:00'],
    [42_999, '0:42'],
    [725_000, '12:05'],
    [3_723_000, '1:02:03'],
  ])('%d ms', (ms, said) => {
    expect(clockWords(ms)).toBe(said);
  });
});

describe('what passes quickly', () => {
  const idle: Work = { agent: CLAUDE, words: 'connected', since: null, isIdle: true };
  const doing = (said: string): Work => ({ agent: CLAUDE, words: said, since: null, isIdle: false });

  it('is shown for a moment longer, and then no more', () => {
    const calm = new CalmWork();
    calm.settle([doing('reading')], 1_000);
    expect(calm.settle([idle], 1_200)).toEqual({ works: [doing('reading')], againIn: 1_000 });
    expect(calm.settle([idle], 2_200)).toEqual({ works: [idle], againIn: null });
  });

  it('gives way at once to something else', () => {
    const calm = new CalmWork();
    calm.settle([doing('reading')], 1_000);
    expect(calm.settle([doing('editing cell 3')], 1_001).works).toEqual([doing('editing cell 3')]);
  });

  it.each(['waiting for your answer', 'paused', 'proposes a change'])(
    'is not what the user has ended: %s',
    (said) => {
      const calm = new CalmWork();
      calm.settle([doing(said)], 1_000);
      expect(calm.settle([idle], 1_001)).toEqual({ works: [idle], againIn: null });
    },
  );
});
