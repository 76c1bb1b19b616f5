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

  it.each([
    ['no traceback', ['just', 'some text']],
    ['nothing', []],
    ['a frame that goes on in an unknown way', ['Cell In[1], line 1', '%% what is this', 'E: x']],
  ])('leaves %s as it is', (_name, lines) => {
    expect(userFramesFirst(lines)).toEqual(lines);
  });
});

describe('isUsersPlace', () => {
  it.each([
    ['Cell In[3]', true],
    ['<ipython-input-3-d81024caa7d8>', true],
    ['/tmp/ipykernel_123/456.py', true],
    ['/tmp/ipython-input-1-4070.py', true],
    ['/content/tools.py', true],
    ['~/project/tools.py', true],
    ['tools.py', true],
    ['<string>', true],
    ['/usr/local/lib/python3.12/dist-packages/pandas/core/frame.py', false],
    ['/content/venv/lib/python3.12/site-packages/x.py', false],
    ['~/.local/lib/python3.11/site-packages/x.py', false],
    ['/usr/lib/python3.12/json/decoder.py', false],
    ['/lib/python312.zip/json/decoder.py', false],
    ['<frozen importlib._bootstrap>', false],
    ['pandas/_libs/index.pyx', false],
    ['index.pyx', false],
  ])('%s: %s', (place, users) => {
    expect(isUsersPlace(place)).toBe(users);
  });
});
