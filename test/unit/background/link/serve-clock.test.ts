import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { serveClock } from '../../../../background/link/serve-clock.ts';

describe('the clock that a link gives to a hidden tab', () => {
  let ask: (ms: unknown) => void;
  let leave: () => void;
  const woken = vi.fn();
  beforeEach(() => {
    vi.useFakeTimers();
    woken.mockClear();
    const listeners = { onMessage: vi.fn(), onDisconnect: vi.fn() };
    const event = (listen: (listener: never) => void) => ({
      addListener: listen,
      removeListener: vi.fn(),
      hasListener: () => false,
      hasListeners: () => false,
    });
    serveClock({
      postMessage: woken,
      onMessage: event(listeners.onMessage),
      onDisconnect: event(listeners.onDisconnect),
    });
    ask = listeners.onMessage.mock.calls[0]?.[0];
    leave = listeners.onDisconnect.mock.calls[0]?.[0];
  });
  afterEach(() => vi.useRealTimers());

  it('wakes it when it has asked to be; its last word counts', async () => {
    ask(500);
    ask(40);
    ask('soon');
    await vi.advanceTimersByTimeAsync(40);
    expect(woken).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(woken).toHaveBeenCalledTimes(1);
  });

  it('wakes nobody who has left', async () => {
    ask(40);
    leave();
    await vi.advanceTimersByTimeAsync(100);
    expect(woken).not.toHaveBeenCalled();
  });
});
