import { describe, expect, it } from 'vitest';
import type { Output } from '../../../src/notebook/cell.ts';
import { htmlToText } from '../../../src/outputs/html-to-text.ts';
import { parseOutput } from '../../../src/outputs/parse-output.ts';
import { shapeJson } from '../../../src/outputs/shape-json.ts';
import { resolveOverwrites } from '../../../src/outputs/terminal-text.ts';
import { userFramesFirst } from '../../../src/outputs/traceback.ts';
import { expectLinearTime } from '../../support/linear-time.ts';

describe('the time grows with the length only', () => {
  it.each([
    ['rows', (size: number) => `<table>${'<tr><td>1<td>2'.repeat(size)}`],
    ['one wide row', (size: number) => `<table><tr>${'<td>cell'.repeat(8 * size)}`],
    ['open brackets', (size: number) => '<'.repeat(4 * size)],
    ['tags that never end', (size: number) => '<p a="'.repeat(4 * size)],
    ['comments that never end', (size: number) => '<!--'.repeat(4 * size)],
    ['white space', (size: number) => `<p>${' '.repeat(8 * size)}x`.repeat(2)],
    ['cells over many columns', (size: number) => `<table><tr>${'<td colspan="20">a'.repeat(size)}`],
    [
      'cells over many rows',
      (size: number) => `<table><tr>${'<td rowspan="9999">a'.repeat(size)}${'<tr><td>b'.repeat(size)}`,
    ],
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

  // Lines that could go on with a frame, and are no heading after all.
  const noHeading = (line: string) => (size: number) =>
    ['Cell In[1], line 1', ...Array(4).fill(`...${line.repeat(size)}\u2028`)].join('\n');

  it.each([
    ['places', noHeading(' in x')],
    ['line numbers', noHeading(':1, in ')],
    ['rules', (size: number) => '-'.repeat(20 * size)],
  ])(
    'of a traceback: %s',
    (_name, make) => {
      expectLinearTime(make, 320, (text) => {
        for (let times = 0; times < 20; times++) userFramesFirst(text.split('\n'));
      });
    },
    60_000,
  );
});

/** So many characters of something that is read slowly take no longer than ten times fewer of them. */
function expectBoundedTime(make: (chars: number) => string, read: (text: string) => unknown): void {
  // Put together beforehand: a text of many parts is joined when it is first looked at.
  const texts = [make(5_000_000), make(50_000_000)].map((text) => JSON.parse(JSON.stringify(text)));
  const times = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let round = 0; round < 4; round++) {
    for (const [at, text] of texts.entries()) {
      const started = performance.now();
      read(text);
      times[at] = Math.min(times[at] ?? 0, performance.now() - started);
    }
    if (round > 0 && (times[1] ?? 0) < 5 * (times[0] ?? 0)) return;
  }
  expect((times[1] ?? 0) / (times[0] ?? 1)).toBeLessThan(5);
}

describe('the time has an end', () => {
  const html = (text: string): Output => ({ output_type: 'display_data', data: { 'text/html': text } });

  it.each([
    ['rows', '<tr><td>1</td>'],
    ['values of attributes', `<a ${'=""'.repeat(5_000)}>`],
    ['entities', '&toString;&constructor;&__proto__;'],
    ['tags that never end', '<a ="'],
  ])(
    'of 50 MB of HTML: %s',
    (_name, part) => {
      expectBoundedTime(
        (chars) => part.repeat(chars / part.length),
        (text) => parseOutput(html(text)),
      );
    },
    60_000,
  );

  it('of JSON with what looks like pictures, which takes about as long as writing it out', () => {
    const value = { held: ['data:a/b;base64,'.repeat(1_000_000)] };
    const fastest = (work: () => unknown): number =>
      Math.min(
        ...[1, 2, 3].map(() => {
          const started = performance.now();
          work();
          return performance.now() - started;
        }),
      );
    const written = fastest(() => JSON.stringify(value));
    expect(fastest(() => shapeJson(value, 300)) / written).toBeLessThan(8);
  }, 60_000);
});

describe('entities that are members of every object', () => {
  it.each(['toString', 'constructor', '__proto__', 'hasOwnProperty', 'valueOf'])(
    'stay as they are: %s',
    (name) => {
      expect(htmlToText(`<p>&${name};</p>`).text).toBe(`&${name};`);
    },
  );
});
