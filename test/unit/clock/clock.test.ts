import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Clock } from '../../../src/clock/clock.ts';

const HELD_BACK_MS = 60_000;

describe('the clock', () => {
  let clock: Clock;
  let asked: number[];
  const done: string[] = [];
  const note = (what: string) => (): void => void done.push(what);

  beforeEach(() => {
    vi.useFakeTimers();
    done.length = 0;
    asked = [];
    clock = new Clock();
    clock.wokenBy((ms) => asked.push(ms));
  });
  afterEach(() => {
    vi.restoreAllMocks();
    vi.useRealTimers();
  });

  /** As a tab sees it whose own timers do not come. */
  async function pass(ms: number): Promise<void> {
    await Promise.resolve();
    const now = performance.now();
    vi.spyOn(performance, 'now').mockReturnValue(now + ms);
  }

  it('is the timers of every script where these are not held back', async () => {
    clock.after(100, note('once'));
    clock.every(40, note('every'));
    const cleared = clock.after(50, note('cleared'));
    clock.clear(cleared);
    clock.clear(undefined);
    await vi.advanceTimersByTimeAsync(120);
    expect(done).toEqual(['every', 'every', 'once', 'every']);
    expect(asked).toEqual([]);
  });

  it('asks to be woken for what is due next, once for all of a task', async () => {
    clock.after(HELD_BACK_MS, note('late'));
    clock.isHeldBack = true;
    clock.after(300, note('second'));
    clock.after(40, note('first'));
    await Promise.resolve();
    expect(asked).toEqual([40]);
    clock.after(10, note('earlier'));
    clock.after(200, note('third'));
    await Promise.resolve();
    expect(asked).toEqual([40, 10]);
  });

  it('does what is due when it is woken, and asks for the rest', async () => {
    clock.isHeldBack = true;
    clock.after(40, note('first'));
    clock.every(40, note('every'));
    clock.after(300, note('rest'));
    await pass(41);
    clock.wake();
    await Promise.resolve();
    await Promise.resolve();
    expect(done).toEqual(['first', 'every']);
    expect(asked).toEqual([40, 40]);
  });

  it('lets one that fails or clears another keep no third from its time', async () => {
    clock.isHeldBack = true;
    const failures: unknown[] = [];
    vi.spyOn(globalThis, 'queueMicrotask').mockImplementation((work) => {
      void Promise.resolve()
        .then(work)
        .catch((thrown: unknown) => failures.push(thrown));
    });
    clock.after(10, () => {
      clock.clear(second);
      throw new Error('first');
    });
    const second = clock.after(10, note('second'));
    clock.after(10, note('third'));
    await pass(11);
    clock.wake();
    await vi.advanceTimersByTimeAsync(0);
    expect(done).toEqual(['third']);
    expect(failures).toHaveLength(1);
  });

  it('asks anew when whoever was asked is gone, and when it is not woken in time', async () => {
    clock.isHeldBack = true;
    clock.after(500, note('a'));
    await Promise.resolve();
    clock.renew();
    await Promise.resolve();
    expect(asked).toEqual([500, 500]);
    clock.after(2_000, note('b'));
    // The browser's own timer comes first.
    await vi.advanceTimersByTimeAsync(500);
    expect(done).toEqual(['a']);
    expect(asked).toEqual([500, 500, 1_500]);
  });

  it('asks nobody any more when timers run again', async () => {
    clock.isHeldBack = true;
    clock.isHeldBack = false;
    const paused = clock.pause(30);
    await vi.advanceTimersByTimeAsync(30);
    await paused;
    expect(asked).toEqual([]);
  });
});
