import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createColab } from '../../../src/colab/create-colab.ts';
import { Failure } from '../../../src/notebook/failure.ts';
import { FakeColab } from './fake-colab.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Three code cells, of which the second runs and stops when it is told to. */
function running(stopsAfterMs = 100) {
  const colab = new FakeColab('1', '2', '3');
  colab.cell('c1').start();
  let interrupts = 0;
  colab.notebook.interrupt = () => {
    interrupts++;
    setTimeout(() => colab.cell('c1').end(), stopsAfterMs);
  };
  const interrupt = async (target: { cellId?: string }) => {
    const answer = createColab(colab.window).kernel.interrupt(target);
    answer.catch(() => {});
    await vi.advanceTimersByTimeAsync(20_000);
    return answer;
  };
  return { colab, interrupt, interrupts: () => interrupts };
}

describe('interrupting', () => {
  it.each([{}, { cellId: 'c1' }])('stops the cell that runs, once: %j', async (target) => {
    const { interrupt, interrupts } = running();
    expect(await interrupt(target)).toEqual({ interrupted: true });
    expect(interrupts()).toBe(1);
  });

  it.each(['c0', 'c2', 'nope'])('leaves the running cell alone when %s was meant', async (cellId) => {
    const { interrupt, interrupts } = running();
    expect(await interrupt({ cellId })).toEqual({ interrupted: false });
    expect(interrupts()).toBe(0);
  });

  it('says when nothing runs', async () => {
    const { colab, interrupt, interrupts } = running();
    colab.cell('c1').end();
    expect(await interrupt({})).toEqual({ interrupted: false });
    expect(interrupts()).toBe(0);
  });

  it('says when the code takes its time to wind up, and does not break into that', async () => {
    const { interrupt, interrupts } = running(15_000);
    expect(await interrupt({})).toEqual({ interrupted: true, stillRunning: true });
    expect(interrupts()).toBe(1);
  });

  it('does not say that nothing runs where a cell runs that it cannot stop', async () => {
    const { colab, interrupt } = running();
    delete colab.notebook.interrupt;
    await expect(interrupt({})).rejects.toThrow(
      new Failure(
        'unsupported',
        'This build of Colab (colab-fake_1) did not let us interrupt the running cell: it offers no known way. The notebook is unchanged.',
        'Ask the user to do it by hand in the Colab tab, and to report this build so that it can be supported.',
      ),
    );
    expect(await interrupt({ cellId: 'c0' })).toEqual({ interrupted: false });
  });

  it('is told of a cell that the kernel gives up without a word; one that nobody interrupted is lost', async () => {
    const colab = new FakeColab('1');
    const cell = colab.cell('c0');
    const giveUp = (): void => {
      cell.running = false;
      for (const listener of cell.completed.splice(0)) listener();
    };
    cell.manualExecute = () => cell.start();
    colab.notebook.interrupt = giveUp;
    const { notebook, kernel } = createColab(colab.window);
    const told = notebook.runCell({ cellId: 'c0' });
    await vi.advanceTimersByTimeAsync(500);
    void kernel.interrupt({});
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await told).toMatchObject({
      status: 'interrupted',
      reason: expect.stringMatching(/before its code/),
    });

    const untold = notebook.runCell({ cellId: 'c0' });
    await vi.advanceTimersByTimeAsync(500);
    giveUp();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await untold).toMatchObject({ status: 'lost' });
  });
});
