import { describe, expect, it } from 'vitest';
import { SpoolOutputs } from '../../../src/colab/kernel/spool-outputs.ts';
import { OutputLog } from '../../../src/runs/output-log.ts';

/** What a reader of the run sees, after these pieces. */
function shown(...pieces: unknown[][]) {
  const outputs = new SpoolOutputs();
  const log = new OutputLog();
  for (const piece of pieces) log.apply(outputs.apply(piece));
  return { all: log.all(), end: outputs.end };
}

const display = (text: string) => ({
  output_type: 'display_data',
  data: { 'text/plain': text },
  metadata: {},
});

describe('what a spool tells', () => {
  it('joins a stream over pieces, and keeps two streams apart', () => {
    const { all } = shown(
      [['begin'], ['stream', 'stdout', 'a\n']],
      [
        ['stream', 'stdout', 'b\n'],
        ['stream', 'stderr', 'c\n'],
      ],
    );
    expect(all).toMatchObject([
      { name: 'stdout', text: expect.anything() },
      { name: 'stderr', text: expect.anything() },
    ]);
    expect(JSON.stringify(all)).toMatch(/a\\n.*b\\n.*c\\n/);
  });

  it('replaces a display by its id, and no other', () => {
    const { all } = shown([
      ['output', display('one'), 'x'],
      ['output', display('two'), 'y'],
      ['output', display('three'), null],
      ['update', 'x', { 'text/plain': 'new' }, {}],
    ]);
    expect(all).toMatchObject([
      { data: { 'text/plain': 'new' } },
      { data: { 'text/plain': 'two' } },
      { data: { 'text/plain': 'three' } },
    ]);
  });

  it('clears at once, or with what comes next', () => {
    expect(
      shown([
        ['output', display('gone'), null],
        ['clear', false],
      ]).all,
    ).toEqual([]);
    const waiting = [
      ['output', display('stays'), null],
      ['clear', true],
    ];
    expect(shown(waiting).all).toMatchObject([display('stays')]);
    expect(shown(waiting, [['output', display('next'), null]]).all).toMatchObject([display('next')]);
  });

  it('takes the end, and nothing that it does not know', () => {
    const end = { status: 'interrupted', executionCount: 3, durationMs: 12 };
    expect(shown([['end', end]]).end).toEqual(end);
    expect(shown([['end', { status: 'nonsense' }]]).end).toEqual({
      status: 'error',
      executionCount: null,
      durationMs: 0,
    });
    expect(shown([['what'], 'x', null, ['output', 5, null]]).all).toEqual([]);
  });
});
