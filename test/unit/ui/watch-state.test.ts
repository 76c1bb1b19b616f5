import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { watchState } from '../../../src/ui/watch-state.ts';

/** As much of a Port as whoever watches uses. */
class FakePort {
  readonly messages: Array<(state: string) => void> = [];
  readonly disconnects: Array<() => void> = [];
  readonly onMessage = { addListener: (listener: (state: string) => void) => this.messages.push(listener) };
  readonly onDisconnect = { addListener: (listener: () => void) => this.disconnects.push(listener) };

  push(state: string): void {
    for (const listener of this.messages) listener(state);
  }
  fall(): void {
    for (const listener of this.disconnects) listener();
  }
}

describe('state that is pushed over a Port', () => {
  let ports: FakePort[];
  let shown: string[];
  let isWorthAnother: boolean;
  let errorsLookedAt: number;

  beforeEach(() => {
    vi.useFakeTimers();
    [ports, shown, isWorthAnother, errorsLookedAt] = [[], [], true, 0];
    const runtime = {
      get lastError() {
        errorsLookedAt += 1;
        return { message: 'Could not establish connection.' };
      },
    };
    vi.stubGlobal('chrome', { runtime });
    watchState<string>({
      open: () => {
        const port = new FakePort();
        ports.push(port);
        return port;
      },
      onState: (state) => shown.push(state),
      onLost: () => isWorthAnother,
    });
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('is shown as it comes', () => {
    ports[0]?.push('one');
    ports[0]?.push('two');
    expect(shown).toEqual(['one', 'two']);
    expect(ports).toHaveLength(1);
  });

  it('is asked for again a moment after the other end has gone, each time', async () => {
    for (const count of [1, 2]) {
      ports.at(-1)?.fall();
      expect(errorsLookedAt).toBe(count);
      await vi.advanceTimersByTimeAsync(249);
      expect(ports).toHaveLength(count);
      await vi.advanceTimersByTimeAsync(1);
      expect(ports).toHaveLength(count + 1);
    }
    ports.at(-1)?.push('three');
    expect(shown).toEqual(['three']);
  });

  it('is not asked for again where that is not worth it', async () => {
    isWorthAnother = false;
    ports[0]?.fall();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(ports).toHaveLength(1);
    expect(errorsLookedAt).toBe(1);
  });
});
