import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createColab } from '../../../src/colab/create-colab.ts';
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
    const reading = createColab(colab.window).notebook.readCells({});
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
    const failed = expect(createColab(colab.window).notebook.readCells({})).rejects.toMatchObject({
      kind: 'timeout',
    });
    await vi.advanceTimersByTimeAsync(30_000);
    await failed;
  });

  it.each([
    ['loading', 'still loading', 'reload'],
    ['complete', 'showed no notebook', 'sign-in'],
  ] as const)('says of a page that is %s what is the matter', async (readyState, what, next) => {
    const { window } = new FakeColab();
    const bare = { document: { ...window.document, readyState }, location: window.location };
    const failed = expect(createColab(bare).notebook.readCells({})).rejects.toMatchObject({
      kind: 'timeout',
      message: expect.stringContaining(what),
      next: expect.stringContaining(next),
    });
    await vi.advanceTimersByTimeAsync(30_000);
    await failed;
  });
});
