import { describe, expect, it } from 'vitest';
import { stripAnsi } from '../../../src/outputs/terminal-text.ts';
import { isUsersPlace, placeOfFrame, userFramesFirst } from '../../../src/outputs/traceback.ts';
// As IPython 7.34, 8.12 and 9.18 wrote them, with the machine's folders renamed to Colab's.
import tracebacks from './tracebacks.json';

const linesOf = (traceback: string[]) => stripAnsi(traceback.join('\n')).split('\n');
const placesIn = (lines: string[]) => lines.map(placeOfFrame).filter((place) => place !== null);

describe('userFramesFirst', () => {
  it.each(Object.entries(tracebacks))(
    'keeps the header and the message of %s, every line of the user, and every place',
    (_name, given) => {
      const before = linesOf(given);
      const after = userFramesFirst(before);
      expect([after[0], after.at(-1)]).toEqual([before[0], before.at(-1)]);
      expect(placesIn(after).length).toBe(placesIn(before).length);
      expect(placesIn(after).filter(isUsersPlace)).toEqual(placesIn(before).filter(isUsersPlace));
      expect(after.length).toBeLessThanOrEqual(before.length + 1);
    },
  );

  it('tells library frames in one line each: file, line and function', () => {
    const libraryOf = (name: keyof typeof tracebacks) => {
      const after = userFramesFirst(linesOf(tracebacks[name]));
      const start = after.indexOf('Library frames:') + 1;
      return after.slice(
        start,
        after.findIndex((line, at) => at >= start && /^\w+Error/.test(line)),
      );
    };
    expect(libraryOf('ipython7-chain')).toEqual([
      '/usr/lib/python3.11/json/__init__.py:346 in loads',
      '/usr/lib/python3.11/json/decoder.py:337 in decode',
      '/usr/lib/python3.11/json/decoder.py:353 in raw_decode',
    ]);
    expect(libraryOf('ipython8-lib')).toEqual([
      'File /usr/lib/python3.11/json/__init__.py:346, in loads',
      'File /usr/lib/python3.11/json/decoder.py:337, in JSONDecoder.decode',
      'File /usr/lib/python3.11/json/decoder.py:353, in JSONDecoder.raw_decode',
    ]);
    const pandas = '/usr/local/lib/python3.11/site-packages/pandas/core';
    expect(libraryOf('ipython9-pandas')).toEqual([
      `File ${pandas}/frame.py:4330, in DataFrame.__getitem__`,
      `File ${pandas}/indexes/base.py:3823, in Index.get_loc`,
    ]);
  });

  it('keeps a traceback whole in which nothing is the user’s', () => {
    const lines = ['File /usr/lib/python3.11/a.py:3, in f(x)', '      2 a', '----> 3 b', 'E: x'];
    expect(userFramesFirst(lines)).toBe(lines);
  });

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
      ...python.slice(1, 2),
      ...python.slice(6),
    ]);
  });

  const library = (name: string) => [`  File "/usr/lib/python3.11/${name}.py", line 1, in f`, '    call()'];
  const users = (name: string) => [`  File "/content/${name}.py", line 1, in g`, '    call()'];
  const inOrder = (first: string, ...rest: string[]) => [
    ...users(first),
    'Library frames:',
    ...library(first).slice(0, 1),
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
      expect(userFramesFirst([...library('a'), line, ...users('a'), line, 'E: x'])).toEqual([
        ...users('a'),
        line,
        'Library frames:',
        ...library('a').slice(0, 1),
        ...(line.startsWith('[...') ? [line] : []),
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

  it('leaves a traceback alone that is longer than any', () => {
    const source = (length: number) => Array(length).fill('    call()');
    const frames = [...library('a'), ...users('a'), 'E: x'];
    const [longest, tooLong] = [20_000, 20_001].map((length) => [
      ...source(length - frames.length),
      ...frames,
    ]);
    expect(userFramesFirst(longest ?? [])).toEqual([
      ...source(20_000 - frames.length),
      ...inOrder('a', 'E: x'),
    ]);
    expect(userFramesFirst(tooLong ?? [])).toBe(tooLong);
  });

  it.each([
    ['no traceback', ['just', 'some text']],
    ['nothing', []],
    ['a frame that goes on in an unknown way', ['Cell In[1], line 1', '%% what is this', 'E: x']],
  ])('leaves %s as it is', (_name, lines) => {
    expect(userFramesFirst(lines)).toEqual(lines);
  });
});

describe('placeOfFrame', () => {
  it.each([
    ['Cell In[3], line 4, in g()', 'Cell In[3]'],
    ['Cell In[12], line 40', 'Cell In[12]'],
    ['Cell In[3]', 'Cell In[3]'],
    ['Input In [31], in <cell line: 4>()', 'Input In [31]'],
    [
      'File /usr/lib/python3.11/json/decoder.py:337, in JSONDecoder.decode(self, s)',
      '/usr/lib/python3.11/json/decoder.py',
    ],
    ['File ~/tools.py:12', '~/tools.py'],
    ['File x:1', 'x'],
    ['<ipython-input-3-d81024caa7d8> in g()', '<ipython-input-3-d81024caa7d8>'],
    ['/content/drive/My Drive/tools.py in load(path)', '/content/drive/My Drive/tools.py'],
    ['~/tools.py in <module>', '~/tools.py'],
    ['./tools.py in f()', './tools.py'],
    ['pandas/_libs/index.pyx in get_loc()', 'pandas/_libs/index.pyx'],
    ['  File "<string>", line 1, in <module>', '<string>'],
    ['  File "/content/My Drive/a.py", line 123', '/content/My Drive/a.py'],
  ])('%s', (line, place) => {
    expect(placeOfFrame(line)).toBe(place);
  });

  it.each([
    'see Cell In[3], line 4',
    'Cell In[3], line 4 and more',
    'Cell In[x], line 4',
    'Cell In[3], line four',
    'see File /a.py:3',
    'File /a.py:3 and more',
    'File /a.py:x',
    'File "a.py":3',
    'x <module> in g()',
    '<a<b> in g()',
    '<> in g()',
    '/a.py in ',
    '/a.py in  g()',
    'a word in g()',
    'a:b.py in g()',
    'tools. in g()',
    '.py-file in',
    'see   File "a.py", line 1',
    '  File "a.py", line 1 and more',
    ' File "a.py", line 1',
    '   File "a.py", line 1',
    '  File "", line 1',
    '  File "a"b.py", line 1',
    '  File "a.py", line x',
    'KeyError: 1',
    '',
  ])('finds no place in "%s"', (line) => {
    expect(placeOfFrame(line)).toBeNull();
  });

  it('does not search lines that are too long for a heading', () => {
    const heading = (length: number) => 'File /a.py:3, in f'.padEnd(length, 'x');
    expect(placeOfFrame(heading(2_000))).toBe('/a.py');
    expect(placeOfFrame(heading(2_001))).toBeNull();
  });
});

describe('isUsersPlace', () => {
  it.each([
    ['Cell In[3]', true],
    ['Cell In [3]', true],
    ['Input In[3]', true],
    ['Input In [3]', true],
    ['<cell-3>', true],
    ['<ipython-input-3-d81024caa7d8>', true],
    ['/tmp/ipykernel_123/456.py', true],
    ['/tmp/ipython-input-1-4070.py', true],
    ['/content/tools.py', true],
    ['~/project/tools.py', true],
    ['tools.py', true],
    ['<string>', true],
    ['<stdin>', true],
    ['<module>', true],
    ['<unknown>', true],
    ['<console>', true],
    ['<string> of a template', false],
    ['<a <string>', false],
    ['<the <ipython-input-3>', false],
    ['<input>', false],
    ['<a>.py', false],
    ['/usr/local/lib/python3.12/dist-packages/pandas/core/frame.py', false],
    ['/content/venv/lib/python3.12/site-packages/x.py', false],
    ['~/.local/lib/python3.11/site-packages/x.py', false],
    ['/usr/lib/python3.12/json/decoder.py', false],
    ['/lib/python312.zip/json/decoder.py', false],
    ['<frozen importlib._bootstrap>', false],
    ['pandas/_libs/index.pyx', false],
    ['index.pyx', false],
    ['/content/index.pyx', true],
    ['site-packages/x.py', false],
    ['dist-packages/x.py', false],
    ['my-site-packages/x.py', true],
    ['/content/site-packages-of-mine/x.py', true],
    ['/opt/conda/lib/python3.12/json.py', false],
    ['/home/me/conda/lib/python3.12/json.py', false],
    ['/home/me/conda/lib64/python3.12/json.py', false],
    ['/home/me/lib/pythonic/x.py', true],
    ['/home/me/python312.zip/json.py', false],
    ['/home/me/python.zip/json.py', true],
    ['/opt/tool/x.py', false],
    ['/usr/share/x.py', false],
    ['/lib/x.py', false],
    ['/content/opt/x.py', true],
    ['/optional/x.py', true],
  ])('%s: %s', (place, users) => {
    expect(isUsersPlace(place)).toBe(users);
  });
});
