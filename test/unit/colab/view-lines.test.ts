import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wrapLines } from '../../../playground/app/view/wrap-lines.ts';
import { type DrawnEditor, joinLines } from '../../../src/colab/surface/view-lines.ts';

const HEIGHT = 19;

/** As an editor draws it, all of it in view. */
function draw(source: string, columns: number, isNumbered = true): DrawnEditor {
  const lines = wrapLines(source, columns).map(({ text, number, indent }, at) => ({
    top: at * HEIGHT,
    text: ' '.repeat(indent) + text,
    number: isNumbered ? number : null,
    indent,
  }));
  const height = lines.length * HEIGHT;
  return {
    lines,
    lineHeight: HEIGHT,
    textHeight: height,
    shownHeight: height,
    columns,
    hasFolded: false,
  };
}

const line = fc.string({ unit: fc.constantFrom(' ', 'a', 'ü', '日', '(', '#', '"') });
const source = fc.array(line, { minLength: 1 }).map((lines) => lines.join('\n'));

describe('lines as an editor draws them', () => {
  it('join to the text, wherever they were wrapped and in whatever order they stand', () => {
    fc.assert(
      fc.property(source, fc.integer({ min: 4, max: 60 }), fc.nat(), (text, columns, turn) => {
        const { lines, ...rest } = draw(text, columns);
        const at = turn % lines.length;
        const turned = [...lines.slice(at), ...lines.slice(0, at)];
        expect(joinLines({ ...rest, lines: turned })).toEqual({ text, isWhole: true });
      }),
    );
  });

  it('never pass for the whole text where some are missing', () => {
    fc.assert(
      fc.property(source, fc.nat(), (text, turn) => {
        const drawn = draw(text, 1000);
        fc.pre(drawn.lines.length > 1);
        const at = turn % drawn.lines.length;
        const lines = drawn.lines.filter((_, index) => index !== at);
        // An editor that is shorter than its text draws only what is in view.
        expect(joinLines({ ...drawn, lines, shownHeight: HEIGHT }).isWhole).toBe(false);
      }),
    );
  });

  it('without numbers are whole only if none may have been wrapped', () => {
    fc.assert(
      fc.property(source, fc.integer({ min: 4, max: 60 }), (text, columns) => {
        const joined = joinLines(draw(text, columns, false));
        if (joined.isWhole) expect(joined.text).toBe(text);
      }),
    );
    expect(joinLines(draw('a = 1\nb = 2', 80, false)).isWhole).toBe(true);
  });

  it('are not the whole text where some are folded away', () => {
    expect(joinLines({ ...draw('a\nb', 80), hasFolded: true }).isWhole).toBe(false);
  });
});
