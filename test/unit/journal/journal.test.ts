import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Journal } from '../../../src/journal/journal.ts';

const CALL = { name: 'get_cells', effect: 'reads', subject: 'a' } as const;
const BOUND = 500;

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
    const entry = { number: 1, name: 'run_code_cell', effect: 'runs', subject: null, startedAt: 1_000 };
    expect(journal.entries).toEqual([{ ...entry, durationMs: null, outcome: 'running' }]);
    vi.setSystemTime(3_500);
    end(outcome);
    expect(journal.entries).toEqual([{ ...entry, durationMs: 2_500, outcome }]);
  });

  it('keeps neither arguments nor anything else of the call', () => {
    const call = { ...CALL, source: 'secret = 1' };
    journal.begin(call)('ok');
    expect(JSON.stringify(journal.entries)).not.toContain('secret');
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
