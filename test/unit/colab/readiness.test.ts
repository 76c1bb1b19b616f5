import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createColabNotebook } from '../../../src/colab/create-notebook.ts';
import { FakeCell, FakeColab } from './fake-colab.ts';

describe('readiness', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('waits while the cells are undefined, then empty', async () => {
    const colab = new FakeColab();
    colab.notebook.cells = undefined;
    const reading = createColabNotebook(colab.window).readCells({});
    await vi.advanceTimersByTimeAsync(3000);
    colab.notebook.cells = [];
    await vi.advanceTimersByTimeAsync(1000);
    colab.notebook.cells = [new FakeCell('c0', 'code', 'a')];
    await vi.advanceTimersByTimeAsync(100);
    expect((await reading).total).toBe(1);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('gives up after thirty seconds', async () => {
    const colab = new FakeColab();
    colab.notebook.cells = undefined;
    const failed = expect(createColabNotebook(colab.window).readCells({})).rejects.toMatchObject({
      kind: 'timeout',
    });
    await vi.advanceTimersByTimeAsync(30_000);
    await failed;
  });
});
