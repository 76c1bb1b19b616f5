import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WorkerReports } from '../../../../background/link/worker-reports.ts';

/** A worker that answers when the test says so. */
class FakeWorker {
  readonly told: string[] = [];
  readonly reports = new WorkerReports<string>((message) => {
    this.told.push(message);
    return new Promise((resolve, reject) => {
      this.answer = async () => {
        resolve(true);
        await vi.advanceTimersByTimeAsync(0);
      };
      this.isPassedBy = async () => {
        resolve(undefined);
        await vi.advanceTimersByTimeAsync(0);
      };
      this.dies = async () => {
        reject(new Error('The message channel closed before a response was received.'));
        await vi.advanceTimersByTimeAsync(0);
      };
    });
  });
  answer = async (): Promise<void> => {};
  isPassedBy = async (): Promise<void> => {};
  dies = async (): Promise<void> => {};
}

describe('reports to the worker', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('are told once to a worker that answers', async () => {
    const worker = new FakeWorker();
    worker.reports.tell('state', 'open');
    await worker.answer();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(worker.told).toEqual(['open']);
  });

  it('are told again to the next worker, where one was stopped while it was told', async () => {
    const worker = new FakeWorker();
    worker.reports.tell('state', 'closed');
    await worker.dies();
    await vi.advanceTimersByTimeAsync(100);
    expect(worker.told).toEqual(['closed', 'closed']);
    await worker.answer();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(worker.told).toHaveLength(2);
  });

  it('are told again where no answer comes at all', async () => {
    const worker = new FakeWorker();
    worker.reports.tell('state', 'closed');
    await vi.advanceTimersByTimeAsync(5_100);
    expect(worker.told).toEqual(['closed', 'closed']);
  });

  it('are told again where only others have heard them', async () => {
    const worker = new FakeWorker();
    worker.reports.tell('state', 'closed');
    await worker.isPassedBy();
    await vi.advanceTimersByTimeAsync(100);
    expect(worker.told).toEqual(['closed', 'closed']);
  });

  it('wait for the one before, and only the newest is told then', async () => {
    const worker = new FakeWorker();
    for (const state of ['open', 'busy', 'open', 'closed']) worker.reports.tell('state', state);
    expect(worker.told).toEqual(['open']);
    await worker.answer();
    expect(worker.told).toEqual(['open', 'closed']);
  });

  it('that are out of date are not told again', async () => {
    const worker = new FakeWorker();
    worker.reports.tell('state', 'open');
    worker.reports.tell('state', 'closed');
    await worker.dies();
    await vi.advanceTimersByTimeAsync(100);
    expect(worker.told).toEqual(['open', 'closed']);
  });

  it('of another kind do not wait', () => {
    const worker = new FakeWorker();
    worker.reports.tell('state', 'open');
    worker.reports.tell('paired', 'key');
    expect(worker.told).toEqual(['open', 'key']);
  });

  it('are given up where the worker says every time that it cannot, and the next one is told as ever', async () => {
    const worker = new FakeWorker();
    worker.reports.tell('state', 'open');
    for (let i = 0; i < 20; i++) {
      await worker.dies();
      await vi.advanceTimersByTimeAsync(5_000);
    }
    expect(worker.told).toHaveLength(6);
    worker.reports.tell('state', 'closed');
    expect(worker.told.at(-1)).toBe('closed');
  });

  it('are not told again once they are out of date by something else', async () => {
    const worker = new FakeWorker();
    worker.reports.tell('state', 'open');
    const { dies } = worker;
    worker.reports.forget('state');
    worker.reports.tell('state', 'closed');
    await dies();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(worker.told).toEqual(['open', 'closed']);
    await worker.answer();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(worker.told).toHaveLength(2);
  });

  it('do not count an answer that comes after the worker was given up', async () => {
    const worker = new FakeWorker();
    worker.reports.tell('state', 'open');
    const { answer } = worker;
    await vi.advanceTimersByTimeAsync(5_100);
    await answer();
    worker.reports.tell('state', 'closed');
    expect(worker.told).toEqual(['open', 'open']);
    await worker.answer();
    expect(worker.told).toEqual(['open', 'open', 'closed']);
  });
});
