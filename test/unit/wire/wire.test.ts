import { describe, expect, it } from 'vitest';
import { fromLines, toLines } from '../../../src/notebook/cell.ts';
import { cellRevision, notebookRevision } from '../../../src/notebook/revision.ts';

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
