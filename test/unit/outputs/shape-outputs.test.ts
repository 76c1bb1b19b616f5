import { describe, expect, it } from 'vitest';
import type { Output } from '../../../src/notebook/cell.ts';
import { shapeOutputs } from '../../../src/outputs/shape-outputs.ts';
import { resultWeight } from '../../../src/outputs/weight.ts';
import { MAX_RESULT_BYTES } from '../../../src/wire/limits.ts';
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

  it('shows the first and the last of very many outputs', async () => {
    const { outputs } = await shapeOutputs(Array.from({ length: 5_000 }, (_, at) => stream(`${at}\n`)));
    expect(outputs).toHaveLength(101);
    expect(outputs[20]).toMatchObject({
      text: ['[… 4,900 outputs left out …]\n'],
      omitted: { outputs: 4_900 },
    });
    expect(outputs.at(-1)).toEqual(stream(['4999\n']));
  });
});

describe('what is displayed', () => {
  const table = '<table><tr><td>a</td><td>b</td></tr></table>';

  it('drops HTML for the text beside it', async () => {
    expect(await shapeOne(display({ 'text/html': [table], 'text/plain': ['   a  b'] }))).toMatchObject({
      data: { 'text/html': '[44 characters of HTML, shown in the notebook]', 'text/plain': ['   a  b'] },
    });
  });

  it.each([{}, { 'text/plain': '<pandas.io.formats.style.Styler at 0x7f>' }])(
    'reads HTML when nothing else says it: %o',
    async (beside) => {
      expect(await shapeOne(display({ 'text/html': table, ...beside }))).toMatchObject({
        data: { 'text/html': ['[text of 44 characters of HTML, shown in the notebook]\n', 'a | b'] },
      });
    },
  );

  it('keeps small JSON and describes large JSON, code and files', async () => {
    const shaped = await shapeOne(
      display({
        'application/json': { a: 1 },
        'application/vnd.plotly.v1+json': { data: 'x '.repeat(3_000), layout: 1 },
        'application/javascript': 'alert(1)',
        'application/pdf': 'JVBE'.repeat(500),
        'text/latex': ['$x$'],
      }),
    );
    expect(shaped?.data).toEqual({
      'application/json': { a: 1 },
      'application/vnd.plotly.v1+json': '[6,022 characters of JSON: top-level keys data, layout]',
      'application/javascript': '[8 characters of JavaScript, run in the notebook]',
      'application/pdf': '[2 kB of application/pdf, shown in the notebook]',
      'text/latex': ['$x$'],
    });
  });

  it('hides pictures that are written into texts', async () => {
    const markdown = `![](data:image/png;base64,${'A'.repeat(4_000)}) end`;
    expect(await shapeOne(display({ 'text/markdown': markdown }))).toMatchObject({
      data: { 'text/markdown': ['![](data:image/png;base64,[3 kB left out]) end'] },
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

  it('fits a frame, however heavy its characters are', async () => {
    for (const text of ['\u0001', '字', '"\\', '😀']) {
      const { outputs: shaped } = await shapeOutputs([stream(text.repeat(300_000))], { maxChars: 200_000 });
      expect(resultWeight(shaped)).toBeLessThan(MAX_RESULT_BYTES);
      expect(shaped[0]).toHaveProperty('omitted');
    }
  });
});
