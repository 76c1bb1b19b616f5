import { describe, expect, it } from 'vitest';
import { boundText, leftOutBy } from '../../../src/outputs/bound-text.ts';
import { shareBudget } from '../../../src/outputs/share-budget.ts';

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);

describe('shareBudget', () => {
  it('gives everything when everything fits', () => {
    expect(shareBudget([3, 4, 5], 12)).toEqual([3, 4, 5]);
    expect(shareBudget([], 10)).toEqual([]);
  });

  it('never gives more than the budget, nor more than a text has, and wastes next to nothing', () => {
    for (const lengths of [[1], [50_000, 1], [1, 50_000], Array(500).fill(1_000), [0, 9, 0, 99_999, 7]]) {
      for (const budget of [0, 1, 7, 100, 1_000, 20_000]) {
        const shares = shareBudget(lengths, budget);
        expect(sum(shares)).toBeLessThanOrEqual(budget);
        expect(shares.every((share, at) => share >= 0 && share <= (lengths[at] ?? 0))).toBe(true);
        expect(sum(shares)).toBeGreaterThanOrEqual(Math.min(sum(lengths), budget));
      }
    }
  });

  it('keeps the most important best, and something of all', () => {
    // A quarter is spread evenly, then each takes half of what is left, then what remains.
    expect(shareBudget([1_000, 1_000], 400)).toEqual([50 + 150 + 75, 50 + 75]);
    expect(shareBudget([1_000, 1_000, 1_000], 1_200)).toEqual([100 + 450 + 113, 100 + 225, 100 + 112]);
    expect(shareBudget([5_000, 50_000, 50_000], 20_000)).toEqual([5_000, 1_666 + 5_834 + 2_917, 4_583]);
  });

  it('leaves what short texts do not need to the long ones', () => {
    expect(shareBudget([1_000, 10, 0], 400)).toEqual([390, 10, 0]);
    expect(shareBudget([10, 0, 1_000], 400)).toEqual([10, 0, 390]);
  });
});

describe('boundText', () => {
  it('leaves a text that fits as it is', () => {
    expect(boundText('x'.repeat(100), 100)).toBe('x'.repeat(100));
    expect(boundText('short', 10)).toBe('short');
    expect(boundText('x'.repeat(20_000))).toBe('x'.repeat(20_000));
    expect(leftOutBy('x'.repeat(100), 100)).toBe(0);
    expect(leftOutBy('x'.repeat(10), 10)).toBe(0);
  });

  it('keeps head and tail and counts the rest', () => {
    const text = `${'a'.repeat(500)}${'z'.repeat(500)}`;
    const shown = (head: number, tail: number) =>
      `${'a'.repeat(head)}\n[… ${1_000 - head - tail} characters left out …]\n${'z'.repeat(tail)}`;
    expect(boundText(text, 100)).toBe(shown(40, 60));
    expect(boundText(text, 99)).toBe(shown(39, 60));
    expect(boundText(text, 40)).toBe(shown(16, 24));
    expect(leftOutBy(text, 100)).toBe(900);
    expect(leftOutBy(text, 40)).toBe(960);
  });

  it('shows 20,000 characters unless told otherwise', () => {
    expect(boundText('x'.repeat(20_001))).toBe(
      `${'x'.repeat(8_000)}\n[… 1 characters left out …]\n${'x'.repeat(12_000)}`,
    );
  });

  it('only counts when there is next to no room', () => {
    for (const limit of [0, 10, 39]) {
      expect(boundText('x'.repeat(1_234), limit)).toBe('[… 1,234 characters left out …]');
      expect(leftOutBy('x'.repeat(1_234), limit)).toBe(1_234);
    }
  });

  it('counts what was left out before it', () => {
    expect(boundText('x'.repeat(1_000), 100, 5_000)).toContain('\n[… 5,900 characters left out …]\n');
    expect(boundText('x'.repeat(1_000), 10, 5_000)).toBe('[… 6,000 characters left out …]');
  });

  it('never cuts a character in two that stands among others', () => {
    for (let limit = 40; limit < 60; limit++) {
      expect(() => encodeURIComponent(boundText('x😀'.repeat(200), limit))).not.toThrow();
    }
  });

  // The first and the last characters that are written as pairs, and their neighbours that are not.
  it.each(['\u{10000}', '😀', '\u{10ffff}', '\ud7ff', '\ue000'])(
    'never cuts a character in two, and counts what it left out: %s',
    (character) => {
      const text = character.repeat(200);
      for (let limit = 40; limit < 60; limit++) {
        const [head = '', note, tail = '', ...more] = boundText(text, limit).split('\n');
        expect(head + tail).toBe(character.repeat((head + tail).length / character.length));
        expect(head.length - Math.floor(limit * 0.4)).toBeOneOf(character.length > 1 ? [0, 1] : [0]);
        expect(more).toEqual([]);
        const leftOut = text.length - head.length - tail.length;
        expect(note).toBe(`[… ${leftOut} characters left out …]`);
        expect(leftOutBy(text, limit)).toBe(leftOut);
      }
    },
  );
});
