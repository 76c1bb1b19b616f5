import { describe, expect, it } from 'vitest';
import type { Output } from '../../../src/notebook/cell.ts';
import { readText } from '../../../src/outputs/parse-output.ts';
import { resultWeight } from '../../../src/outputs/shape-outputs.ts';
import { MAX_RESULT_BYTES } from '../../../src/wire/limits.ts';
import { shapeAsLines as shapeOutputs } from '../../support/shape-as-lines.ts';
import tracebacks from './tracebacks.json';

const stream = (text: unknown): Output => ({ output_type: 'stream', name: 'stdout', text });
const display = (data: unknown): Output => ({ output_type: 'display_data', data, metadata: {} });
const shapeOne = async (output: Output, maxChars?: number) =>
  (await shapeOutputs([output], { maxChars })).outputs[0];

describe('texts', () => {
  it('loses its escapes and its overwritten states', async () => {
    expect(await shapeOne(stream(['\x1b[1m 0%\x1b[0m\r', '100%\n', 'done']))).toEqual(
      stream(['100%\n', 'done']),
    );
    expect(await shapeOne(display({ 'text/plain': '\x1b[31mred\x1b[0m' }))).toMatchObject({
      data: { 'text/plain': ['red'] },
    });
  });

  it('shows a traceback as lines, the user first', async () => {
    const shaped = await shapeOne({
      output_type: 'error',
      ename: 'KeyError',
      evalue: "\x1b[31m'q'\x1b[0m",
      traceback: tracebacks['ipython8-callback'],
    });
    expect(shaped).toMatchObject({ ename: 'KeyError', evalue: "'q'" });
    expect(shaped?.traceback).toEqual(expect.arrayContaining(['Library frames:', "KeyError: 'q'"]));
    expect(JSON.stringify(shaped)).not.toContain('\\u001b');
  });

  it('keeps the lines of a traceback apart, and the order of a message', async () => {
    const frames = [
      '  File "/usr/lib/python3.11/a.py", line 1, in f',
      '  File "/content/a.py", line 1, in g',
    ];
    const evalue = [...frames, 'E: inner'].join('\n');
    const traceback = ['Traceback (most recent call last):', ...frames, 'E: x'];
    expect(await shapeOne({ output_type: 'error', ename: 'E', evalue, traceback })).toEqual({
      output_type: 'error',
      ename: 'E',
      evalue,
      traceback: [traceback[0], frames[1], 'Library frames:', frames[0], 'E: x'],
    });
    expect(await shapeOne({ output_type: 'error', ename: 'E', evalue: '', traceback: [] })).toEqual({
      output_type: 'error',
      ename: 'E',
      evalue: '',
      traceback: [],
    });
  });

  it('says of each output how much of it is missing', async () => {
    expect((await shapeOne(stream('x'.repeat(1_000)), 400))?.omitted).toEqual({
      chars: 600,
      totalChars: 1_000,
    });
    expect(await shapeOne(stream('x'.repeat(400)), 400)).not.toHaveProperty('omitted');
  });

  it('keeps errors best, then what came last', async () => {
    const error = { output_type: 'error', ename: 'E', evalue: 'x', traceback: ['E: x'.repeat(100)] };
    const long = stream('y'.repeat(30_000));
    const { outputs } = await shapeOutputs([long, error, long, stream('end')]);
    const missing = outputs.map(({ omitted }) => omitted !== undefined);
    expect(missing).toEqual([true, false, true, false]);
    const kept = outputs.map((output) => JSON.stringify(output).length);
    expect(kept[2]).toBeGreaterThan(kept[0] ?? 0);
  });

  it('looks at both ends of a text that is far too long, and counts the middle', async () => {
    const shape = async (text: string) => {
      const { outputs } = await shapeOutputs([stream(text)], { maxChars: 2_000_000, maxBytes: 10_000_000 });
      const inShort = String(readText(outputs[0]?.text)).replace(
        /(.)\1{99,}/g,
        (all, letter: string) => `${letter}×${all.length}`,
      );
      return { text: inShort, omitted: outputs[0]?.omitted };
    };
    const [start, end] = ['a'.repeat(500_000), 'z'.repeat(500_000)];
    expect(await shape(start + end)).toEqual({ text: 'a×500000z×500000', omitted: undefined });
    expect(await shape(start + '-'.repeat(7_000) + end)).toEqual({
      text: 'a×500000\n[… 7,000 characters left out …]\nz×500000',
      omitted: { chars: 7_000, totalChars: 1_007_000 },
    });
    // Its ends are cleaned as any other text; the note stands between them all the same.
    expect(await shape(`\x1b[31m${start}-${'-'.repeat(7_000)}${end}\x1b[0m`)).toEqual({
      text: 'a×499995\n[… 7,010 characters left out …]\nz×499996',
      omitted: { chars: 7_010, totalChars: 1_007_001 },
    });
  });
});

describe('very many outputs', () => {
  const numbered = (length: number, text = '') =>
    Array.from({ length }, (_, at) => stream([`${at}${text}\n`]));

  it('are shown up to a hundred', async () => {
    const hundred = numbered(100);
    expect((await shapeOutputs(hundred)).outputs).toEqual(hundred);
  });

  it('are shown from their first to their last, with the count of those between', async () => {
    const many = numbered(5_000);
    expect((await shapeOutputs(many)).outputs).toEqual([
      ...many.slice(0, 20),
      { ...stream(['[… 4,900 outputs left out …]\n']), omitted: { outputs: 4_900 } },
      ...many.slice(-80),
    ]);
  });

  it('are counted even when there is no room for any of them', async () => {
    const { outputs } = await shapeOutputs(numbered(101, 'x'.repeat(1_000)), { maxChars: 100 });
    expect(outputs[20]).toEqual({
      ...stream(['[… 1 output left out …]\n']),
      omitted: { outputs: 1 },
    });
  });
});

describe('whatever the notebook holds', () => {
  const odd: unknown[] = [
    null,
    undefined,
    7,
    'text',
    '',
    [],
    [null, 'a', 3],
    {},
    { a: { b: [] } },
    'x'.repeat(9_999),
  ];
  const keys = ['text', 'data', 'traceback', 'evalue', 'ename', 'name', 'metadata', 'output_type', 'other'];
  const types = [
    'text/plain',
    'text/html',
    'image/png',
    'image/svg+xml',
    'application/json',
    'application/x',
    '',
  ];
  // What a page hands over is not checked against our types.
  const asHeld = (value: unknown): Output[] => JSON.parse(JSON.stringify(value));
  const outputs = asHeld([
    ...keys.flatMap((key) => odd.map((value) => ({ output_type: 'stream', [key]: value }))),
    ...types.flatMap((type) => odd.map((value) => display({ [type]: value }))),
    ...odd,
  ]);

  it.each([
    ['no output at all', [], { output_type: 'unreadable' }],
    ['a text in its place', 'text', { output_type: 'unreadable' }],
    ['an output without a type', { name: 'x' }, { output_type: 'unreadable', name: 'x' }],
    ['a type that is no text', { output_type: [7] }, { output_type: 'unreadable' }],
    ['texts that are none', { output_type: 'stream', text: 7 }, { output_type: 'stream', text: 7 }],
    [
      'lines that are none',
      { output_type: 'stream', text: ['a', 3, 'b'] },
      { output_type: 'stream', text: ['ab'] },
    ],
    ['only lines that are none', { output_type: 'stream', text: [3] }, { output_type: 'stream', text: [3] }],
    ['no lines', { output_type: 'stream', text: [] }, { output_type: 'stream', text: [] }],
    ['data that is none', { output_type: 'stream', data: [1] }, { output_type: 'stream', data: [1] }],
  ])('reads %s', async (_name, held, shaped) => {
    for (const output of asHeld([held])) {
      expect(await shapeOne(output)).toEqual(shaped);
    }
  });

  it('never throws, and always gives outputs', async () => {
    for (const output of outputs) {
      const shaped = await shapeOne(output);
      expect(typeof shaped?.output_type).toBe('string');
    }
  });

  it.each([100, 1_000, 20_000, 200_000])(
    'stays within %i characters and a note for each text',
    async (maxChars) => {
      const long = [stream('y\n'.repeat(90_000)), display({ 'application/json': 'z'.repeat(4_000) })];
      for (const held of [outputs, Array(60).fill(long).flat(), [...outputs, ...long]]) {
        const { outputs: shaped } = await shapeOutputs(held, { maxChars });
        const texts = shaped.flatMap(({ text, traceback, evalue, data }) => [text, traceback, evalue, data]);
        const chars = JSON.stringify(texts).replace(/\\n|","/g, '').length;
        expect(chars).toBeLessThan(maxChars + 150 * shaped.length);
      }
    },
  );

  it.each([
    ['\u0001', 25_000],
    ['字', 50_000],
    ['"\\', 100_000],
    ['x', 200_000],
  ])('fits a frame, however heavy its characters are: %j', async (character, kept) => {
    const text = character.repeat(300_000);
    const { outputs: shaped } = await shapeOutputs([stream(text)], { maxChars: 200_000 });
    expect(resultWeight(shaped)).toBeLessThan(MAX_RESULT_BYTES);
    expect(shaped[0]?.omitted).toEqual({ chars: text.length - kept, totalChars: text.length });
  });

  it('uses all the room that there is', async () => {
    const whole = [stream(['x'.repeat(1_000)])];
    const maxBytes = resultWeight(whole);
    expect((await shapeOutputs(whole, { maxBytes })).outputs).toEqual(whole);
    expect((await shapeOutputs(whole, { maxBytes: maxBytes - 1 })).outputs[0]).toHaveProperty('omitted');
  });

  it.each([
    [250, 62],
    [101, 50],
    [100, 100],
    [50, 50],
  ])('shows something even where nothing fits: of %i characters %i', async (maxChars, kept) => {
    const { outputs: shaped } = await shapeOutputs([stream('x'.repeat(1_000))], { maxChars, maxBytes: 10 });
    expect(shaped[0]?.omitted).toEqual({ chars: 1_000 - kept, totalChars: 1_000 });
  });
});
