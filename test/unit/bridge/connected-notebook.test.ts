import { describe, expect, it } from 'vitest';
import { isSameNotebook } from '../../../bridge/browser/connected-notebook.ts';

const colab = 'https://colab.research.google.com';

describe('two addresses name one notebook', () => {
  it.each([
    ['when they are the same', '/drive/1', '/drive/1'],
    ['whatever the query and the place in it', '/drive/1?authuser=1#scrollTo=x', '/drive/1'],
    ['in a fragment', '/#fileId=https://example.org/a.ipynb', '/#fileId=https://example.org/a.ipynb'],
    [
      'whatever else is in the fragment',
      '/#scrollTo=x&fileId=https%3A//example.org/a.ipynb&mcpProxyPort=1',
      '/#fileId=https%3A//example.org/a.ipynb',
    ],
    [
      'however the fragment is encoded',
      '/#fileId=https%3A//example.org/a%20b.ipynb',
      '/#fileId=https%3A%2F%2Fexample.org%2Fa%2520b.ipynb',
    ],
    [
      'whatever page shows it',
      '/#fileId=https://example.org/a.ipynb',
      '/notebook#fileId=https://example.org/a.ipynb',
    ],
    ['in Drive, by path or by fragment', '/drive/1aBc', '/#fileId=1aBc'],
  ])('%s', (_how, one, other) => {
    expect(isSameNotebook(colab + one, colab + other)).toBe(true);
    expect(isSameNotebook(colab + other, colab + one)).toBe(true);
  });
});

describe('two addresses name two notebooks', () => {
  it.each([
    ['of other paths', `${colab}/drive/1`, `${colab}/drive/2`],
    ['of letters in another case', `${colab}/drive/a`, `${colab}/drive/A`],
    ['of other fragments', `${colab}/#fileId=https://a.example/`, `${colab}/#fileId=https://b.example/`],
    ['one with a fragment, one without', `${colab}/#fileId=https://a.example/`, `${colab}/`],
    ['of other sites', `${colab}/drive/1`, 'https://example.org/drive/1'],
    ['a folder of Drive and a file', `${colab}/drive/1/more`, `${colab}/#fileId=1`],
    ['a path that only begins elsewhere', `${colab}/x/drive/1`, `${colab}/drive/1`],
    ['when they are no addresses', 'nonsense', 'nonsense'],
  ])('%s', (_how, one, other) => {
    expect(isSameNotebook(one, other)).toBe(false);
    expect(isSameNotebook(other, one)).toBe(false);
  });
});
