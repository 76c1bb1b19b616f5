import { describe, expect, it } from 'vitest';
import { stripAnsi } from '../../../src/outputs/ansi.ts';
import { userFramesFirst } from '../../../src/outputs/traceback.ts';
import { isUsersPlace, placeOfFrame } from '../../../src/outputs/traceback-frames.ts';
// As IPython 7.34 and 8.12 wrote them, with the machine's folders renamed to Colab's.
import tracebacks from './tracebacks.json';

const linesOf = (traceback: string[]) => stripAnsi(traceback.join('\n')).split('\n');
const placesIn = (lines: string[]) => lines.map(placeOfFrame).filter((place) => place !== null);

describe('userFramesFirst', () => {
  it.each(Object.entries(tracebacks))(
    'keeps every line of %s, its header and its message',
    (_name, given) => {
      const before = linesOf(given);
      const after = userFramesFirst(before);
      const kept = after.filter((line) => line !== 'Library frames:');
      expect([...kept].sort()).toEqual([...before].sort());
      expect([after[0], after.at(-1)]).toEqual([before[0], before.at(-1)]);
    },
  );

  it.each([
    ['ipython7-callback', tracebacks['ipython7-callback'], 3],
    ['ipython8-callback', tracebacks['ipython8-callback'], 3],
    ['ipython8-lib', tracebacks['ipython8-lib'], 1],
    ['ipython8-pycell', tracebacks['ipython8-pycell'], 2],
  ])('puts the frames of %s in order', (_name, given, users) => {
    const after = userFramesFirst(linesOf(given));
    const middle = after.indexOf('Library frames:');
    expect(placesIn(after.slice(0, middle)).map(isUsersPlace)).toEqual(Array(users).fill(true));
    expect(placesIn(after.slice(middle)).some(isUsersPlace)).toBe(false);
    expect(placesIn(after.slice(middle)).length).toBeGreaterThan(0);
  });

  it('keeps the exceptions of a chain apart', () => {
    for (const given of [tracebacks['ipython7-chain'], tracebacks['ipython8-chain']]) {
      const after = userFramesFirst(linesOf(given));
      const cause = after.findIndex((line) => line.startsWith('The above exception'));
      expect(after.slice(0, cause)).toContain('Library frames:');
      expect(after.slice(cause)).not.toContain('Library frames:');
      expect(after.slice(-2)).toEqual(['RuntimeError: bad', '  second line']);
    }
  });

  it('reads the tracebacks of plain Python', () => {
    const python = [
      'Traceback (most recent call last):',
      '  File "/usr/lib/python3.11/runpy.py", line 9, in run',
      '    exec(code)',
      '  File "/content/drive/My Drive/train.py", line 3, in <module>',
      '    fit()',
      '    ^^^^^',
      'torch.OutOfMemoryError: CUDA out of memory.',
      '  File "x", line 1, in what only looks like a frame',
    ];
    expect(userFramesFirst(python)).toEqual([
      python[0],
      ...python.slice(3, 6),
      'Library frames:',
      ...python.slice(1, 3),
      ...python.slice(6),
    ]);
  });

  const library = (name: string) => [`  File "/usr/lib/python3.11/${name}.py", line 1, in f`, '    call()'];
  const users = (name: string) => [`  File "/content/${name}.py", line 1, in g`, '    call()'];
  const inOrder = (first: string, ...rest: string[]) => [
    ...users(first),
    'Library frames:',
    ...library(first),
    ...rest,
  ];

  it('puts the frames of every exception of a chain in order', () => {
    const start = 'Traceback (most recent call last):';
    const between = ['', 'During handling of the above exception, another exception occurred:', '', start];
    expect(
      userFramesFirst([
        ...[start, ...library('a'), ...users('a'), 'ValueError: one'],
        ...[...between, ...library('b'), ...users('b'), 'KeyError'],
        ...[...between, ...library('c'), ...users('c'), 'OSError: three'],
      ]),
    ).toEqual([
      ...[start, ...inOrder('a', 'ValueError: one')],
      ...[...between, ...inOrder('b', 'KeyError')],
      ...[...between, ...inOrder('c', 'OSError: three')],
    ]);
  });

  const connector = 'During handling of the above exception';
  it.each<[string, string, boolean]>([
    ['the heading of Python', 'Traceback (most recent call last):', true],
    ['the heading of IPython', 'KeyError                    Traceback (most recent call last)', true],
    ['a rule', '-'.repeat(20), true],
    ['a long rule', '-'.repeat(75), true],
    ['a cause', 'The above exception was the direct cause of the following exception:', true],
    ['another exception', `${connector}, another exception occurred:`, true],
    ['a connector of some length', connector.padEnd(499, '.'), true],
    ['a line that is too long for any', connector.padEnd(500, '.'), false],
    ['a short rule', '-'.repeat(19), false],
    ['a rule with a word behind it', `${'-'.repeat(20)} x`, false],
    ['a rule with a word before it', `x ${'-'.repeat(20)}`, false],
    ['a sentence about tracebacks', 'see the Traceback (most recent call last)', false],
    ['a heading that goes on', 'Traceback (most recent call last): see above', false],
    ['a sentence about exceptions', `x ${connector}`, false],
  ])('begins the next exception at a line of its own: %s', (_name, line, begins) => {
    const first = [...library('a'), ...users('a'), 'E: one', line];
    const second = [...library('b'), ...users('b'), 'E: two'];
    expect(userFramesFirst([...first, ...second])).toEqual([
      ...inOrder('a', 'E: one', line),
      ...(begins ? inOrder('b', 'E: two') : second),
    ]);
  });

  it('says where library frames begin only between those and others', () => {
    for (const alone of [library('a'), users('a')]) {
      expect(userFramesFirst([...alone, 'E: x'])).toEqual([...alone, 'E: x']);
    }
  });

  it.each(['', '    code', '\tcode', '---> 12 code', '-> code', '...', '[... skipping similar frames]'])(
    'keeps a line of source with its frame: "%s"',
    (line) => {
      expect(userFramesFirst([...library('a'), line, ...users('a'), 'E: x'])).toEqual([
        ...users('a'),
        'Library frames:',
        ...library('a'),
        line,
        'E: x',
      ]);
    },
  );

  it.each(['KeyError', 'KeyError: 1', 'torch.cuda.Error2: x', '_Private: x', 'Ошибка٣: x', 'E:'])(
    'takes a line for the message: "%s"',
    (line) => {
      expect(userFramesFirst([...library('a'), ...users('a'), line, 'more: of it'])).toEqual(
        inOrder('a', line, 'more: of it'),
      );
    },
  );

  it.each(['2Error: x', 'two words', '.Error: x', 'Key-Error', '>>> x', 'x ...', 'x -> y', 'x ['])(
    'leaves a traceback alone that goes on with "%s"',
    (line) => {
      const lines = [...library('a'), ...users('a'), line, 'E: x'];
      expect(userFramesFirst(lines)).toEqual(lines);
    },
  );

  it.each([
    ['no traceback', ['just', 'some text']],
    ['nothing', []],
    ['a frame that goes on in an unknown way', ['Cell In[1], line 1', '%% what is this', 'E: x']],
  ])('leaves %s as it is', (_name, lines) => {
    expect(userFramesFirst(lines)).toEqual(lines);
  });
});
