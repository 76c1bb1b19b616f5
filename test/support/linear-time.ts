import { expect } from 'vitest';

/** One text is this many times as long as each of the others. */
const SPAN = 32;
/** Of a growth of 1, with the length, or of 32, with its square: far from both. */
const MOST_GROWTH = 6;
const MOST_ROUNDS = 6;

/**
 * Reads one long text, and as many characters in short texts: that takes equally long when the time grows with
 * the length only, and 32 times as long when it grows with its square. As both do the same work, a busy machine
 * slows both alike; they take turns and the fastest of each counts, so a pause that hits only one is left out.
 */
export function expectLinearTime(
  make: (size: number) => string,
  size: number,
  read: (text: string) => unknown,
  mostGrowth = MOST_GROWTH,
): void {
  const long = make(size);
  const short = make(size / SPAN);
  const fastest = { long: Number.POSITIVE_INFINITY, short: Number.POSITIVE_INFINITY };
  const growth = () => fastest.long / fastest.short;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    fastest.short = Math.min(
      fastest.short,
      timeOf(() => {
        for (let times = 0; times < SPAN; times++) read(short);
      }),
    );
    fastest.long = Math.min(
      fastest.long,
      timeOf(() => read(long)),
    );
    // The first rounds warm up, and one pause must not decide.
    if (round > 1 && growth() < mostGrowth) return;
  }
  expect(growth()).toBeLessThan(mostGrowth);
}

function timeOf(work: () => void): number {
  const started = performance.now();
  work();
  return performance.now() - started;
}
