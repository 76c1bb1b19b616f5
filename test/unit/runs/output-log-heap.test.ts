import { describe, expect, it } from 'vitest';
import type { OutputPatch } from '../../../src/notebook/run-update.ts';
import { OutputLog, START } from '../../../src/runs/output-log.ts';
import { heldBytes } from '../../support/heap.ts';

const MEGABYTE = 1_000_000;

/** A text of its own: the same one again and again would be held once. */
const textOf = (length: number, at: number): string => `${at} `.padEnd(length, String(at % 10));

const update = (index: number, length: number, at: number): OutputPatch => ({
  op: 'put',
  index,
  output: { output_type: 'display_data', data: { 'text/plain': textOf(length, at) } },
});

/** How many megabytes more are held after all these patches than after the first hundred of them. */
function growth(log: OutputLog, count: number, patchAt: (at: number) => OutputPatch[]): number {
  for (let at = 0; at < 100; at++) log.apply(patchAt(at));
  const before = heldBytes();
  for (let at = 100; at < count; at++) log.apply(patchAt(at));
  return (heldBytes() - before) / MEGABYTE;
}

describe('the memory that a run takes stays with what it shows', () => {
  it('when a display is updated again and again', () => {
    const log = new OutputLog();
    expect(growth(log, 2_000, (at) => [update(0, 100_000, at)])).toBeLessThan(5);
    expect(log.chars).toBeLessThan(101_000);
  });

  it('when several are, between lines of text', () => {
    const log = new OutputLog();
    log.apply([{ op: 'put', index: 9, output: { output_type: 'stream', name: 'stdout', text: [] } }]);
    const patches = (at: number): OutputPatch[] => [
      update(at % 9, 100_000, at),
      { op: 'append', index: 9, text: '.' },
    ];
    expect(growth(log, 2_000, patches)).toBeLessThan(5);
    expect(log.since(START)).toMatchObject({ more: false, outputs: { length: expect.any(Number) } });
  });

  it('when small ones are updated a hundred thousand times', () => {
    expect(growth(new OutputLog(), 100_000, (at) => [update(0, 20, at)])).toBeLessThan(5);
  });

  it('when the code clears what it shows, every time', () => {
    const patches = (at: number): OutputPatch[] => [{ op: 'cut', length: 0 }, update(0, 100_000, at)];
    expect(growth(new OutputLog(), 2_000, patches)).toBeLessThan(5);
  });

  it('when a stream is begun anew, every time', () => {
    const patches = (at: number): OutputPatch[] => [
      { op: 'put', index: 0, output: { output_type: 'stream', name: 'stdout', text: [] } },
      { op: 'append', index: 0, text: textOf(100_000, at) },
    ];
    expect(growth(new OutputLog(), 2_000, patches)).toBeLessThan(5);
  });

  it('when it shows more and more, up to what is kept', () => {
    const log = new OutputLog(10 * MEGABYTE);
    expect(growth(log, 1_000, (at) => [update(at, 100_000, at)])).toBeLessThan(5);
    expect(log.chars).toBeLessThan(11 * MEGABYTE);
  });

  it('when it prints more and more, in large pieces and in single letters', () => {
    const patchesOf =
      (length: number) =>
      (at: number): OutputPatch[] =>
        at === 0
          ? [{ op: 'put', index: 0, output: { output_type: 'stream', name: 'stdout', text: [] } }]
          : [{ op: 'append', index: 0, text: textOf(length, at) }];
    expect(growth(new OutputLog(10 * MEGABYTE), 1_000, patchesOf(100_000))).toBeLessThan(5);
    expect(growth(new OutputLog(1 * MEGABYTE), 400_000, patchesOf(1))).toBeLessThan(40);
  });
});
