import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Failure } from '../../../src/notebook/failure.ts';
import { Runner } from '../../../src/runs/runner.ts';
import { tools } from '../../../src/tools/catalogue.ts';
import type { Tool } from '../../../src/tools/tool.ts';
import { z } from '../../../src/tools/tool.ts';
import { failureResult, toFrame } from '../../../src/wire/frames.ts';
import { isRecord } from '../../../src/wire/json.ts';
import { MAX_FRAME_BYTES, utf8Length } from '../../../src/wire/limits.ts';
import { FUZZ_TIMEOUT_MS, fuzzed, nastyText } from '../../support/fuzz.ts';
import type { MemoryCell } from '../../support/memory-notebook.ts';
import { code, memoryNotebook, noKernel, text } from '../../support/memory-notebook.ts';
import { contextOf } from '../../support/tool-call.ts';

/** All tools together: ten thousand calls. */
const CALLS = Math.ceil(10_000 / tools.length);

const cells = (): MemoryCell[] => [
  text('a', '# Title\n\u2028words'),
  {
    ...code('b', 'print(1)\r\n\0'),
    outputs: [{ output_type: 'stream', name: 'stdout', text: ['\ud83d', 'x\n'] }],
  },
  code('c', ''),
];

const number = fc.oneof(fc.integer({ min: -3, max: 5 }), fc.integer(), fc.double());
const anything = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom<unknown>(
      'a',
      'b',
      'c',
      'new3',
      'run-nb-1',
      '0.0',
      'python',
      'print',
      '',
      true,
      false,
      null,
    ),
  },
  { weight: 3, arbitrary: number },
  { weight: 3, arbitrary: nastyText(20) },
  {
    weight: 1,
    arbitrary: fc.array(fc.oneof(fc.constantFrom('a', 'b', 'c'), nastyText(3), number), { maxLength: 6 }),
  },
  { weight: 1, arbitrary: fc.anything() },
);

const mapValues = <To>(of: Record<string, unknown>, to: (value: unknown) => To): Record<string, To> =>
  Object.fromEntries(Object.entries(of).map(([key, value]) => [key, to(value)]));

/** Of the type that the tool's schema names, with anything that such a type can hold. */
function typed(schema: unknown): fc.Arbitrary<unknown> {
  if (!isRecord(schema)) return anything;
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum);
  if (schema.type === 'boolean') return fc.boolean();
  if (schema.type === 'string')
    return fc.oneof(fc.constantFrom('a', 'b', 'c', 'print', 'run-nb-1', '0.0'), nastyText(20));
  if (schema.type === 'array') return fc.array(typed(schema.items), { maxLength: 6 });
  if (schema.type === 'object' && isRecord(schema.properties)) {
    return fc.record(mapValues(schema.properties, typed));
  }
  if (schema.type !== 'integer' && schema.type !== 'number') return anything;
  const [min, max] = [Number(schema.minimum ?? -5), Number(schema.maximum ?? 300)];
  return fc.oneof(fc.integer({ min, max: Math.min(max, min + 8) }), fc.integer({ min, max }));
}

/** Mostly what the tool takes; also what it takes with anything in it, and something else altogether. */
function argumentsOf(tool: Tool): fc.Arbitrary<unknown> {
  const names = Object.keys(tool.input.shape);
  const { properties = {}, required = [] } = z.toJSONSchema(tool.input, { io: 'input' });
  const record = (of: (name: string) => fc.Arbitrary<unknown>, requiredKeys: string[]) =>
    fc.record(Object.fromEntries(names.map((name) => [name, of(name)])), { requiredKeys });
  const odd = fc.dictionary(
    fc.oneof(fc.constantFrom('__proto__', 'constructor', ...names), nastyText(3)),
    anything,
  );
  return fc.oneof(
    { weight: 6, arbitrary: record((name) => typed(properties[name]), required) },
    { weight: 4, arbitrary: record(() => anything, []) },
    { weight: 1, arbitrary: odd },
    { weight: 1, arbitrary: anything },
  );
}

beforeAll(() => {
  vi.useFakeTimers();
});
afterAll(() => {
  vi.useRealTimers();
});

/** A result or a failure, within a minute of the clock; anything else is thrown. */
async function ended(tool: Tool, args: unknown): Promise<string> {
  const notebook = memoryNotebook(cells());
  const runs = new Runner(notebook, noKernel, 'nb');
  const context = contextOf(notebook, { runs });
  try {
    const call = tool.prepare(args)(context);
    const late = new Promise<never>((_resolve, reject) => {
      setTimeout(() => reject(new Error('It did not end.')), 60 * 60_000);
    });
    const both = Promise.race([call, late]);
    both.catch(() => {});
    // What takes no time by the clock may take some of its own, as making a key does.
    await Promise.race([call.catch(() => {}), vi.advanceTimersByTimeAsync(50 * 60_000).then(realPause)]);
    await vi.advanceTimersByTimeAsync(10 * 60_000);
    const { data, images = [] } = await both;
    return toFrame({
      content: [{ type: 'text', text: JSON.stringify(data) }, ...images],
      structuredContent: data,
    });
  } catch (thrown) {
    if (!(thrown instanceof Failure)) throw thrown;
    return toFrame(failureResult(thrown));
  } finally {
    runs.end();
  }
}

const later = globalThis.setTimeout;
const realPause = (): Promise<void> => new Promise((resolve) => later(resolve, 2_000));

describe('whatever the arguments are, a call ends with a result or a failure that fits a frame', () => {
  it.each(tools.map((tool) => [tool.name, tool] as const))(
    '%s',
    async (_name, tool) => {
      let reached = 0;
      await fc.assert(
        fc.asyncProperty(argumentsOf(tool), async (args) => {
          const frame = await ended(tool, args);
          expect(utf8Length(frame)).toBeLessThan(MAX_FRAME_BYTES);
          if (!frame.includes('Invalid arguments for')) reached++;
        }),
        fuzzed(CALLS),
      );
      // Arguments that never fit would show nothing of what the tool does with them.
      expect(reached).toBeGreaterThan(CALLS / 20);
    },
    FUZZ_TIMEOUT_MS,
  );
});
