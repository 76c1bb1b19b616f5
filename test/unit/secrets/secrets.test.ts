import { describe, expect, it } from 'vitest';
import { quoteMarkedNumbers } from '../../../src/secrets/mark.ts';
import { makeBox, sealedBox } from '../../../src/secrets/sealed-box.ts';
import { Secrets } from '../../../src/secrets/secrets.ts';
import { expectLinearTime } from '../../support/linear-time.ts';

const VALUE = 'pk-Zebra/42+gizmo=quill';

function knowing(...values: string[]): Secrets {
  const secrets = new Secrets();
  for (const [number, value] of values.entries()) secrets.keep(`S${number}`, value);
  return secrets;
}

const bytes = Buffer.from(VALUE);
// biome-ignore lint/suspicious/noControlCharactersInRegex: colours are made of them.
const COLOUR = /\u001b\[[\d;]*m/g;
const ANSI = '\u001b[38;5;28m';

const FORMS: Array<[how: string, text: string]> = [
  ['plain', VALUE],
  ['in capitals', VALUE.toUpperCase()],
  ['reversed', [...VALUE].reverse().join('')],
  ['in base64', bytes.toString('base64')],
  ['in base64 behind one byte', Buffer.from(`x${VALUE}yz`).toString('base64')],
  ['in base64 behind two bytes', Buffer.from(`xy${VALUE}z`).toString('base64')],
  ['in base64 for addresses', bytes.toString('base64url')],
  ['in hex', bytes.toString('hex')],
  ['in hex with colons', bytes.toString('hex').replace(/..(?!$)/g, '$&:')],
  ['in hex with spaces', bytes.toString('hex').replace(/..(?!$)/g, '$& ')],
  ['in an address', encodeURIComponent(VALUE)],
  ['in an address, all of it', [...bytes].map((byte) => `%${byte.toString(16)}`).join('')],
  ['with colours in it', `${ANSI}${VALUE.slice(0, 7)}\u001b[0m${ANSI}${VALUE.slice(7)}\u001b[39m`],
  ['with colours in it, as JSON', JSON.stringify(`${VALUE.slice(0, 7)}\u001b[0m${VALUE.slice(7)}`)],
  ['wrapped', `${VALUE.slice(0, 9)}\n      ${VALUE.slice(9)}`],
  ['wrapped, as JSON', JSON.stringify(`${VALUE.slice(0, 9)}\r\n\t${VALUE.slice(9)}`)],
];

/** Nothing of the secret that is long enough to help is left. */
function expectGone(text: string, form: string): void {
  expect(text).toContain('[secret]');
  const said = form.replaceAll(COLOUR, '');
  for (let at = 0; at + 8 <= said.length; at += 1) expect(text).not.toContain(said.slice(at, at + 8));
}

describe('secrets in use', () => {
  it.each(FORMS)('are taken out where they stand %s', (_, form) => {
    const before = 'before it: ';
    const text = knowing(VALUE).text(`${before}"${form}" and after`);
    expect(text.startsWith(before)).toBe(true);
    expect(text.endsWith(' and after')).toBe(true);
    expectGone(text, form);
  });

  it('are taken out of data wherever they are, and the data stays what it is', () => {
    const data = {
      status: 'error',
      count: 3,
      outputs: [
        { output_type: 'error', evalue: VALUE, traceback: [`a ${VALUE.slice(0, 9)}`, `${VALUE.slice(9)} b`] },
        { output_type: 'stream', text: ['one\n', `two ${VALUE}\n`, 'three\n'] },
      ],
      [VALUE]: null,
    };
    expect(knowing(VALUE).data(data)).toEqual({
      status: 'error',
      count: 3,
      outputs: [
        { output_type: 'error', evalue: '[secret]', traceback: ['a [secret]', ' b'] },
        { output_type: 'stream', text: ['one\n', 'two [secret]\n', 'three\n'] },
      ],
      '[secret]': null,
    });
  });

  it('are taken out where a text ends or begins in the middle of one', () => {
    const secrets = knowing(VALUE);
    expect(secrets.text(`the key is ${VALUE.slice(0, 12)}`)).toBe('the key is [secret]');
    expect(secrets.text(`${VALUE.slice(5)} is the rest`)).toBe('[secret] is the rest');
  });

  it.each([
    ['as our own cutters do', (part: string) => `['${part}'… (93)]`],
    ['by a mark alone', (part: string) => `${part}… (line 3 of the body)`],
    ['by a note of what is left out', (part: string) => `${part}\n[… 1,234 characters left out …]\nend`],
    ['by three dots, as pandas does', (part: string) => `0  ${part}...`],
    ['in JSON', (part: string) => JSON.stringify({ cut: `${part}"…` })],
    ['in JSON of Python', (part: string) => `{"cut": "'${part}'\\u2026 (93)"}`],
  ])('are taken out where a text is cut in the middle of one %s', (_, cut) => {
    const secrets = knowing(VALUE);
    for (const length of [5, 8, 15, VALUE.length - 1]) {
      const part = VALUE.slice(0, length);
      expect(secrets.text(`token ${cut(part)} and more`)).toBe(`token ${cut('[secret]')} and more`);
    }
    expect(secrets.text(`token ${cut('pk-Z')} and more`)).toBe(`token ${cut('pk-Z')} and more`);
    expect(secrets.text(`token ${cut('pk')}Zebra`)).toBe(`token ${cut('pk')}Zebra`);
  });

  it.each([
    ['…', ''],
    ['[… 12 characters left out …]\n', ''],
    ["'pk-...", "'"],
  ])('are taken out where a text goes on behind %s', (before, after) => {
    const text = `see ${before}${VALUE.slice(6)}${after} and more`;
    expect(knowing(VALUE).text(text)).toBe(`see ${before}[secret]${after} and more`);
  });

  it('are taken out of each text of a list, wherever it is cut', () => {
    expect(
      knowing(VALUE).data({
        list: ['one', VALUE.slice(0, 12), 'two', VALUE.slice(9), `${VALUE.slice(0, 6)}'… (24)`, 'three'],
      }),
    ).toEqual({ list: ['one', '[secret]', 'two', '[secret]', "[secret]'… (24)", 'three'] });
  });

  it.each([
    ['482915733104', 482915733104],
    ['482915733104', 482915733104n],
    ['482915733104', -4829157331045],
    ['0000482915733104', 482915733104],
    // As Python and JavaScript tell what has more digits than they keep.
    ['48291573310412345678', Number('48291573310412345678')],
    ['4829157331041234567812345', Number('4829157331041234567812345')],
  ])('of digits (%s) are taken out of numbers too', (value, number) => {
    const told = knowing(value).data({ min: number, results: [number, 1], count: 48291 });
    expect(told).toEqual({
      min: expect.stringContaining('[secret]'),
      results: [expect.stringContaining('[secret]'), 1],
      count: 48291,
    });
    expect(JSON.stringify(told)).not.toContain('4829157');
  });

  it('leave a mark in the place of numbers that is a text of JSON, when it is quoted', () => {
    const json =
      '{"results": [[secret], -1[secret]5e3, "a [secret], \\"[secret]", 7], "more": {"x": [secret]}}';
    expect(JSON.parse(quoteMarkedNumbers(json))).toEqual({
      results: ['[secret]', '-1[secret]5e3', 'a [secret], "[secret]', 7],
      more: { x: '[secret]' },
    });
  });

  it('leave JSON what it is, also with quotes and backslashes in them', () => {
    const value = '"quo\\ted" \\n pass';
    const data = { log: [`x ${value} y`, JSON.stringify({ deep: JSON.stringify(value) })] };
    const text = knowing(value).text(JSON.stringify(data));
    expect(JSON.parse(text)).toBeTypeOf('object');
    expect(text).not.toContain('ted');
    expect(text).not.toContain('pass');
  });

  it('stay known when another value comes under the same name', () => {
    const secrets = knowing(VALUE);
    secrets.keep('S0', 'another-value');
    expect(secrets.text(`${VALUE} another-value`)).toBe('[secret] [secret]');
    expect(secrets.names).toEqual(['S0']);
  });

  it('leave everything else as it is', () => {
    const text = 'pk-Zebra is an animal\n\u001b[31mred\u001b[0m \\n C:\\new pk gizmo quill';
    expect(knowing(VALUE, 'täst-ß-値-value').text(text)).toBe(text);
    const data = { a: [1, 'b', { c: null }], d: [] };
    expect(new Secrets().data(data)).toBe(data);
    expect(knowing(VALUE).data(data)).toEqual(data);
  });

  it.each([
    ['without a cut', 'a'],
    ['with many cuts', 'aaaaaa…'],
    ['of nothing but marks of cuts', '…'],
    ['of quotes', '"'],
    ['of dots', '.'],
  ])('in a text %s are found in time that grows with its length alone', (_, part) => {
    const secrets = knowing(`${'a'.repeat(2_000)}b`, `b${'a'.repeat(2_000)}`);
    expectLinearTime(
      (size) => part.repeat(size / part.length),
      400_000,
      (text) => secrets.text(`x${text}x`),
    );
  });
});

describe('a sealed box', () => {
  it('cannot be opened by another, and is the same for all values of a page', async () => {
    const [one, other] = [await makeBox(), await makeBox()];
    expect(await sealedBox()).toBe(await sealedBox());
    const key = await crypto.subtle.importKey(
      'jwk',
      { kty: 'RSA', n: Buffer.from(one.modulus, 'hex').toString('base64url'), e: 'AQAB' },
      { name: 'RSA-OAEP', hash: 'SHA-256' },
      false,
      ['encrypt'],
    );
    const sealed = await crypto.subtle.encrypt({ name: 'RSA-OAEP' }, key, new TextEncoder().encode('wörd'));
    const piece = Buffer.from(sealed).toString('hex');
    expect(await one.open([piece, piece])).toBe('wördwörd');
    await expect(other.open([piece])).rejects.toThrow();
  });
});
