import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withText } from '../../../src/calls/compact-result.ts';
import type { Output } from '../../../src/notebook/cell.ts';
import { fromLines, toLines } from '../../../src/notebook/cell.ts';
import { fenced } from '../../../src/notebook/conflict.ts';
import { boundText } from '../../../src/outputs/bound-text.ts';
import { htmlToText } from '../../../src/outputs/html-to-text.ts';
import { shapeJson } from '../../../src/outputs/shape-json.ts';
import { resultWeight, shapeOutputs } from '../../../src/outputs/shape-outputs.ts';
import { resolveOverwrites, stripAnsi } from '../../../src/outputs/terminal-text.ts';
import { userFramesFirst } from '../../../src/outputs/traceback.ts';
import { titleOf } from '../../../src/tools/notebook/get-notebook-outline.ts';
import { failureResult, toFrame } from '../../../src/wire/frames.ts';
import { MAX_RESULT_BYTES, utf8Length } from '../../../src/wire/limits.ts';
import { FUZZ_TIMEOUT_MS, fuzzed, nastyText } from '../../support/fuzz.ts';
import { expectLinearTime } from '../../support/linear-time.ts';

const text = nastyText();

describe('any text', () => {
  it(
    'is bounded to what it may have, and says how much is missing',
    () => {
      fc.assert(
        fc.property(text, fc.integer({ min: 40, max: 5_000 }), (held, limit) => {
          const shown = boundText(held, limit);
          // The note comes on top.
          expect(shown.length).toBeLessThanOrEqual(limit + 60);
          if (held.length <= limit) expect(shown).toBe(held);
        }),
        fuzzed(300),
      );
    },
    FUZZ_TIMEOUT_MS,
  );

  it(
    'is the same as lines',
    () => {
      fc.assert(
        fc.property(text, (held) => {
          expect(fromLines(toLines(held))).toBe(held);
        }),
        fuzzed(300),
      );
    },
    FUZZ_TIMEOUT_MS,
  );

  it(
    'never grows by being cleaned',
    () => {
      fc.assert(
        fc.property(text, (held) => {
          expect(stripAnsi(held).length).toBeLessThanOrEqual(held.length);
          expect(resolveOverwrites(held).length).toBeLessThanOrEqual(held.length);
          // A cell of a table takes a few characters more than its tag has.
          const { text: told, read } = htmlToText(held);
          expect(told.length).toBeLessThanOrEqual(3 * held.length + 10);
          expect(read).toBeLessThanOrEqual(held.length);
        }),
        fuzzed(300),
      );
    },
    FUZZ_TIMEOUT_MS,
  );

  it(
    'of a traceback is arranged, and gets hardly longer',
    () => {
      fc.assert(
        fc.property(text, (held) => {
          const lines = held.split('\n');
          const arranged = userFramesFirst(lines);
          const added = arranged.filter((line) => line === 'Library frames:').length;
          expect(arranged.length).toBeLessThanOrEqual(lines.length + added);
          // A library's place may get its line's number.
          expect(arranged.join('').length).toBeLessThanOrEqual(held.length + 25 * lines.length);
        }),
        fuzzed(300),
      );
    },
    FUZZ_TIMEOUT_MS,
  );

  it(
    'of a cell has a short title',
    () => {
      fc.assert(
        fc.property(text, fc.constantFrom('code', 'markdown'), (held, cell_type) => {
          expect(titleOf({ cell_type, source: toLines(held) }).length).toBeLessThanOrEqual(80);
        }),
        fuzzed(300),
      );
    },
    FUZZ_TIMEOUT_MS,
  );

  it(
    'cannot pass for words of ours in a failure, and is short there',
    () => {
      fc.assert(
        fc.property(text, (held) => {
          const shown = fenced(held);
          expect(shown.length).toBeLessThan(10_000);
          const fence = /^`+/.exec(shown)?.[0] ?? '';
          expect(shown.split('\n').filter((line) => line.startsWith(fence)).length).toBe(2);
        }),
        fuzzed(300),
      );
    },
    FUZZ_TIMEOUT_MS,
  );

  it(
    'comes through a frame as it is, but for halves of characters',
    () => {
      fc.assert(
        fc.property(text, (held) => {
          const frame = toFrame({ result: held, [held]: 1 });
          expect(frame.includes('\n')).toBe(false);
          const whole = Buffer.from(held, 'utf16le').toString('utf16le').replace(LONE, '\ufffd');
          expect(JSON.parse(frame).result).toBe(whole);
          expect(Buffer.from(frame).toString()).toBe(frame);
        }),
        fuzzed(300),
      );
    },
    FUZZ_TIMEOUT_MS,
  );

  it(
    'of a failure, however long, fits a frame',
    () => {
      fc.assert(
        fc.property(text, fc.constantFrom(1, 1_000), (held, times) => {
          const message = held.slice(0, 2_000).repeat(times);
          const frame = toFrame(failureResult({ kind: 'not_found', message, next: message }));
          expect(utf8Length(frame)).toBeLessThan(MAX_RESULT_BYTES);
        }),
        fuzzed(100),
      );
    },
    FUZZ_TIMEOUT_MS,
  );
});

const LONE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

describe('any output', () => {
  const value = fc.oneof(text, fc.array(text, { maxLength: 4 }), fc.jsonValue({ maxDepth: 3 }));
  const types = [
    'text/plain',
    'text/html',
    'image/svg+xml',
    'image/png',
    'application/json',
    'text/latex',
    '__proto__',
  ];
  const bundle = fc.dictionary(fc.oneof(fc.constantFrom(...types), text), value, { maxKeys: 6 });
  const output: fc.Arbitrary<Output> = fc.record(
    {
      output_type: fc.constantFrom('stream', 'display_data', 'execute_result', 'error'),
      name: value,
      text: value,
      data: fc.oneof(bundle, value),
      ename: value,
      evalue: value,
      traceback: value,
      metadata: value,
    },
    { requiredKeys: ['output_type'] },
  );

  it(
    'is shaped into a result that fits, whatever is in it',
    async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(output, { maxLength: 5 }),
          fc.integer({ min: 100, max: 200_000 }),
          async (outputs, maxChars) => {
            const { outputs: shaped, images } = await shapeOutputs(outputs, { maxChars });
            expect(resultWeight(shaped)).toBeLessThan(MAX_RESULT_BYTES);
            expect(images.length).toBeLessThanOrEqual(4);
            const result = withText({ content: [], structuredContent: { outputs: shaped } });
            expect(utf8Length(toFrame(result))).toBeLessThan(MAX_RESULT_BYTES);
          },
        ),
        fuzzed(150),
      );
    },
    FUZZ_TIMEOUT_MS,
  );

  it(
    'that is JSON is small, or described',
    () => {
      fc.assert(
        fc.property(fc.oneof(value, fc.object({ maxDepth: 4 })), (held) => {
          expect(JSON.stringify(shapeJson(held, 300)).length).toBeLessThan(2_000);
        }),
        fuzzed(300),
      );
    },
    FUZZ_TIMEOUT_MS,
  );
});

// Of so many texts one may meet a pause each time: what grows with the square of the length grows by 32.
describe('the time grows with the length only', () => {
  const readers: Array<[string, (held: string) => unknown]> = [
    ['htmlToText', (held) => htmlToText(held)],
    ['resolveOverwrites', resolveOverwrites],
    ['a traceback', (held) => userFramesFirst(held.split('\n'))],
    ['the outline', (held) => titleOf({ cell_type: 'markdown', source: [held] })],
    ['an output', (held) => shapeJson(held, 300)],
  ];

  it.each(readers)(
    'of %s, for any text that is repeated',
    (_name, read) => {
      fc.assert(
        fc.property(nastyText(6), nastyText(3), (part, end) => {
          const times = Math.ceil(400 / Math.max(1, part.length));
          expectLinearTime((size) => part.repeat(size * times) + end, 320, read, 16);
        }),
        fuzzed(10),
      );
    },
    FUZZ_TIMEOUT_MS * 2,
  );
});
