import { describe, expect, it } from 'vitest';
import { boundText, leftOutBy } from '../../../src/outputs/bound-text.ts';
import { shapeJson } from '../../../src/outputs/json-value.ts';
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
    const shares = shareBudget([5_000, 50_000, 50_000], 20_000);
    expect(shares[0]).toBe(5_000);
    expect(shares[1]).toBeGreaterThan(shares[2] ?? 0);
    expect(shares[2]).toBeGreaterThan(1_500);
  });
});

describe('boundText', () => {
  it('keeps head and tail and counts the rest', () => {
    const bounded = boundText(`${'a'.repeat(500)}${'z'.repeat(500)}`, 100);
    expect(bounded).toBe(`${'a'.repeat(40)}\n[… 900 characters left out …]\n${'z'.repeat(60)}`);
    expect(leftOutBy('x'.repeat(1_000), 100)).toBe(900);
  });

  it('only counts when there is next to no room', () => {
    expect(boundText('x'.repeat(1_234), 10)).toBe('[… 1,234 characters left out …]');
    expect(leftOutBy('x'.repeat(1_234), 10)).toBe(1_234);
  });

  it('never cuts a character in two', () => {
    for (let limit = 40; limit < 60; limit++) {
      expect(() => encodeURIComponent(boundText('😀'.repeat(200), limit))).not.toThrow();
    }
  });
});

describe('shapeJson', () => {
  it('keeps what is small as it is', () => {
    expect(shapeJson({ a: [1, null, 'x'] })).toEqual({ a: [1, null, 'x'] });
    expect(shapeJson(null)).toBeNull();
  });

  it('describes what is large', () => {
    const figure = { data: [{ y: Array(5_000).fill(1) }], layout: {} };
    expect(shapeJson(figure)).toMatch(/^\[10,\d{3} characters of JSON: top-level keys data, layout\]$/);
    expect(shapeJson(Array(9_000).fill(1))).toContain('a list of 9,000');
    expect(shapeJson(JSON.stringify(figure))).toContain('top-level keys data, layout');
  });

  it('holds no base64, and never throws', () => {
    const shaped = shapeJson({ y: { dtype: 'f8', bdata: 'A'.repeat(400) } });
    expect(shaped).toEqual({ y: { dtype: 'f8', bdata: '[1 kB of base64]' } });
    const ring: Record<string, unknown> = {};
    ring.self = ring;
    expect(shapeJson(ring)).toBe('[JSON that cannot be shown]');
    expect(shapeJson(12n)).toBe('[JSON that cannot be shown]');
    expect(shapeJson(undefined)).toBeNull();
  });
});
