import { describe, expect, it } from 'vitest';
import { boundText, leftOutBy } from '../../../src/outputs/bound-text.ts';

describe('boundText', () => {
  it('leaves a text that fits as it is', () => {
    expect(boundText('x'.repeat(100), 100)).toBe('x'.repeat(100));
    expect(boundText('short', 10)).toBe('short');
    expect(boundText('x'.repeat(8_000))).toBe('x'.repeat(8_000));
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

  it('shows 8,000 characters unless told otherwise', () => {
    expect(boundText('x'.repeat(8_001))).toBe(
      `${'x'.repeat(3_200)}\n[… 1 character left out …]\n${'x'.repeat(4_800)}`,
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
