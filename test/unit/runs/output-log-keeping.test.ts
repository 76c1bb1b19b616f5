import { describe, expect, it } from 'vitest';
import type { Output } from '../../../src/notebook/cell.ts';
import type { OutputPatch } from '../../../src/notebook/run-update.ts';
import { OutputLog, START } from '../../../src/runs/output-log.ts';

const stream = (index: number, text: Output['text'] = '', name = 'stdout'): OutputPatch => ({
  op: 'put',
  index,
  output: { output_type: 'stream', name, text },
});
const shown = (index: number, text: string): OutputPatch => ({
  op: 'put',
  index,
  output: { output_type: 'display_data', data: { 'text/plain': text } },
});
const add = (index: number, text: string): OutputPatch => ({ op: 'append', index, text });
const cut = (length: number): OutputPatch => ({ op: 'cut', length });

function logOf(patches: OutputPatch[], mostChars?: number): OutputLog {
  const log = new OutputLog(mostChars);
  log.apply(patches);
  return log;
}

const text = (text: string, name = 'stdout') => ({ output_type: 'stream', name, text });
const display = (text: string) => ({ output_type: 'display_data', data: { 'text/plain': text } });

describe('the outputs as they stand', () => {
  it('are what was put, with all that was added', () => {
    const log = logOf([
      stream(0, ['a', 'b']),
      add(0, 'c'),
      add(0, 'd'),
      stream(1, 'err', 'stderr'),
      shown(2, 'x'),
    ]);
    expect(log.all()).toEqual([text('abcd'), text('err', 'stderr'), display('x')]);
    expect(log.all()).toEqual([text('abcd'), text('err', 'stderr'), display('x')]);
    expect(log.chars).toBe(7 + JSON.stringify(display('x')).length);
  });

  it('are only those left over when the code clears', () => {
    const log = logOf([stream(0, 'kept'), shown(1, 'gone'), shown(2, 'gone'), cut(1)]);
    expect(log.all()).toEqual([text('kept')]);
    expect(log.chars).toBe(4);
    log.apply([cut(5)]);
    expect(log.all()).toEqual([text('kept')]);
    log.apply([cut(0), add(0, 'to nothing')]);
    expect(log.all()).toEqual([]);
    expect(log.chars).toBe(0);
  });

  it('have the size of what stands, not of what was replaced', () => {
    const log = logOf([shown(0, 'long'.repeat(100)), shown(0, 'x')]);
    expect(log.chars).toBe(JSON.stringify(display('x')).length);
    log.apply([add(0, 'text behind something that is none')]);
    expect(log.all()).toEqual([display('x')]);
    expect(log.chars).toBe(JSON.stringify(display('x')).length);
  });

  it('take a stream without readable text for an empty one', () => {
    expect(logOf([stream(0, 7), stream(1, ['a', 2])]).all()).toEqual([text(''), text('a2')]);
  });

  it('can be had one by one', () => {
    const log = logOf([stream(0, 'abc'), shown(1, 'x')]);
    expect([log.at(0), log.at(1), log.at(2)]).toEqual([undefined, display('x'), undefined]);
    expect([log.textAt(1, 0, 9), log.textAt(2, 0, 9)]).toEqual([null, null]);
    expect(log.textAt(0, 1, 1)).toEqual({ text: 'b', total: 3 });
    expect(log.textAt(0, 2, 9)).toEqual({ text: 'c', total: 3 });
    expect(log.textAt(0, 9, 9)).toEqual({ text: '', total: 3 });
  });
});

describe('the newest line', () => {
  it.each<[string, OutputPatch[], string]>([
    ['nothing', [], ''],
    ['pictures alone', [shown(0, 'x')], ''],
    ['a stream before a picture', [stream(0, 'one\ntwo\n'), shown(1, 'x')], 'two'],
    ['the last of two streams', [stream(0, 'one'), stream(1, 'two\n   \n', 'stderr')], 'two'],
    ['a line that came in pieces', [stream(0), ...'abcd'.split('').map((letter) => add(0, letter))], 'abcd'],
    ['a very long line', [stream(0, 'x'.repeat(5_000))], 'x'.repeat(2_000)],
    ['blank lines', [stream(0, '\n \n')], ''],
  ])('of %s', (_what, patches, line) => {
    expect(logOf(patches).lastLine()).toBe(line);
  });

  it('is looked for in the last pieces only', () => {
    const pieces = Array.from({ length: 9 }, (_, at) => add(0, at === 0 ? 'early\n' : '\n'));
    expect(logOf([stream(0), ...pieces]).lastLine()).toBe('');
  });
});

describe('reading on', () => {
  it('tells whether there is something new, without reading it', () => {
    const log = logOf([stream(0)]);
    expect(log.hasNews(START)).toBe(false);
    log.apply([add(0, 'ab')]);
    expect(log.hasNews(START)).toBe(true);
    const { mark } = log.since(START);
    expect(log.hasNews(mark)).toBe(false);
    expect(log.hasNews({ event: 1, offset: 1 })).toBe(true);
    log.apply([shown(1, 'x')]);
    expect(log.hasNews(mark)).toBe(true);
  });

  it('goes on in the middle of a text', () => {
    const log = logOf([stream(0), add(0, 'abcdef'), add(0, 'gh')]);
    const first = log.since(START, 4);
    expect(first).toEqual({
      outputs: [text('abcd')],
      places: [0],
      mark: { event: 1, offset: 4 },
      more: true,
      cleared: false,
    });
    const second = log.since(first.mark, 3);
    expect(second).toMatchObject({ outputs: [text('efg')], mark: { event: 2, offset: 1 }, more: true });
    expect(log.since(second.mark, 3)).toEqual({
      outputs: [text('h')],
      places: [0],
      mark: log.end,
      more: false,
      cleared: false,
    });
  });

  it('ends a page that is full to the last character without promising more than there is', () => {
    const log = logOf([stream(0), add(0, 'abcd')]);
    expect(log.since(START, 4)).toMatchObject({ more: false, mark: log.end });
    log.apply([add(0, 'e')]);
    expect(log.since(START, 4)).toMatchObject({ more: true, mark: { event: 2, offset: 0 } });
  });

  it('gives a large display a page of its own, and never none at all', () => {
    const log = logOf([stream(0), add(0, 'ab'), shown(1, 'x'.repeat(500)), shown(2, 'y'.repeat(500))]);
    const pages: number[][] = [];
    let mark = START;
    for (let more = true; more; ) {
      const page = log.since(mark, 100);
      pages.push(page.places);
      ({ mark, more } = page);
    }
    expect(pages).toEqual([[0], [1], [2]]);
  });

  it('puts a display beside a text when both fit exactly', () => {
    const size = JSON.stringify(display('x')).length;
    const log = logOf([stream(0), add(0, 'ab'), shown(1, 'x')]);
    expect(log.since(START, 2 + size)).toMatchObject({ places: [0, 1], more: false });
    expect(log.since(START, 1 + size)).toMatchObject({ places: [0], more: true });
  });

  it('holds at most eighty outputs on a page', () => {
    const log = logOf(Array.from({ length: 81 }, (_, at) => shown(at, 'x')));
    const first = log.since(START);
    expect([first.outputs.length, first.more]).toEqual([80, true]);
    expect(log.since(first.mark)).toMatchObject({ places: [80], more: false });
  });

  it('joins what one stream printed, and keeps two streams apart', () => {
    const log = logOf([
      stream(0),
      stream(1, '', 'stderr'),
      add(0, 'a'),
      add(0, 'b'),
      add(1, 'c'),
      add(0, 'd'),
    ]);
    expect(log.since(START)).toMatchObject({
      outputs: [text('ab'), text('c', 'stderr'), text('d')],
      places: [0, 1, 0],
    });
  });

  it('says once that what was read is gone, and only to who has read something', () => {
    const log = logOf([stream(0), add(0, 'old')]);
    const { mark } = log.since(START);
    log.apply([cut(0), stream(0), add(0, 'new')]);
    expect(log.since(START)).toMatchObject({ outputs: [text('new')], cleared: false });
    const next = log.since(mark);
    expect(next).toMatchObject({ outputs: [text('new')], cleared: true });
    expect(log.since(next.mark)).toMatchObject({ outputs: [], cleared: false });
  });

  it('begins with the first event after a clearing, also for a mark inside of what is gone', () => {
    const log = logOf([stream(0), add(0, 'abcdef')]);
    log.apply([cut(0), stream(0), add(0, 'xyz')]);
    expect(log.since({ event: 1, offset: 2 })).toMatchObject({ outputs: [text('xyz')], cleared: true });
  });
});

describe('a run that prints without end', () => {
  const LIMIT = 10;

  it('forgets its beginning, and says how much there was', () => {
    const log = logOf([stream(0), add(0, 'abcd'), add(0, 'efgh'), add(0, 'ij')], LIMIT);
    expect(log.chars).toBe(10);
    expect(log.textAt(0, 0, 99)).toEqual({ text: 'abcdefghij', total: 10 });
    log.apply([add(0, 'k')]);
    expect(log.chars).toBe(7);
    expect(log.all()).toEqual([text('efghijk')]);
    expect(log.textAt(0, 0, 6)).toEqual({ text: 'ef', total: 11 });
    expect(log.textAt(0, 4, 2)).toEqual({ text: 'ef', total: 11 });
    expect(log.textAt(0, 10, 99)).toEqual({ text: 'k', total: 11 });
    expect(log.textAt(0, 0, 4)).toEqual({ text: '', total: 11 });
  });

  it('is read on from what is left', () => {
    const log = logOf([stream(0), add(0, 'abcd'), add(0, 'efgh')], LIMIT);
    const { mark } = log.since(START, 2);
    log.apply([add(0, 'ijkl')]);
    expect(log.since(mark)).toMatchObject({ outputs: [text('efghijkl')], mark: { event: 4, offset: 0 } });
    expect(log.since({ event: 2, offset: 1 })).toMatchObject({ outputs: [text('fghijkl')] });
  });

  it('forgets its oldest displays as well, which leave a sentence, and comes to an end', () => {
    const shownFirst = display('x'.repeat(500));
    const size = JSON.stringify(shownFirst).length;
    const log = logOf([shown(0, 'x'.repeat(500)), stream(1), add(1, 'ab')], size + 2);
    expect(log.all()).toEqual([shownFirst, text('ab')]);
    log.apply([add(1, 'cd')]);
    expect(log.all()).toEqual([
      {
        output_type: 'display_data',
        data: { 'text/plain': expect.stringMatching(/^\[555 characters of output, forgotten: /) },
        metadata: {},
      },
      text('abcd'),
    ]);
    expect(log.chars).toBe(JSON.stringify(log.at(0)).length + 4);
    expect(log.since(START)).toMatchObject({ outputs: [text('abcd')], places: [1], more: false });
    const error = { output_type: 'error', ename: 'ValueError', evalue: 'x'.repeat(500), traceback: [] };
    const failed = logOf([{ op: 'put', index: 0, output: error }], LIMIT);
    expect(failed.at(0)).toEqual({
      ...error,
      evalue: expect.stringMatching(/^\[\d+ characters of output, forgotten/),
    });
    const tiny = logOf([shown(0, 'x'.repeat(50)), stream(1), add(1, 'ab')], LIMIT);
    expect(tiny.all()[1]).toEqual(text(''));
  });
});
