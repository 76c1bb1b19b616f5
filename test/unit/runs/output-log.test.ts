import { describe, expect, it } from 'vitest';
import { OutputFollower } from '../../../src/colab/run/output-follower.ts';
import { toLive } from '../../../src/colab/surface/live-output.ts';
import type { Output } from '../../../src/notebook/cell.ts';
import { Failure } from '../../../src/notebook/failure.ts';
import { fromCursor, toCursor } from '../../../src/runs/cursor.ts';
import { OutputLog, START } from '../../../src/runs/output-log.ts';

const stream = (text: string, name = 'stdout'): Output => ({
  output_type: 'stream',
  name,
  text: text === '' ? [] : [text],
});
const shown = (text: string): Output => ({
  output_type: 'display_data',
  data: { 'text/plain': [text] },
  metadata: {},
});
const textOf = (outputs: Output[]): string =>
  outputs.map(({ text, output_type }) => (typeof text === 'string' ? text : `<${output_type}>`)).join('');

/** The page side and the session side together: a cell shows this, then that; a reader looks after each. */
function follow(snapshots: Output[][]): Array<{ text: string; cleared: boolean }> {
  const follower = new OutputFollower();
  const log = new OutputLog();
  let cursor: string | undefined;
  return snapshots.map((snapshot) => {
    log.apply(follower.look(snapshot.map(toLive)));
    const { outputs, cleared, mark } = log.since(fromCursor(cursor));
    cursor = toCursor(mark);
    return { text: textOf(outputs), cleared };
  });
}

describe('reading a run as it goes', () => {
  it('gives every character once, in order', () => {
    const seen = follow([
      [],
      [stream('a\n')],
      [stream('a\nb')],
      [stream('a\nb\nc\n')],
      [stream('a\nb\nc\n')],
    ]);
    expect(seen.map(({ text }) => text)).toEqual(['', 'a\n', 'b', '\nc\n', '']);
  });

  it('goes on from one output to the next', () => {
    const seen = follow([
      [stream('out\n')],
      [stream('out\nmore\n'), stream('err\n', 'stderr')],
      [stream('out\nmore\n'), stream('err\nerr2\n', 'stderr'), shown('x')],
    ]);
    expect(seen.map(({ text }) => text)).toEqual(['out\n', 'more\nerr\n', 'err2\n<display_data>']);
  });

  it('shows a display that was updated again', () => {
    const seen = follow([
      [shown('1 %'), stream('a')],
      [shown('50 %'), stream('a')],
      [shown('50 %'), stream('ab')],
    ]);
    expect(seen.map(({ text }) => text)).toEqual(['<display_data>a', '<display_data>', 'b']);
  });

  it('starts over when the code clears its output', () => {
    const seen = follow([[stream('old\n')], [], [stream('new\n')]]);
    expect(seen).toEqual([
      { text: 'old\n', cleared: false },
      { text: '', cleared: true },
      { text: 'new\n', cleared: false },
    ]);
    expect(follow([[stream('step 1\n')], [stream('step 2\n')]]).at(-1)).toEqual({
      text: 'step 2\n',
      cleared: true,
    });
  });

  it('sees that a text was replaced by one that ends the same', () => {
    const redrawn = follow([[stream('step 1\n-----\n')], [stream('step 2\n-----\n')]]);
    expect(redrawn.at(-1)).toEqual({ text: 'step 2\n-----\n', cleared: true });
    const bar = '-'.repeat(300);
    expect(follow([[stream(`1${bar}`)], [stream(`2${bar}`)]]).at(-1)).toEqual({
      text: `2${bar}`,
      cleared: true,
    });
  });

  it('reads every display that was updated, however small the pages', () => {
    const follower = new OutputFollower();
    const log = new OutputLog();
    log.apply(follower.look([shown('a'), shown('b'), stream('text\n')].map(toLive)));
    const { mark } = log.since(START);
    log.apply(follower.look([shown('A'.repeat(500)), shown('B'.repeat(500)), stream('text\n')].map(toLive)));
    const first = log.since(mark, 100);
    const second = log.since(first.mark, 100);
    expect([first.places, first.more, second.places, second.more]).toEqual([[0], true, [1], false]);
  });

  it('finds its place again when the page drops the oldest lines', () => {
    const lines = Array.from({ length: 2_000 }, (_, i) => `line number ${i}\n`);
    const seen = follow([[stream(lines.slice(0, 1_200).join(''))], [stream(lines.slice(600).join(''))]]);
    expect(seen.map(({ text }) => text).join('')).toBe(lines.join(''));
  });

  it('carries a large text in pieces', () => {
    const text = 'x'.repeat(1_200_000);
    expect(new OutputFollower().look([toLive(stream(text))]).map(({ op }) => op)).toEqual([
      'put',
      'append',
      'append',
      'append',
    ]);
    expect(follow([[stream(text)]])[0]?.text).toBe(text);
  });

  it('knows the newest line', () => {
    const log = new OutputLog();
    log.apply(new OutputFollower().look([stream('one\n10%\r20%\r'), shown('x')].map(toLive)));
    expect(log.lastLine()).toBe('20%');
  });
});

describe('reading page by page', () => {
  it('goes through everything in steps of the size asked for', () => {
    const log = new OutputLog();
    const text = Array.from({ length: 500 }, (_, i) => `line ${i}\n`).join('');
    log.apply(new OutputFollower().look([stream(text), shown('x'), stream('end\n')].map(toLive)));
    let read = '';
    let mark = START;
    for (let more = true; more; ) {
      const page = log.since(mark, 1_000);
      read += textOf(page.outputs);
      ({ mark, more } = page);
    }
    expect(read).toBe(`${text}<display_data>end\n`);
    expect(log.since(mark).outputs).toEqual([]);
  });
});

describe('cursors', () => {
  it('survive the way to the agent and back', () => {
    expect(toCursor({ event: 12, offset: 345 })).toBe('12.345');
    expect(fromCursor('12.345')).toEqual({ event: 12, offset: 345 });
    expect(fromCursor(undefined)).toEqual(START);
  });

  it.each(['', 'x', '1', '1.2.3', '-1.0'])('%j is none', (cursor) => {
    expect(() => fromCursor(cursor)).toThrow(
      new Failure(
        'invalid_input',
        `"${cursor}" is not a cursor.`,
        'Pass the cursor of an earlier answer, or none to read from the start.',
      ),
    );
  });
});
