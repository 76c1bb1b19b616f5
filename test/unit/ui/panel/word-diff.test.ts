import { describe, expect, it } from 'vitest';
import { wordDiff } from '../../../../src/ui/panel/model/word-diff.ts';

const lines = (count: number): string =>
  Array.from({ length: count }, (_, place) => `line ${place}`).join('\n');

describe('a difference, word by word', () => {
  it('names what goes and what comes, and keeps every character of either text', () => {
    const parts = wordDiff('lr = 0.1  # fast', 'lr = 0.01  # slow');
    const without = (kind: string): string =>
      parts
        .filter((part) => part.kind !== kind)
        .map(({ text }) => text)
        .join('');
    expect(without('added')).toBe('lr = 0.1  # fast');
    expect(without('removed')).toBe('lr = 0.01  # slow');
    expect(parts.filter(({ kind }) => kind === 'same').map(({ text }) => text)).toContain('  # ');
  });

  it('sees a change of spaces, which is one in Python', () => {
    expect(wordDiff('  x', '    x').map(({ kind }) => kind)).toEqual(['removed', 'added', 'same']);
  });

  it('leaves out long stretches that stay the same, but not what is around a change', () => {
    const before = lines(30);
    const parts = wordDiff(before, before.replace('line 15\n', 'line fifteen\n'));
    expect(parts.filter(({ kind }) => kind === 'skipped')).toHaveLength(2);
    const shown = parts.map(({ text }) => text).join('|');
    for (const near of ['line 13', 'line 14', 'line 16', 'line 17']) expect(shown).toContain(near);
    expect(shown).not.toContain('line 3\n');
    expect(wordDiff(lines(5), `${lines(5)}!`).map(({ kind }) => kind)).not.toContain('skipped');
  });

  it('is everything against everything where it would take too long', () => {
    const random = (seed: number): string =>
      Array.from({ length: 20_000 }, (_, place) => `w${(place * seed) % 9973}`).join(' ');
    const before = random(31);
    const after = random(57);
    const begun = performance.now();
    expect(wordDiff(before, after)).toEqual([
      { kind: 'removed', text: before },
      { kind: 'added', text: after },
    ]);
    expect(performance.now() - begun).toBeLessThan(2_000);
  });

  it('is nothing between two empty texts', () => {
    expect(wordDiff('', '')).toEqual([]);
    expect(wordDiff('same', 'same')).toEqual([{ kind: 'same', text: 'same' }]);
  });
});
