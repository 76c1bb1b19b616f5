import { describe, expect, it } from 'vitest';
import { isUsersPlace, placeOfFrame } from '../../../src/outputs/traceback-frames.ts';

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
