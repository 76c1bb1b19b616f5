import { describe, expect, it } from 'vitest';
import { RevisionHistory } from '../../../src/colab/revision-history.ts';

const cells = (count: number, revision = 'r') =>
  Array.from({ length: count }, (_, at) => ({ id: `c${at}`, revision }));

describe('the history of revisions', () => {
  it('forgets the oldest, however many cells it has to hold', () => {
    const history = new RevisionHistory();
    for (let at = 0; at < 150; at++) history.note(`n${at}`, cells(3));
    expect(history.changes('n49', cells(3))).toBeNull();
    expect(history.changes('n50', cells(3))).toEqual({ changed: new Set(), gone: [], moved: [] });
    history.note('long', cells(50_000));
    history.note('longer', cells(50_000, 's'));
    expect(history.changes('n149', cells(3))).toBeNull();
    expect(history.changes('long', cells(3))).toBeNull();
    expect(history.changes('longer', cells(50_000, 'r'))?.changed.size).toBe(50_000);
  });

  it('keeps one that is told of again, and one that is larger than all that it holds', () => {
    const history = new RevisionHistory();
    history.note('first', cells(1));
    for (let at = 0; at < 99; at++) history.note(`n${at}`, cells(1));
    history.note('first', cells(1));
    history.note('another', cells(1));
    expect(history.changes('first', cells(1))).not.toBeNull();
    expect(history.changes('n0', cells(1))).toBeNull();
    history.note('huge', cells(70_000));
    expect(history.changes('huge', cells(1))?.gone).toHaveLength(69_999);
  });
});
