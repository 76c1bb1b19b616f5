import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WaitList } from '../../../bridge/tabs/wait-list.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const never = (): AbortSignal => new AbortController().signal;

describe('those who wait', () => {
  it('all get what they wait for, once', async () => {
    const waiters = new WaitList<string>();
    const waiting = [waiters.wait(10, never()), waiters.wait(20, never())];
    waiters.resolve('tab');
    expect(await Promise.all(waiting)).toEqual(['tab', 'tab']);
    expect(vi.getTimerCount()).toBe(0);
    const later = waiters.wait(10, never());
    vi.advanceTimersByTime(10);
    expect(await later).toBeNull();
  });

  it('get nothing when their time is up, each at their own', async () => {
    const waiters = new WaitList<string>();
    const [short, long] = [waiters.wait(10, never()), waiters.wait(20, never())];
    vi.advanceTimersByTime(10);
    expect(await short).toBeNull();
    waiters.resolve('tab');
    expect(await long).toBe('tab');
  });

  it('may give up, and are then forgotten', async () => {
    const waiters = new WaitList<string>();
    const controller = new AbortController();
    const waiting = waiters.wait(10, controller.signal);
    controller.abort('enough');
    await expect(waiting).rejects.toBe('enough');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('do not begin when they have given up already', async () => {
    const waiters = new WaitList<string>();
    await expect(waiters.wait(10, AbortSignal.abort('enough'))).rejects.toBe('enough');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('leave nothing behind on the signal of a call that goes on', async () => {
    const waiters = new WaitList<string>();
    const { signal } = new AbortController();
    const waiting = waiters.wait(10, signal);
    waiters.resolve('tab');
    await waiting;
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });
});
