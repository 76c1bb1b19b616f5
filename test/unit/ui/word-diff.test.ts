import { describe, expect, it } from 'vitest';
import { wordDiff } from '../../../src/ui/shared/word-diff.ts';

const said = (before: string, after: string): string =>
  wordDiff(before, after)
    .map(
      ({ kind, text }) =>
        ({ same: text, added: `{+${text}+}`, removed: `[-${text}-]`, gap: `<${text}>` })[kind],
    )
    .join('');

describe('the difference of two texts', () => {
  it.each([
    ['x = 1', 'x = 2', 'x = [-1-]{+2+}'],
    ['a', 'a', 'a'],
    ['', 'new', '{+new+}'],
    ['old', '', '[-old-]'],
    ['f(a, b)', 'f(a, c, b)', 'f(a, {+c, +}b)'],
    // What is in common by chance does not tear a change apart.
    ['frame = frame.dropna()', '"""Without rows."""', '[-frame = frame.dropna()-]{+"""Without rows."""+}'],
  ])('%j → %j', (before, after, difference) => {
    expect(said(before, after)).toBe(difference);
  });

  it('leaves out lines that are far from a change, and says how many', () => {
    const lines = Array.from({ length: 20 }, (_, at) => `line ${at}`);
    const changed = lines.with(10, 'other');
    expect(said(lines.join('\n'), changed.join('\n'))).toBe(
      '<8 unchanged lines>line 8\nline 9\n[-line 10-]{+other+}\nline 11\nline 12<7 unchanged lines>',
    );
  });

  it('sees a change of spaces, which is one in Python', () => {
    expect(wordDiff('  x', '    x').map(({ kind }) => kind)).toEqual(['removed', 'added', 'same']);
  });

  it('keeps both texts whole otherwise', () => {
    const [before, after] = ['a b\nc  d\n\te', 'a x\nc d\n\te f'];
    const parts = wordDiff(before, after);
    const without = (kind: string): string =>
      parts
        .filter((part) => part.kind !== kind)
        .map(({ text }) => text)
        .join('');
    expect(without('added')).toBe(before);
    expect(without('removed')).toBe(after);
  });

  it('does not take for ever: long texts that have nothing in common are one for the other, and cut', () => {
    const words = (seed: number): string =>
      Array.from({ length: 80_000 }, (_, at) => ((at * seed) % 7_919).toString(36)).join(' ');
    const started = performance.now();
    const parts = wordDiff(words(31), words(77));
    expect(performance.now() - started).toBeLessThan(2_000);
    expect(parts.at(-1)).toEqual({
      kind: 'gap',
      text: 'The rest is too long to be shown here: press Edit to see all of it.',
    });
    expect(parts.map(({ text }) => text.length).reduce((a, b) => a + b)).toBeLessThan(450_000);
  });
});
