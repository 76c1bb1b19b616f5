import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ALLOW_ALL, needsQuestion } from '../../../src/policy/policy.ts';
import { Questions } from '../../../src/policy/questions.ts';
import { CLAUDE, CODEX } from '../../support/agents.ts';

describe('calls that wait for a yes', () => {
  let questions: Questions;
  const never = new AbortController().signal;
  beforeEach(() => {
    vi.useFakeTimers({ now: 5 });
    questions = new Questions();
  });
  afterEach(() => vi.useRealTimers());
  const ask = (agent = CLAUDE, signal = never, withinMs?: number) =>
    questions.ask({ agent, wish: 'wants', cells: [] }, signal, withinMs);

  it.each(['once', 'session', 'deny'] as const)('get the answer of the user: %s', async (answer) => {
    let told = 0;
    const stop = questions.onChange(() => {
      told += 1;
    });
    const asked = ask();
    expect(questions.open).toEqual([
      { id: 'question-1', agent: CLAUDE, wish: 'wants', cells: [], askedAt: 5 },
    ]);
    questions.answer('question-1', answer);
    expect(await asked).toBe(answer);
    questions.answer('question-1', 'once');
    expect([questions.open, told]).toEqual([[], 2]);
    stop();
    void ask();
    expect(told).toBe(2);
  });

  it.each([
    ['', undefined, 50_000],
    [', also by people who have time', 600_000, 600_000],
  ])('are not answered for ever%s', async (_by, withinMs, untilMs) => {
    const asked = ask(CLAUDE, never, withinMs);
    await vi.advanceTimersByTimeAsync(untilMs - 1);
    expect(questions.open).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(await asked).toBe('unanswered');
    expect(questions.open).toEqual([]);
  });

  it('are withdrawn with the call, with the agent, or all', async () => {
    const cancel = new AbortController();
    const [first, second, third] = [ask(CLAUDE, cancel.signal), ask(CODEX), ask()];
    cancel.abort();
    expect(await first).toBe('withdrawn');
    questions.withdraw('codex');
    expect(await second).toBe('withdrawn');
    questions.withdraw();
    expect(await third).toBe('withdrawn');
    expect(await ask(CLAUDE, cancel.signal)).toBe('withdrawn');
  });
});

describe('which calls wait', () => {
  const of = (edit: 'allow' | 'ask' | 'deny' | 'propose') => ({
    ...ALLOW_ALL,
    verdicts: { ...ALLOW_ALL.verdicts, edit },
  });
  it.each([
    ['allow', 'delete_cell', 'destroys', false],
    ['ask', 'delete_cell', 'destroys', true],
    ['ask', 'update_cell', 'sets', true],
    ['ask', 'propose_edit', 'proposes', false],
    ['ask', 'get_cells', 'reads', false],
    ['ask', 'interrupt_execution', 'stops', false],
    ['propose', 'update_cell', 'sets', false],
    ['propose', 'edit_cell', 'edits', false],
    ['propose', 'move_cell', 'sets', true],
    ['propose', 'delete_cell', 'destroys', true],
    ['deny', 'delete_cell', 'destroys', false],
  ] as const)('%s: %s', (verdict, name, effect, waits) => {
    expect(needsQuestion(of(verdict), { name, effect })).toBe(waits);
  });
});
