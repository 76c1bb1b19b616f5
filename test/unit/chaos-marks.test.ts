import { describe, expect, it } from 'vitest';
import { Marks } from '../chaos/marks.ts';
import { RunMarks } from '../chaos/run-marks.ts';

describe('the model of the notebook under faults', () => {
  const seen = (marks: Marks, page: number, ...texts: string[]): string[] =>
    marks
      .look(page)(texts)
      .map(({ kind, text }) => `${kind}: ${text}`);

  it('misses what was acknowledged, and only that', () => {
    const marks = new Marks();
    const [done, maybe] = [marks.begin('add', 1), marks.begin('edit', 1)];
    marks.begin('still under way', 1);
    marks.end(done, 'acknowledged', 1);
    marks.end(maybe, 'maybe', 1);
    expect(seen(marks, 1, '# m1\n# m2\n# m3')).toEqual([]);
    expect(seen(marks, 1, '')).toEqual(['lost: add (m1) was acknowledged and is not there']);
  });

  it('sees what was done twice: in one page, and in a page and the next', () => {
    const marks = new Marks();
    const straddling = [marks.begin('add', 1), marks.begin('add', 1)];
    for (const mark of straddling) marks.end(mark, 'acknowledged', 2);
    expect(seen(marks, 1, '# m1', '# m2')).toEqual([]);
    expect(seen(marks, 2, '# m1')).toEqual([
      'doubled: add (m1) was made in a page before, and again in this one',
    ]);
    expect(seen(marks, 1, '# m2', '# m2')).toEqual(['doubled: add (m2) is there 2 times']);
  });

  it('does not look for what belonged to the page before, nor for what came between two', () => {
    const marks = new Marks();
    marks.end(marks.begin('add', 1), 'acknowledged', 1);
    marks.end(marks.begin('add', 1.5), 'acknowledged', 2);
    expect(seen(marks, 2, '')).toEqual([]);
    expect(seen(marks, 2, '# m1')).toEqual([
      'doubled: add (m1) was made in a page before, and again in this one',
    ]);
  });

  it('takes a failure at its word', () => {
    const marks = new Marks();
    marks.end(marks.begin('add', 1), 'never', 1);
    expect(seen(marks, 1, '# m1')).toEqual([
      'untrue: add (m1) was made, although its failure says that nothing was done',
    ]);
  });

  it('wants what was taken away to be away, or perhaps, and not what was not', () => {
    const marks = new Marks();
    const all = [marks.begin('a', 1), marks.begin('b', 1), marks.begin('c', 1)];
    for (const mark of all) marks.end(mark, 'acknowledged', 1);
    const [a, b, c] = all.map((mark) => marks.beginRemoval([mark], 1));
    if (!a || !b || !c) throw new Error('unreachable');
    marks.end(a, 'acknowledged', 1);
    marks.end(b, 'maybe', 1);
    marks.end(c, 'never', 1);
    expect(seen(marks, 1, '# m3')).toEqual([]);
    expect(seen(marks, 1, '# m1 # m2')).toEqual([
      'lost: a (m1) is back, although it was taken away',
      'lost: c (m3) was acknowledged and is not there',
    ]);
  });

  it('counts the starts of runs, in the file and in what cells show', () => {
    const runs = new RunMarks('/nowhere', true);
    const [ok, never] = [runs.begin(0).mark, runs.begin(0).mark];
    runs.begin(0);
    [ok.fate, never.fate] = ['acknowledged', 'never'];
    const told = (lines: string[], outputs: string[]) =>
      runs
        .look()(lines, outputs)
        .map(({ kind, text }) => `${kind}: ${text}`);
    expect(told(['r1'], ['ran r1 1'])).toEqual([]);
    expect(told([], ['ran r3 2'])).toEqual([
      'doubled: run r3 was started twice',
      'lost: run r1 ended well by its answer, and never started',
    ]);
    expect(told(['r1', 'r1', 'r2'], [])).toEqual([
      'doubled: run r1 was started 2 times',
      'untrue: run r2 was started, although its call says that it was not',
    ]);
  });
});
