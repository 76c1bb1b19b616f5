import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WaitList } from '../../../bridge/tabs/wait-list.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const never = (): AbortSignal => new AbortController().signal;

describe('those who wait', () => {
  let there: string | null;
  const look = (): string | null => there;
  beforeEach(() => {
    there = null;
  });

  it('all get what they wait for, once', async () => {
    const waiters = new WaitList();
    const waiting = [waiters.until(look, 10, never()), waiters.until(look, 20, never())];
    there = 'tab';
    waiters.changed();
    expect(await Promise.all(waiting)).toEqual(['tab', 'tab']);
    expect(vi.getTimerCount()).toBe(0);
    there = null;
    const later = waiters.until(look, 10, never());
    vi.advanceTimersByTime(10);
    expect(await later).toBeNull();
  });

  it('do not wait for what is there', async () => {
    there = 'tab';
    expect(await new WaitList().until(look, 10, never())).toBe('tab');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('wait on when it is not theirs that has come', async () => {
    const waiters = new WaitList();
    const waiting = waiters.until(() => (there === 'mine' ? there : null), 10, never());
    there = 'another';
    waiters.changed();
    there = 'mine';
    waiters.changed();
    expect(await waiting).toBe('mine');
  });

  it('get nothing when their time is up, each at their own', async () => {
    const waiters = new WaitList();
    const [short, long] = [waiters.until(look, 10, never()), waiters.until(look, 20, never())];
    vi.advanceTimersByTime(10);
    expect(await short).toBeNull();
    there = 'tab';
    waiters.changed();
    expect(await long).toBe('tab');
  });

  it('may give up, and are then forgotten', async () => {
    const waiters = new WaitList();
    const controller = new AbortController();
    const waiting = waiters.until(look, 10, controller.signal);
    controller.abort('enough');
    await expect(waiting).rejects.toBe('enough');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('do not begin when they have given up already', async () => {
    const waiters = new WaitList();
    await expect(waiters.until(look, 10, AbortSignal.abort('enough'))).rejects.toBe('enough');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('leave nothing behind on the signal of a call that goes on', async () => {
    const waiters = new WaitList();
    const { signal } = new AbortController();
    const waiting = waiters.until(look, 10, signal);
    there = 'tab';
    waiters.changed();
    await waiting;
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });
});
