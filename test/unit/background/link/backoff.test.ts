import { describe, expect, it } from 'vitest';
import { backoffMs } from '../../../../background/link/backoff.ts';

const least = (): number => 0;
const most = (): number => 1;

describe('the pause before the next dial', () => {
  it.each([
    { attempt: 0, busy: false, from: 188, to: 250 },
    { attempt: 1, busy: false, from: 375, to: 500 },
    { attempt: 3, busy: false, from: 1_500, to: 2_000 },
    { attempt: 7, busy: false, from: 1_500, to: 2_000 },
    { attempt: 5_000, busy: false, from: 1_500, to: 2_000 },
    { attempt: 0, busy: true, from: 3_750, to: 5_000 },
    { attempt: 1, busy: true, from: 7_500, to: 10_000 },
    { attempt: 9, busy: true, from: 22_500, to: 30_000 },
  ])('attempt $attempt, busy: $busy', ({ attempt, busy, from, to }) => {
    expect(backoffMs(attempt, busy, least)).toBe(from);
    expect(backoffMs(attempt, busy, most)).toBe(to);
  });

  it('differs from tab to tab', () => {
    const pauses = Array.from({ length: 50 }, () => backoffMs(5, false));
    expect(new Set(pauses).size).toBeGreaterThan(1);
  });
});
