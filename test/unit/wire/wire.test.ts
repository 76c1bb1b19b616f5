import { describe, expect, it } from 'vitest';
import { backoffMs } from '../../../background/link/backoff.ts';
import { fromLines, toLines } from '../../../src/notebook/cell.ts';
import { cellRevision, notebookRevision } from '../../../src/notebook/revision.ts';
import { parsePastedCredentials } from '../../../src/wire/connection-url.ts';

describe('backoff', () => {
  it('grows to half a minute, and begins later at a busy server', () => {
    const highest = (attempt: number, busy: boolean) => backoffMs(attempt, busy, () => 1);
    expect([0, 1, 2, 3].map((attempt) => highest(attempt, false))).toEqual([250, 500, 1000, 2000]);
    expect(highest(50, false)).toBe(30_000);
    expect([0, 1].map((attempt) => highest(attempt, true))).toEqual([5_000, 10_000]);
    expect(backoffMs(0, false, () => 0)).toBe(188);
  });
});

describe('an address that a user pastes', () => {
  it.each([
    ['tok_EN-1&8765', { token: 'tok_EN-1', port: 8765 }],
    ['  tok&1  ', { token: 'tok', port: 1 }],
    [
      'https://colab.research.google.com/drive/x?y=1#mcpProxyToken=abc&mcpProxyPort=99',
      { token: 'abc', port: 99 },
    ],
    ['#mcpProxyPort=99&mcpProxyToken=abc', { token: 'abc', port: 99 }],
    ['abc', null],
    ['abc&0', null],
    ['abc&65535', { token: 'abc', port: 65_535 }],
    ['abc&65536', null],
    ['abc&70000', null],
    ['abc&8.5', null],
    [`${'x'.repeat(512)}&80`, { token: 'x'.repeat(512), port: 80 }],
    [`${'x'.repeat(513)}&80`, null],
    ['a b&80', null],
    ['abc&80&90', null],
    ['', null],
  ])('%s', (text, credentials) => {
    expect(parsePastedCredentials(text)).toEqual(credentials);
  });
});

describe('lines and revisions', () => {
  it.each(['', 'a', 'a\n', 'a\n\nb', '\n', 'a\r\nb'])('%j survives as lines', (text) => {
    expect(fromLines(toLines(text))).toBe(text);
    for (const line of toLines(text).slice(0, -1)) expect(line.endsWith('\n')).toBe(true);
  });

  it('change with the text, the kind and the order, and with nothing else', () => {
    expect(cellRevision('code', 'a')).toBe(cellRevision('code', 'a'));
    expect(cellRevision('code', 'a')).not.toBe(cellRevision('markdown', 'a'));
    expect(cellRevision('code', 'a')).not.toBe(cellRevision('code', 'b'));
    const [a, b] = [
      { id: '1', revision: 'x' },
      { id: '2', revision: 'y' },
    ];
    expect(notebookRevision([a, b])).not.toBe(notebookRevision([b, a]));
  });
});
