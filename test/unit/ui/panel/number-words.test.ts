import { describe, expect, it } from 'vitest';
import { countOf, dayAndTime, grouped, timeOfDay } from '../../../../src/ui/panel/model/number-words.ts';

describe('numbers as people read them', () => {
  it('are grouped by thousands', () => {
    expect([0, 999, 1_000, 10_000, 1_234_567].map(grouped)).toEqual([
      ...['0', '999', '1,000', '10,000', '1,234,567'],
    ]);
    expect([countOf(1, 'call', 'calls'), countOf(2_000, 'call', 'calls')]).toEqual(['1 call', '2,000 calls']);
  });

  it('are times of the user’s day', () => {
    const at = new Date(2026, 2, 4, 3, 2, 9).getTime();
    expect([timeOfDay(at), dayAndTime(at)]).toEqual(['03:02:09', '2026-03-04 03:02:09']);
  });
});
