import { describe, expect, it } from 'vitest';
import { backoffMs } from '../../../background/link/backoff.ts';
import { fromLines, toLines } from '../../../src/notebook/cell.ts';
import { cellRevision, notebookRevision } from '../../../src/notebook/revision.ts';

describe('backoff', () => {
  it('grows to half a minute, and begins later at a busy server', () => {
    const highest = (attempt: number, busy: boolean) => backoffMs(attempt, busy, () => 1);
    expect([0, 1, 2, 3].map((attempt) => highest(attempt, false))).toEqual([250, 500, 1000, 2000]);
    expect(highest(50, false)).toBe(30_000);
    expect([0, 1].map((attempt) => highest(attempt, true))).toEqual([5_000, 10_000]);
    expect(backoffMs(0, false, () => 0)).toBe(188);
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
