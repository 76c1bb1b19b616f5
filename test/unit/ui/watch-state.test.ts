import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NO_LINKS, watchActivity, watchTabState } from '../../../src/ui/watch-state.ts';
import type { Activity, TabState } from '../../../src/wire/pushed-state.ts';
import { tabStateKey } from '../../../src/wire/pushed-state.ts';

type Listener<Args extends unknown[]> = (...args: Args) => void;

class FakeEvent<Args extends unknown[]> {
  readonly #listeners: Listener<Args>[] = [];
  addListener = (listener: Listener<Args>): void => void this.#listeners.push(listener);
  fire(...args: Args): void {
    for (const listener of this.#listeners) listener(...args);
  }
}

afterEach(() => vi.unstubAllGlobals());

describe('how a tab stands', () => {
  const stored: Record<string, TabState> = {};
  let changed: FakeEvent<[object]>;
  const shown: TabState[] = [];
  const waiting = { ...NO_LINKS, waitingForConsent: [8765] };

  beforeEach(() => {
    shown.length = 0;
    changed = new FakeEvent();
    for (const key of Object.keys(stored)) delete stored[key];
    const session = { get: async () => ({ ...stored }), onChanged: changed };
    vi.stubGlobal('chrome', { storage: { session } });
  });

  it('is shown at once, and as nothing where nothing is known', async () => {
    await watchTabState(7, (state) => shown.push(state));
    expect(shown).toEqual([NO_LINKS]);
    stored[tabStateKey(8)] = waiting;
    await watchTabState(8, (state) => shown.push(state));
    expect(shown).toEqual([NO_LINKS, waiting]);
  });

  it('is shown again when it changes, and not when another does', async () => {
    await watchTabState(7, (state) => shown.push(state));
    stored[tabStateKey(7)] = waiting;
    changed.fire({ [tabStateKey(8)]: {} });
    changed.fire({ [tabStateKey(7)]: {} });
    await vi.waitFor(() => expect(shown).toEqual([NO_LINKS, waiting]));
    delete stored[tabStateKey(7)];
    changed.fire({ [tabStateKey(7)]: {} });
    await vi.waitFor(() => expect(shown).toEqual([NO_LINKS, waiting, NO_LINKS]));
  });
});

describe('what agents do in a tab', () => {
  it('is shown as it comes, until the Port ends', () => {
    const port = { onMessage: new FakeEvent<[Activity]>(), onDisconnect: new FakeEvent<[]>() };
    const connect = vi.fn(() => port);
    let errorsLookedAt = 0;
    const runtime = {
      get lastError() {
        errorsLookedAt += 1;
        return undefined;
      },
    };
    vi.stubGlobal('chrome', { tabs: { connect }, runtime });
    const shown: Activity[] = [];
    const ended = vi.fn();
    watchActivity(7, (activity) => shown.push(activity), ended);
    expect(connect.mock.calls).toEqual([[7, { name: 'cellwire-activity', frameId: 0 }]]);
    port.onMessage.fire({ now: [], last: null });
    expect(shown).toEqual([{ now: [], last: null }]);
    expect(ended).not.toHaveBeenCalled();
    port.onDisconnect.fire();
    expect(ended).toHaveBeenCalledTimes(1);
    expect(errorsLookedAt).toBe(1);
  });
});
