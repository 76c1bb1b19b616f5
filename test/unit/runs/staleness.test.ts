import { describe, expect, it } from 'vitest';
import type { LastRun } from '../../../src/runs/kernel-record.ts';
import type { CellFacts, KernelFacts } from '../../../src/runs/staleness.ts';
import { findStale } from '../../../src/runs/staleness.ts';

const here: KernelFacts = { isConnected: true, session: 's1' };

function cell(cellId: string, facts: Partial<CellFacts> = {}): CellFacts {
  return {
    cellId,
    index: 0,
    revision: `${cellId}-now`,
    executionCount: null,
    last: undefined,
    memory: 'unknown',
    ...facts,
  };
}

/** A cell that was seen to run, as it reads now. */
function seen(cellId: string, count: number, last: Partial<LastRun> = {}): CellFacts {
  const run = {
    status: 'ok' as const,
    executionCount: count,
    revision: `${cellId}-now`,
    kernelSession: 's1',
    ...last,
  };
  return cell(cellId, { executionCount: count, last: run });
}

function reasons(cells: CellFacts[], kernel = here) {
  const { stale, unknown } = findStale(cells, kernel);
  const told = (list: typeof stale) => Object.fromEntries(list.map(({ cellId, reason }) => [cellId, reason]));
  return { stale: told(stale), unknown: told(unknown) };
}

describe('which cells are not up to date', () => {
  it('none that ran as they read, from top to bottom, in this start of the kernel', () => {
    expect(reasons([seen('a', 1), seen('b', 2), seen('c', 9)])).toEqual({ stale: {}, unknown: {} });
  });

  it('those that did not run, failed, changed, or ran in an earlier start', () => {
    const cells = [
      cell('never'),
      seen('failed', 1, { status: 'error' }),
      seen('lost', 2, { status: 'lost' }),
      seen('changed', 3, { revision: 'before' }),
      seen('old', 4, { kernelSession: 's0' }),
      seen('fine', 5),
    ];
    expect(reasons(cells).stale).toEqual({
      never: 'has not run',
      failed: 'its last run ended as "error"',
      lost: 'its last run ended as "lost"',
      changed: 'changed since it ran',
      old: 'ran in an earlier start of the kernel',
    });
  });

  it('those that ran before one above them, also when that has changed since', () => {
    expect(reasons([seen('a', 5), seen('b', 2), seen('c', 6)]).stale).toEqual({
      b: 'ran before cell a, which is above it',
    });
    expect(reasons([seen('a', 5, { revision: 'before' }), seen('b', 2)]).stale).toEqual({
      a: 'changed since it ran',
      b: 'ran before cell a, which is above it',
    });
    // Counts of another start of the kernel say nothing.
    expect(Object.keys(reasons([seen('a', 50, { kernelSession: 's0' }), seen('b', 2)]).stale)).toEqual(['a']);
  });

  it('by what the kernel remembers, of cells that nobody watched', () => {
    const cells = (['same', 'other', 'none', 'unknown'] as const).map((memory, at) =>
      cell(memory, { memory, executionCount: at + 1 }),
    );
    expect(reasons(cells)).toEqual({
      stale: {
        other: 'changed since it ran, or ran in an earlier start of the kernel',
        none: 'ran in an earlier start of the kernel',
      },
      unknown: { unknown: expect.stringContaining('is not known') },
    });
  });

  it('is not known of a page that does not tell the start of its kernel', () => {
    const silent: KernelFacts = { isConnected: true, session: undefined };
    const run = seen('a', 1, { kernelSession: undefined });
    expect(Object.keys(reasons([run], silent).unknown)).toEqual(['a']);
    expect(reasons([{ ...run, memory: 'same' }], silent)).toEqual({ stale: {}, unknown: {} });
  });

  it('all of them, without a runtime', () => {
    const gone: KernelFacts = { isConnected: false, session: undefined };
    expect(reasons([seen('a', 1), cell('b'), cell('c', { executionCount: 4 })], gone).stale).toEqual({
      a: 'no runtime is connected',
      b: 'has not run',
      c: 'no runtime is connected',
    });
  });
});
