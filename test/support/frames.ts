import fc from 'fast-check';
import { toFrame } from '../../src/wire/frames.ts';
import { isRecord } from '../../src/wire/json.ts';

// Frames that no peer of ours sends: some are almost right, some are nothing at all.

const NAMES = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'prototype'];
const ODD = ['\u2028', '\0', '\ud83d', '\ude00\ud83d', '\ufeff', '"', '\\', '\n', '{}', 'null'];
const METHODS = [
  ...['tools/call', 'tools/list', 'ping', 'resources/read', 'resources/subscribe', 'resources/list'],
  ...['cellwire/hello', 'cellwire/ask', 'cellwire/notebooks', 'cellwire/attach', 'cellwire/nothing'],
  ...['notifications/progress', 'notifications/initialized', 'notifications/tools/list_changed'],
  ...['notifications/resources/updated', 'cellwire/agent', 'cellwire/notebook', 'cellwire/refused'],
  ...['completion/complete', 'logging/setLevel', ''],
];
/** What ends or restarts things: after one of these a request may rightly go unanswered. */
const ENDING = ['initialize', 'notifications/cancelled', 'cellwire/detach', 'cellwire/hello'];

/** Written as JSON: a number may be larger than any that JavaScript has, and a name one that objects have already. */
type Json = string;
const text = (value: unknown): Json => JSON.stringify(value);

const oddText = fc
  .array(fc.constantFrom(...ODD, ...NAMES, 'a', 'cellwire://abc123/cells'), { maxLength: 4 })
  .map((parts) => parts.join(''));

const id: fc.Arbitrary<Json> = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 0, max: 30 }).map(text) },
  { weight: 3, arbitrary: fc.constantFrom('a', 'b', '1', '', ...NAMES).map(text) },
  { weight: 1, arbitrary: oddText.map(text) },
  { weight: 1, arbitrary: fc.constantFrom(0, 1, 7).map((number) => text(`cellwire-replayed-${number}`)) },
  {
    weight: 2,
    arbitrary: fc.constantFrom('1.5', '-1', '1e400', '-0', '9007199254740993', '1e21', '0.1e-7'),
  },
  { weight: 2, arbitrary: fc.constantFrom('null', 'true', '{}', '[]', '[1]', '{"id":1}') },
  { weight: 1, arbitrary: fc.constant(text('x'.repeat(2_000))) },
);

const deep = (depth: number): Json => `${'{"a":['.repeat(depth)}${']}'.repeat(depth)}`;

const params: fc.Arbitrary<Json> = fc.oneof(
  { weight: 4, arbitrary: fc.constant('{}') },
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.constantFrom('get_cells', 'execute_cell', '__proto__', ''), fc.jsonValue({ maxDepth: 2 }))
      .map(([name, args]) => text({ name, arguments: args })),
  },
  { weight: 2, arbitrary: id.map((one) => `{"requestId":${one},"progressToken":${one},"uri":${one}}`) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom(...NAMES), fc.jsonValue({ maxDepth: 1 }))
      .map(([name, value]) => `{"${name}":${text(value)},"_meta":{"${name}":${text(value)}}}`),
  },
  { weight: 1, arbitrary: oddText.map((odd) => text({ uri: odd, agent: odd, name: odd, instance: odd })) },
  { weight: 1, arbitrary: id.map((one) => `{"_meta":{"progressToken":${one}}}`) },
  { weight: 1, arbitrary: id.map((one) => `{"_meta":${one}}`) },
  { weight: 2, arbitrary: fc.constantFrom('[]', 'null', '1', '"x"', deep(3), deep(2_000)) },
);

const methods = (names: readonly string[]): fc.Arbitrary<Json> =>
  fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...names).map(text) },
    { weight: 1, arbitrary: oddText.map(text) },
    { weight: 1, arbitrary: fc.constantFrom('null', '1', '{}', '[]') },
  );

const version = fc.oneof(
  { weight: 12, arbitrary: fc.constant('"2.0"') },
  { weight: 1, arbitrary: fc.constantFrom('"1.0"', '2', 'null', '{}') },
);

/** Mostly of the right form. A member that is undefined is left out; sometimes one is there twice. */
function envelope(names: readonly string[]): fc.Arbitrary<Json> {
  const part = (name: string, of: fc.Arbitrary<Json>): fc.Arbitrary<string[]> =>
    fc.oneof(
      { weight: 20, arbitrary: of.map((value) => [`"${name}":${value}`]) },
      { weight: 1, arbitrary: fc.constant<string[]>([]) },
      { weight: 1, arbitrary: fc.tuple(of, of).map((both) => both.map((value) => `"${name}":${value}`)) },
    );
  const jsonrpc = part('jsonrpc', version);
  const method = part('method', methods(names));
  const error = fc.constantFrom('{"code":1,"message":"m"}', '{}', 'null', '"x"', '{"code":"1","message":2}');
  const forms = [
    { weight: 6, parts: [jsonrpc, part('id', id), method, part('params', params)] },
    { weight: 3, parts: [jsonrpc, method, part('params', params)] },
    { weight: 2, parts: [jsonrpc, part('id', id), part('result', params)] },
    { weight: 1, parts: [jsonrpc, part('id', id), part('error', error)] },
    { weight: 1, parts: [jsonrpc, part('id', id), method, part('result', params), part('error', error)] },
    { weight: 1, parts: [jsonrpc, part('id', id), method, part('more', params)] },
    { weight: 1, parts: [part('__proto__', fc.constant('{"method":"ping"}')), jsonrpc, part('id', id)] },
  ];
  return fc.oneof(
    ...forms.map(({ weight, parts }) => ({
      weight,
      arbitrary: fc.tuple(...parts).map((all) => `{${all.flat().join(',')}}`),
    })),
  );
}

/** One frame, as it is on the wire. `ending`: also of the kinds after which a request may go unanswered. */
export function anyFrame(ending = true): fc.Arbitrary<string> {
  const names = ending ? [...METHODS, ...ENDING] : METHODS.filter((name) => !ENDING.includes(name));
  const whole = envelope(names);
  return fc.oneof(
    { weight: 12, arbitrary: whole },
    { weight: 1, arbitrary: fc.array(whole, { maxLength: 3 }).map((all) => `[${all.join(',')}]`) },
    {
      weight: 1,
      arbitrary: fc.tuple(whole, fc.nat({ max: 200 })).map(([frame, at]) => frame.slice(0, at)),
    },
    { weight: 1, arbitrary: fc.tuple(oddText, whole).map((both) => both.join('')) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 30 }) },
    {
      weight: 1,
      arbitrary: fc.constantFrom('', 'null', '1', '"x"', '[]', '{}', '['.repeat(5_000), deep(5_000)),
    },
  );
}

/** The id of a request that can be read and therefore must be answered; undefined where there is none. */
export function askedId(frame: string): string | number | undefined {
  const value = objectIn(frame);
  return Object.hasOwn(value, 'method') ? namedId(frame) : undefined;
}

/** The id in a frame of any kind. */
export function namedId(frame: string): string | number | undefined {
  const { id: named } = objectIn(frame);
  return typeof named === 'string' || (typeof named === 'number' && Number.isFinite(named))
    ? named
    : undefined;
}

function objectIn(frame: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(frame);
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}

/** How often each id is there. Half a character is another one in what we say ourselves. */
export function countIds(ids: unknown[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const one of ids) {
    if (one === undefined) continue;
    const whole = JSON.stringify(JSON.parse(toFrame(one)));
    counts.set(whole, (counts.get(whole) ?? 0) + 1);
  }
  return counts;
}
