import { describe, expect, it } from 'vitest';
import { isJsonType, shapeJson } from '../../../src/outputs/shape-json.ts';

describe('shapeJson', () => {
  it('keeps what is small as it is', () => {
    expect(shapeJson({ a: [1, null, 'x'] })).toEqual({ a: [1, null, 'x'] });
    expect(shapeJson(null)).toBeNull();
    // With its quotes, as long as is shown unless told otherwise.
    expect(shapeJson('x '.repeat(2_499))).toBe('x '.repeat(2_499));
  });

  it.each<[string, unknown, string]>([
    [
      'an object',
      { data: ' '.repeat(5_000), layout: {} },
      '[5,023 characters of JSON: top-level keys data, layout]',
    ],
    ['a list', Array(9_000).fill(1), '[18,001 characters of JSON: a list of 9,000]'],
    [
      'an object written as text',
      JSON.stringify({ y: ' '.repeat(5_000) }),
      '[5,014 characters of JSON: top-level keys y]',
    ],
    ['a list written as text', `[${'1,'.repeat(2_999)}1]`, '[6,003 characters of JSON: a list of 3,000]'],
    ['a text', ' -'.repeat(2_500), '[5,002 characters of JSON]'],
    ['a number of many digits written as text', '1'.repeat(5_001), '[5,003 characters of JSON]'],
    ['null written as text, far apart', `null${' '.repeat(5_000)}`, '[5,006 characters of JSON]'],
  ])('describes %s that is large', (_name, value, sentence) => {
    expect(shapeJson(value)).toBe(sentence);
  });

  it('names the first keys of many, and of long ones their beginning', () => {
    const keyed = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, 1]));
    const twelve = 'k0, k1, k2, k3, k4, k5, k6, k7, k8, k9, k10, k11';
    expect(shapeJson(keyed(12), 0)).toBe(`[87 characters of JSON: top-level keys ${twelve}]`);
    expect(shapeJson(keyed(14), 0)).toBe(`[103 characters of JSON: top-level keys ${twelve} and 2 more]`);
    expect(shapeJson({ [`${'k'.repeat(40)}tail`]: 1 }, 0)).toBe(
      `[50 characters of JSON: top-level keys ${'k'.repeat(39)}…]`,
    );
  });

  it('shows what is as long as the limit, and describes what is longer', () => {
    expect(shapeJson([1, 2], 5)).toEqual([1, 2]);
    expect(shapeJson([1, 2], 4)).toBe('[5 characters of JSON: a list of 2]');
  });

  it('holds no base64', () => {
    const bdata = 'A'.repeat(204);
    expect(shapeJson({ y: { dtype: 'f8', bdata } })).toEqual({
      y: { dtype: 'f8', bdata: '[1 kB of base64]' },
    });
    // A word of that length could be one; a text that is none is to be read.
    expect(shapeJson({ y: 'A'.repeat(200) })).toEqual({ y: 'A'.repeat(200) });
    expect(shapeJson({ y: 'to read '.repeat(50) })).toEqual({ y: 'to read '.repeat(50) });
    expect(shapeJson([`see data:image/png;base64,${'A'.repeat(4_000)}!`])).toEqual([
      'see data:image/png;base64,[3 kB left out]!',
    ]);
  });

  it('looks at no more values than it could show', () => {
    let looks = 0;
    const value = { toJSON: () => void looks++ };
    const many = Array(100_000).fill(value);
    expect(shapeJson(many)).toBe('[500,001 characters of JSON: a list of 100,000]');
    // As many as characters are shown, and then all of them once more, only to count.
    expect(looks).toBe(5_000 + 100_000);
  });

  it('counts the characters that the notebook holds', () => {
    const bdata = 'A'.repeat(8_000);
    expect(shapeJson({ bdata, x: ' '.repeat(5_000) })).toBe(
      '[13,019 characters of JSON: top-level keys bdata, x]',
    );
  });

  it('never throws', () => {
    const ring: Record<string, unknown> = {};
    ring.self = ring;
    expect(shapeJson(ring)).toBe('[JSON that cannot be shown]');
    expect(shapeJson(12n)).toBe('[JSON that cannot be shown]');
    expect(shapeJson(undefined)).toBeNull();
    expect(shapeJson(undefined, 0)).toBe('[4 characters of JSON]');
  });
});

describe('isJsonType', () => {
  it.each([
    ['application/json', true],
    ['application/vnd.plotly.v1+json', true],
    ['application/geo+json', true],
    ['application/json+x', false],
    ['text/json-like', false],
    ['application/javascript', false],
  ])('%s: %s', (type, is) => {
    expect(isJsonType(type)).toBe(is);
  });
});
