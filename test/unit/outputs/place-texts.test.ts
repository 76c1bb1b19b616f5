import { describe, expect, it } from 'vitest';
import { fitTexts, shareBudget } from '../../../src/outputs/fit-texts.ts';
import type { ParsedOutput, TextSlot } from '../../../src/outputs/parse-output.ts';

type Given = Omit<TextSlot, 'place'>;

/** Outputs with the texts given, in place within the budget: how each text is shown, and what is missing. */
function place(maxChars: number, ...outputs: Array<{ type?: string; texts: Given[] }>) {
  const parsed = outputs.map(({ type = 'stream', texts }) => {
    const shown: Array<{ text: string; isWhole: boolean }> = [];
    const output: ParsedOutput = {
      shaped: { output_type: type },
      texts: texts.map((slot, at) => ({
        ...slot,
        place: (text, isWhole) => {
          shown[at] = { text, isWhole };
        },
      })),
      pictures: [],
      asLines: false,
    };
    return { output, shown };
  });
  fitTexts(
    parsed.map(({ output }) => output),
    maxChars,
  );
  return parsed.map(({ output, shown }) => ({ shown, omitted: output.shaped.omitted }));
}

const long = (chars = 1_000): Given => ({ text: 'x'.repeat(chars) });
const missing = (placed: ReturnType<typeof place>) => placed.map(({ omitted }) => omitted);

describe('fitTexts', () => {
  it('shows what fits as it is, and says nothing of it', () => {
    expect(place(10, { texts: [{ text: 'hello' }, { text: 'world' }] }, { texts: [] })).toEqual([
      {
        shown: [
          { text: 'hello', isWhole: true },
          { text: 'world', isWhole: true },
        ],
        omitted: undefined,
      },
      { shown: [], omitted: undefined },
    ]);
  });

  it('gives errors the most room, then the last output', () => {
    const stream = { texts: [long()] };
    const error = { type: 'error', texts: [long()] };
    const shares = [663, 325, 212].map((kept) => ({ chars: 1_000 - kept, totalChars: 1_000 }));
    const [most, less, least] = shares;
    expect(missing(place(1_200, stream, stream, stream))).toEqual([least, less, most]);
    expect(missing(place(1_200, error, stream, stream))).toEqual([most, least, less]);
    expect(missing(place(1_200, stream, error, stream))).toEqual([least, most, less]);
    expect(missing(place(1_200, error, stream, error))).toEqual([less, least, most]);
  });

  it('counts what is missing of all texts of an output', () => {
    const [error] = place(400, { type: 'error', texts: [{ text: 'short' }, long(), long()] });
    expect(error?.omitted).toEqual({ chars: 2_005 - 400, totalChars: 2_005 });
    expect(error?.shown.map(({ isWhole }) => isWhole)).toEqual([true, false, false]);
    const notes = error?.shown.map(({ text }) => Number(/… (\d+) characters/.exec(text)?.[1] ?? 0)) ?? [];
    expect(notes[1]).toBeGreaterThan(0);
    expect((notes[1] ?? 0) + (notes[2] ?? 0)).toBe(2_005 - 400);
  });

  it('counts what was left out before, where it was', () => {
    const text = 'head tail';
    expect(place(100, { texts: [{ text, skipped: { at: 5, chars: 7_000 } }] })).toEqual([
      {
        shown: [{ text: 'head \n[… 7,000 characters left out …]\ntail', isWhole: false }],
        omitted: { chars: 7_000, totalChars: 7_009 },
      },
    ]);
  });

  it('counts what was left out before together with what has no room now', () => {
    const slot = { ...long(), skipped: { at: 500, chars: 7_000 } };
    expect(place(100, { texts: [slot] })).toEqual([
      {
        shown: [
          { text: `${'x'.repeat(40)}\n[… 7,900 characters left out …]\n${'x'.repeat(60)}`, isWhole: false },
        ],
        omitted: { chars: 7_900, totalChars: 8_000 },
      },
    ]);
    expect(place(10, { texts: [slot] })).toEqual([
      {
        shown: [{ text: '[… 8,000 characters left out …]', isWhole: false }],
        omitted: { chars: 8_000, totalChars: 8_000 },
      },
    ]);
  });

  it('never shows a part of what is shown whole or not at all', () => {
    const json = { text: JSON.stringify(['a'.repeat(100)]), isAllOrNothing: true };
    expect(place(104, { texts: [json] })).toEqual([
      { shown: [{ text: json.text, isWhole: true }], omitted: undefined },
    ]);
    expect(place(103, { texts: [json] })).toEqual([
      { shown: [{ text: json.text, isWhole: false }], omitted: { chars: 104, totalChars: 104 } },
    ]);
  });
});

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
