import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Journal } from '../../../src/journal/journal.ts';
import { CLAUDE } from '../../support/agents.ts';

const CALL = { name: 'get_cells', effect: 'reads', subject: 'a' } as const;
const BOUND = 10_000;

describe('what agents did', () => {
  let journal: Journal;
  let told: number;

  beforeEach(() => {
    vi.useFakeTimers({ now: 1_000 });
    journal = new Journal();
    told = 0;
    journal.onChange(() => {
      told += 1;
    });
  });
  afterEach(() => vi.useRealTimers());

  const numbers = (): number[] => journal.entries.map(({ number }) => number);
  const begin = (count: number) => Array.from({ length: count }, () => journal.begin(CALL));

  it('is nothing at first', () => {
    expect(journal.entries).toEqual([]);
    expect(told).toBe(0);
  });

  it.each(['ok', 'timeout'] as const)('is written down when it begins, and how it ended: %s', (outcome) => {
    const end = journal.begin({ name: 'run_code_cell', effect: 'runs', subject: null });
    const what = { name: 'run_code_cell', effect: 'runs', subject: null, place: null };
    const entry = { number: 1, agent: null, ...what, startedAt: 1_000, error: null, note: null };
    expect(journal.entries).toEqual([{ ...entry, durationMs: null, outcome: 'running' }]);
    vi.setSystemTime(3_500);
    end(outcome);
    expect(journal.entries).toEqual([{ ...entry, durationMs: 2_500, outcome }]);
  });

  it('says who did it, and why it failed', () => {
    journal.begin({ ...CALL, agent: CLAUDE })('conflict', { error: 'It was changed.' });
    expect(journal.entries).toMatchObject([{ agent: CLAUDE, outcome: 'conflict', error: 'It was changed.' }]);
  });

  it('says how what it began ended, if that was not well', () => {
    const note = (effect: 'runs' | 'reads', data: unknown): string | null | undefined => {
      journal.begin({ ...CALL, effect })('ok', { result: { data } });
      return journal.entries.at(-1)?.note;
    };
    expect(note('runs', { status: 'error' })).toBe('error');
    expect(note('runs', { status: 'ok' })).toBeNull();
    expect(note('runs', {})).toBeNull();
    expect(note('reads', { status: 'error' })).toBeNull();
  });

  it('says where the cell stands: from the beginning, from where it was added, or as far as it is known then', () => {
    const placed = (call: { effect: 'adds' | 'runs'; place?: number }, news: object): unknown => {
      journal.begin({ ...CALL, ...call })('ok', news);
      return journal.entries.at(-1)?.place;
    };
    expect(placed({ effect: 'runs', place: 2 }, { place: 5 })).toBe(2);
    expect(placed({ effect: 'runs' }, { place: 5 })).toBe(5);
    expect(placed({ effect: 'adds' }, { result: { data: { cellIndex: 3 } } })).toBe(4);
    expect(placed({ effect: 'runs' }, { result: { data: { cellIndex: 3 } } })).toBeNull();
  });

  it('says that it waits for the user, as long as it does', () => {
    const end = journal.begin(CALL);
    const stands = (): unknown => journal.entries.map(({ outcome, note }) => [outcome, note]);
    end.waits(true);
    expect(stands()).toEqual([['running', 'waits']]);
    end.waits(false);
    expect(stands()).toEqual([['running', null]]);
    end.waits(true);
    end('denied');
    expect(stands()).toEqual([['denied', null]]);
    expect(journal.underWay).toEqual([]);
  });

  it('keeps arguments and the head of the result aside, for the latest calls', () => {
    const end = journal.begin({ ...CALL, args: { code: 'secret = 1' } });
    expect(JSON.stringify(journal.entries)).not.toContain('secret');
    expect(journal.details(1)).toEqual({ args: '{"code":"secret = 1"}', result: '' });
    end('ok', { result: { data: { text: 'x'.repeat(10_000), cells: Array.from({ length: 30 }, () => 1) } } });
    const result = journal.details(1)?.result ?? '';
    expect(result.length).toBeLessThan(4_200);
    expect(result).toContain('xxx…');
    journal.begin(CALL)('ok', { result: { cells: Array.from({ length: 30 }, () => 1) } });
    expect(journal.details(2)).toEqual({ args: '', result: `{"cells":[${'1,'.repeat(20)}"… 10 more"]}` });
    begin(499);
    expect([journal.details(1), journal.details(2)?.args]).toEqual([null, '']);
    expect(journal.details(999)).toBeNull();
  });

  it('says what is under way, and gives earlier entries piece by piece', () => {
    const ends = begin(5);
    for (const number of [0, 1, 3]) ends[number]?.('ok');
    expect(journal.underWay.map(({ number }) => number)).toEqual([3, 5]);
    const earlier = (number: number, count: number) =>
      journal.before(number, count).map((entry) => entry.number);
    expect(earlier(5, 2)).toEqual([4, 3]);
    expect(earlier(3, 9)).toEqual([2, 1]);
    expect(earlier(1, 9)).toEqual([]);
    expect(earlier(99, 1)).toEqual([5]);
  });

  it('stays in the order in which it began', () => {
    const [first, second] = begin(2);
    second?.('ok');
    first?.('denied');
    expect(journal.entries.map(({ number, outcome }) => [number, outcome])).toEqual([
      [1, 'denied'],
      [2, 'ok'],
    ]);
  });

  it('is bounded: the oldest goes', () => {
    begin(BOUND);
    expect(numbers()).toHaveLength(BOUND);
    expect(numbers()[0]).toBe(1);
    begin(2);
    expect(numbers()).toHaveLength(BOUND);
    expect([numbers()[0], numbers().at(-1)]).toEqual([3, BOUND + 2]);
  });

  it('does not come back when it ends after it has gone', () => {
    const [oldest, next] = begin(BOUND + 1);
    oldest?.('ok');
    expect([numbers()[0], numbers().length]).toEqual([2, BOUND]);
    expect(journal.entries.every(({ outcome }) => outcome === 'running')).toBe(true);
    next?.('ok');
    expect(journal.entries[0]).toMatchObject({ number: 2, outcome: 'ok' });
  });

  it('is told to all who listen, with every beginning and every end, until they stop', () => {
    let second = 0;
    const stop = journal.onChange(() => {
      second += 1;
    });
    const end = journal.begin(CALL);
    expect([told, second]).toEqual([1, 1]);
    end('ok');
    expect([told, second]).toEqual([2, 2]);
    stop();
    journal.begin(CALL);
    expect([told, second]).toEqual([3, 2]);
  });

  it('is told once it is written down', () => {
    const seen: unknown[] = [];
    journal.onChange(() => seen.push(journal.entries.map(({ outcome }) => outcome)));
    journal.begin(CALL)('conflict');
    expect(seen).toEqual([['running'], ['conflict']]);
  });
});
