import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createColab } from '../../../src/colab/create-colab.ts';
import { type Output, toLines } from '../../../src/notebook/cell.ts';
import type { RunUpdate } from '../../../src/notebook/run-update.ts';
import { OutputLog } from '../../../src/runs/output-log.ts';
import { FakeColab } from './fake-colab.ts';

const printed: Output = { output_type: 'stream', name: 'stdout', text: ['hi\n'] };
const raised = (ename: string): Output => ({ output_type: 'error', ename, evalue: '', traceback: [] });

const inLines = (output: Output): Output =>
  typeof output.text === 'string' ? { ...output, text: toLines(output.text) } : output;

/** A cell whose manualExecute runs it for some milliseconds. */
function runnable(ms: number, outputs: Output[] = [printed]): FakeColab {
  const colab = new FakeColab('print("hi")', '# Title');
  const cell = colab.cell('c0');
  cell.manualExecute = () => {
    cell.start();
    setTimeout(() => cell.end(outputs), ms);
  };
  return colab;
}

describe('running a cell', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    // Nothing of a run may be left behind.
    expect(vi.getTimerCount()).toBe(0);
    vi.useRealTimers();
  });

  const run = async (colab: FakeColab, ms = 10_000) => {
    const log = new OutputLog();
    const onUpdate = (update: RunUpdate): void => {
      if ('patches' in update) log.apply(update.patches);
    };
    const running = createColab(colab.window).notebook.runCell({ cellId: 'c0' }, onUpdate);
    running.catch(() => {});
    await vi.advanceTimersByTimeAsync(ms);
    return { ...(await running), outputs: log.all().map(inLines) };
  };

  it('gives the outputs, the count and the time of a run', async () => {
    const result = await run(runnable(700));
    expect(result).toEqual({
      cellId: 'c0',
      status: 'ok',
      executionCount: 1,
      durationMs: 700,
      outputs: [printed],
      ran: { revision: expect.any(String) },
    });
  });

  it('does not start a cell that reads otherwise than it should', async () => {
    const colab = runnable(10);
    const { notebook } = createColab(colab.window);
    const { cells } = await notebook.readCells({ cellIds: ['c0'] });
    const expectedRevision = cells[0]?.revision ?? '';
    await notebook.replaceSource({ cellId: 'c0', source: 'other' });
    await expect(notebook.runCell({ cellId: 'c0', expectedRevision })).rejects.toMatchObject({
      kind: 'conflict',
      message: expect.stringContaining('not started'),
    });
    await notebook.replaceSource({ cellId: 'c0', source: 'print("hi")' });
    const running = notebook.runCell({ cellId: 'c0', expectedRevision });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await running).toMatchObject({ status: 'ok' });
  });

  it('notices a cell that is done before anyone looks', async () => {
    const colab = new FakeColab('1');
    const cell = colab.cell('c0');
    cell.manualExecute = () => cell.end([printed]);
    expect(await run(colab)).toMatchObject({ status: 'ok', outputs: [printed] });
  });

  it('tells an exception and an interrupt apart', async () => {
    expect(await run(runnable(10, [printed, raised('ValueError')]))).toMatchObject({ status: 'error' });
    expect(await run(runnable(10, [raised('KeyboardInterrupt')]))).toMatchObject({ status: 'interrupted' });
  });

  it('does not believe a way that says done and did not run', async () => {
    const colab = new FakeColab('1').withTool('run_code_cell', () => ({ outputs: [] }));
    let calls = 0;
    colab.cell('c0').manualExecute = async () => {
      calls++;
    };
    const result = await run(colab);
    expect(result).toMatchObject({ status: 'not_started', outputs: [], executionCount: null });
    expect(result.reason).toMatch(/manualExecute.*tools service/);
    expect(calls).toBe(1);
  });

  it('falls to the next way, and never starts twice', async () => {
    const colab = runnable(100);
    const cell = colab.cell('c0');
    const execute = cell.manualExecute;
    let started = 0;
    cell.manualExecute = () => Promise.reject(new Error('not today'));
    colab.withTool('run_code_cell', () => {
      started++;
      return execute?.();
    });
    expect(await run(colab)).toMatchObject({ status: 'ok' });
    expect(started).toBe(1);
  });

  it('does not start again what started late', async () => {
    const colab = new FakeColab('1');
    const cell = colab.cell('c0');
    let again = 0;
    cell.manualExecute = () => {
      setTimeout(() => {
        cell.pending = true;
      }, 900);
      setTimeout(() => {
        cell.pending = false;
        cell.start();
      }, 1200);
      setTimeout(() => cell.end([printed]), 1500);
      return new Promise(() => {});
    };
    colab.withTool('run_code_cell', () => {
      again++;
    });
    expect(await run(colab)).toMatchObject({ status: 'ok', outputs: [printed] });
    expect(again).toBe(0);
  });

  it('refuses text cells and cells that run already', async () => {
    const colab = runnable(10);
    const notebook = createColab(colab.window).notebook;
    await expect(notebook.runCell({ cellId: 'c1' })).rejects.toMatchObject({ kind: 'invalid_input' });
    colab.cell('c0').pending = true;
    await expect(notebook.runCell({ cellId: 'c0' })).rejects.toMatchObject({ kind: 'conflict' });
  });

  it('tells the queue and the run as progress', async () => {
    const colab = new FakeColab('1', '2');
    const cell = colab.cell('c0');
    colab.cell('c1').running = true;
    cell.manualExecute = () => {
      cell.pending = true;
      setTimeout(() => {
        cell.pending = false;
        cell.start();
      }, 2500);
      setTimeout(() => cell.end([]), 5000);
    };
    const progress: string[] = [];
    const running = createColab(colab.window).notebook.runCell(
      { cellId: 'c0' },
      (update) => 'state' in update && progress.push(update.state),
    );
    await vi.advanceTimersByTimeAsync(6000);
    expect(await running).toMatchObject({ status: 'ok' });
    expect(progress).toEqual(['queued behind another cell', 'running']);
  });

  it('asks no other cell why it waits when its turn comes at once', async () => {
    const colab = new FakeColab('1', '2');
    const cell = colab.cell('c0');
    let asked = 0;
    colab.cell('c1').isRunning = () => {
      asked++;
      return true;
    };
    cell.manualExecute = () => {
      cell.pending = true;
      setTimeout(() => {
        cell.pending = false;
        cell.start();
      }, 90);
      setTimeout(() => cell.end([]), 500);
    };
    expect(await run(colab)).toMatchObject({ status: 'ok' });
    expect(asked).toBe(0);
  });

  it('says not started when the cell leaves the queue unrun', async () => {
    const colab = new FakeColab('1');
    const cell = colab.cell('c0');
    cell.manualExecute = () => {
      cell.pending = true;
      setTimeout(() => {
        cell.pending = false;
      }, 500);
    };
    expect(await run(colab)).toMatchObject({ status: 'not_started', reason: expect.stringMatching(/queue/) });
  });

  it('does not say so when the kernel is another one by then: the one before may have had it already', async () => {
    const colab = new FakeColab('1');
    const cell = colab.cell('c0');
    const session = (kernelSessionId: string | undefined) =>
      Object.assign(colab.notebook.kernel ?? {}, { connection: { session: { kernelSessionId } } });
    // Not connected yet when the run is asked for.
    session(undefined);
    cell.manualExecute = () => {
      cell.pending = true;
      setTimeout(() => session('a'), 500);
      setTimeout(() => {
        cell.pending = false;
        session('b');
      }, 2_500);
    };
    expect(await run(colab)).toMatchObject({ status: 'lost', reason: expect.stringMatching(/may have run/) });
  });

  it('does not take the old outputs for those of a run that was cancelled', async () => {
    const colab = new FakeColab('1');
    const cell = colab.cell('c0');
    cell.count = 4;
    cell.outputs = [printed];
    cell.manualExecute = () => {
      cell.pending = true;
      setTimeout(() => {
        cell.pending = false;
        for (const listener of cell.completed.splice(0)) listener();
      }, 500);
    };
    expect(await run(colab)).toMatchObject({ status: 'not_started', outputs: [] });
  });

  it('is not taken in by counts that a restart takes away', async () => {
    const colab = runnable(500, []);
    const cell = colab.cell('c0');
    cell.count = 7;
    cell.end = () => {
      cell.running = false;
      cell.count = 0;
    };
    expect(await run(colab)).toMatchObject({ status: 'lost' });
  });

  it.each([undefined, null])('takes no count that cannot be read (%s) for a lost run', async (told) => {
    const colab = runnable(500);
    Object.assign(colab.cell('c0'), { getExecutionCount: told === null ? undefined : () => told });
    expect(await run(colab)).toMatchObject({ status: 'ok', executionCount: null, outputs: [printed] });
  });

  it('takes no count that can be read only later for a run', async () => {
    const colab = new FakeColab('1');
    const cell = colab.cell('c0');
    let isShown = false;
    Object.assign(cell, { getExecutionCount: () => (isShown ? 7 : undefined) });
    cell.manualExecute = () => {
      cell.pending = true;
      setTimeout(() => {
        isShown = true;
      }, 100);
      setTimeout(() => {
        cell.pending = false;
      }, 500);
    };
    expect(await run(colab)).toMatchObject({ status: 'not_started' });
  });

  it('says lost when the kernel is restarted under the cell', async () => {
    const colab = new FakeColab('1');
    const cell = colab.cell('c0');
    cell.manualExecute = () => {
      cell.start();
      setTimeout(() => {
        cell.running = false;
        for (const listener of cell.completed.splice(0)) listener();
      }, 500);
    };
    expect(await run(colab)).toMatchObject({ status: 'lost', reason: expect.stringMatching(/restarted/) });
  });

  it('says lost when the cell is deleted or the runtime goes', async () => {
    const deleted = runnable(60_000);
    setTimeout(() => deleted.remove(deleted.cell('c0')), 1000);
    expect(await run(deleted)).toMatchObject({ status: 'lost', reason: expect.stringMatching(/deleted/) });

    const gone = runnable(30_000);
    setTimeout(() => {
      gone.connected = false;
    }, 1000);
    expect(await run(gone, 40_000)).toMatchObject({
      status: 'lost',
      reason: expect.stringMatching(/disconn/),
    });
    vi.clearAllTimers();
  });
});
