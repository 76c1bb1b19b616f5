import fc from 'fast-check';

/** `CELLWIRE_FUZZ=100 npm test -- unit fuzz` tries a hundred times as much as `npm test` does. */
const FACTOR = Number(process.env.CELLWIRE_FUZZ ?? 1);

/** A run that fails names its seed; give it back as CELLWIRE_SEED to see the same again. */
const SEED = process.env.CELLWIRE_SEED;

export function fuzzed(runs: number): fc.Parameters<unknown> {
  return { numRuns: Math.ceil(runs * FACTOR), ...(SEED === undefined ? {} : { seed: Number(SEED) }) };
}

/** A test may take this long. */
export const FUZZ_TIMEOUT_MS = 60_000 * Math.max(1, FACTOR);

/** What has gone wrong in texts somewhere: other line ends, NUL, halves of pairs, marks of formats, long runs of one thing. */
const PIECES = [
  ...['\u2028', '\u2029', '\0', '\ud83d', '\ude00', '😀', '\r', '\n', '\b', '\t', ' ', '\u00a0', '\ufeff'],
  ...['\x1b[', '\x1b[2K', '\x1b]', '\x1b[31m', '\x1b', '\x07', '0', ';', 'm'],
  ...[
    '<',
    '>',
    '</',
    '<!--',
    '-->',
    '<td>',
    '<tr>',
    '<svg>',
    '</svg>',
    '<script>',
    '="',
    "='",
    '&',
    '&#x',
    ';',
    '&toString;',
  ],
  ...[
    '#',
    '```',
    '`',
    '~',
    '"',
    '\\',
    '{',
    '}',
    '[',
    ']',
    ':',
    ', in ',
    ' in x',
    'File ',
    'Cell In[1]',
    '-'.repeat(20),
  ],
  ...[
    'data:',
    'base64,',
    'image/png;',
    'A',
    '=',
    '+',
    '__proto__',
    'Traceback (most recent call last)',
    'a.b',
    ':1',
  ],
];

/** A text of such pieces, some of them many times. */
export const nastyText = (maxLength = 60): fc.Arbitrary<string> =>
  fc
    .array(
      fc.tuple(
        fc.oneof(
          { weight: 6, arbitrary: fc.constantFrom(...PIECES) },
          { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
        ),
        fc.oneof(
          { weight: 8, arbitrary: fc.constant(1) },
          { weight: 1, arbitrary: fc.constantFrom(7, 90, 3_000) },
        ),
      ),
      { maxLength },
    )
    .map((parts) => parts.map(([piece, times]) => piece.repeat(times)).join(''));
