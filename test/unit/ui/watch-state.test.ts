import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ActivityWatch, NO_LINKS, watchTabState, watchTabStates } from '../../../src/ui/watch-state.ts';
import type { FromActivity, TabState } from '../../../src/wire/pushed-state.ts';
import { tabStateKey } from '../../../src/wire/pushed-state.ts';
import { EMPTY_VIEW } from '../../support/fake-session.ts';
import { FakeEvent, FakePort } from './fake-chrome.ts';

afterEach(() => vi.unstubAllGlobals());

describe('how tabs stand', () => {
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

  it('is shown of all tabs together, and of nothing else that is stored there', async () => {
    const all: Array<Map<number, TabState>> = [];
    stored[tabStateKey(12)] = NO_LINKS;
    stored[tabStateKey(7)] = waiting;
    Object.assign(stored, { links: [], 'tabState:x': NO_LINKS, 'policy-7-a': {} });
    await watchTabStates((states) => all.push(states));
    expect([...(all[0] ?? [])]).toEqual([
      [7, waiting],
      [12, NO_LINKS],
    ]);
    changed.fire({ links: {} });
    delete stored[tabStateKey(12)];
    changed.fire({ [tabStateKey(12)]: {} });
    await vi.waitFor(() => expect(all).toHaveLength(2));
    expect([...(all[1]?.keys() ?? [])]).toEqual([7]);
  });
});

describe('what agents do in a tab', () => {
  let port: FakePort;
  let errorsLookedAt: number;
  const connect = vi.fn((_tabId: number, _info: object) => port);

  beforeEach(() => {
    port = new FakePort();
    errorsLookedAt = 0;
    connect.mockClear();
    const runtime = {
      get lastError() {
        errorsLookedAt += 1;
        return undefined;
      },
    };
    vi.stubGlobal('chrome', { tabs: { connect }, runtime });
  });

  it('is shown as it comes, until the Port ends', () => {
    const shown: unknown[] = [];
    const ended = vi.fn();
    new ActivityWatch(7, (push) => shown.push(push), ended);
    expect(connect.mock.calls).toEqual([[7, { name: 'cellwire-activity', frameId: 0 }]]);
    const pushes: FromActivity[] = [
      { type: 'view', view: EMPTY_VIEW },
      { type: 'entries', entries: [], total: 0 },
    ];
    for (const push of pushes) port.onMessage.fire(push);
    expect(shown).toEqual(pushes);
    expect(ended).not.toHaveBeenCalled();
    port.onDisconnect.fire();
    expect(ended).toHaveBeenCalledTimes(1);
    expect(errorsLookedAt).toBe(1);
  });

  it('carries what the user wants, and the answer of each', async () => {
    const watch = new ActivityWatch(7, () => {}, vi.fn());
    const paused = watch.do('setPaused', true);
    const details = watch.do('details', 3);
    expect(port.posted).toEqual([
      { id: 1, action: 'setPaused', args: [true] },
      { id: 2, action: 'details', args: [3] },
    ]);
    port.onMessage.fire({ type: 'answer', id: 2, result: { args: 'a', result: 'b' } });
    port.onMessage.fire({ type: 'failed', id: 1, message: 'Not now.' });
    await expect(details).resolves.toEqual({ args: 'a', result: 'b' });
    await expect(paused).rejects.toThrow('Not now.');
  });

  it('fails what waits when the Port ends, and what is wanted after that', async () => {
    const watch = new ActivityWatch(7, () => {}, vi.fn());
    const waiting = watch.do('stop');
    port.onDisconnect.fire();
    await expect(waiting).rejects.toThrow('not there any more');
    await expect(watch.do('stop')).rejects.toThrow('not there any more');
    expect(port.posted).toHaveLength(1);
  });

  it('ends the Port when nobody looks any more, and shows nothing that still comes', () => {
    const shown = vi.fn();
    const ended = vi.fn();
    const watch = new ActivityWatch(7, shown, ended);
    watch.close();
    expect(port.isDisconnected).toBe(true);
    expect(ended).toHaveBeenCalledTimes(1);
    port.onMessage.fire({ type: 'view', view: EMPTY_VIEW });
    expect(shown).not.toHaveBeenCalled();
  });
});
