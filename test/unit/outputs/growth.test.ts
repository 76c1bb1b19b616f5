import { describe, expect, it } from 'vitest';
import { htmlToText } from '../../../src/outputs/html-to-text.ts';
import { resolveOverwrites } from '../../../src/outputs/terminal-text.ts';

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
function expectLinearTime(
  make: (size: number) => string,
  size: number,
  read: (text: string) => unknown,
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
    if (round > 1 && growth() < MOST_GROWTH) return;
  }
  expect(growth()).toBeLessThan(MOST_GROWTH);
}

function timeOf(work: () => void): number {
  const started = performance.now();
  work();
  return performance.now() - started;
}

describe('the time grows with the length only', () => {
  it.each([
    ['rows', (size: number) => `<table>${'<tr><td>1<td>2'.repeat(size)}`],
    ['one wide row', (size: number) => `<table><tr>${'<td>cell'.repeat(8 * size)}`],
    ['open brackets', (size: number) => '<'.repeat(4 * size)],
    ['tags that never end', (size: number) => '<p a="'.repeat(4 * size)],
    ['comments that never end', (size: number) => '<!--'.repeat(4 * size)],
    ['white space', (size: number) => `<p>${' '.repeat(8 * size)}x`.repeat(2)],
  ])(
    'of htmlToText: %s',
    (_name, make) => {
      expectLinearTime(make, 4_000, htmlToText);
    },
    60_000,
  );

  const bar = (count: number) =>
    Array.from({ length: count }, (_, at) => `${at}/${count} ${'#'.repeat(90)}`).join('\r');

  it.each([
    ['updates of one line', (size: number) => bar(size)],
    ['small updates of a long line', (size: number) => 'x'.repeat(40 * size) + '\rab'.repeat(20 * size)],
    ['wiped lines', (size: number) => 'x'.repeat(20 * size) + '\x1b[2K\rab'.repeat(10 * size)],
    ['many short lines', (size: number) => '1\r2\n'.repeat(20 * size)],
    ['escapes that never end', (size: number) => `${'\x1b[1'.repeat(10 * size)}\r`],
  ])(
    'of resolveOverwrites: %s',
    (_name, make) => {
      expectLinearTime(make, 1_600, resolveOverwrites);
    },
    60_000,
  );
});
