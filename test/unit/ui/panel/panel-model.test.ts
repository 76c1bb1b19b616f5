import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PanelModel } from '../../../../src/ui/panel/model/panel-model.ts';
import type { TabState } from '../../../../src/wire/pushed-state.ts';
import { tabStateKey } from '../../../../src/wire/pushed-state.ts';
import { EMPTY_VIEW } from '../../../support/fake-session.ts';
import {
  BUSY_VIEW,
  CLAUDE,
  entriesUpTo,
  entryOf,
  linkOf,
  tabStateOf,
} from '../../../support/panel-states.ts';
import { FakeEvent, FakePort } from '../fake-chrome.ts';

/** The browser, as far as the panel looks at it: window 1 with tabs 7 and 8. */
class FakeChrome {
  readonly ports: Array<FakePort & { tabId: number }> = [];
  readonly stored: Record<string, TabState> = {};
  readonly notebooks = new Set([7, 8]);
  readonly onActivated = new FakeEvent<[{ tabId: number; windowId: number }]>();
  readonly onUpdated = new FakeEvent<[number, { title?: string; status?: string }]>();
  readonly onChanged = new FakeEvent<[object]>();
  readonly windows = { getCurrent: async () => ({ id: 1 }) };
  readonly runtime = { lastError: undefined };
  readonly storage = { session: { get: async () => ({ ...this.stored }), onChanged: this.onChanged } };
  readonly tabs = {
    onActivated: this.onActivated,
    onUpdated: this.onUpdated,
    query: async () => [{ id: 7 }],
    get: async (id: number) => ({ title: `Notebook ${id}` }),
    sendMessage: async (id: number) => this.notebooks.has(id),
    connect: (tabId: number) => {
      const port = Object.assign(new FakePort(), { tabId });
      this.ports.push(port);
      return port;
    },
  };

  setState(tabId: number, state: TabState): void {
    this.stored[tabStateKey(tabId)] = state;
    this.onChanged.fire({ [tabStateKey(tabId)]: {} });
  }
}

describe('what the panel knows', () => {
  let chrome: FakeChrome;
  let model: PanelModel;
  const port = (): FakePort => {
    const latest = chrome.ports.at(-1);
    if (!latest) throw new Error('No Port was opened.');
    return latest;
  };

  beforeEach(() => {
    chrome = new FakeChrome();
    vi.stubGlobal('chrome', chrome);
    vi.stubGlobal('location', { search: '' });
    model = new PanelModel();
  });
  afterEach(() => vi.unstubAllGlobals());

  it('is about the active tab of its window, and ends the Port to the one before', async () => {
    await model.start();
    expect([model.tabId, chrome.ports.map(({ tabId }) => tabId)]).toEqual([7, [7]]);
    await vi.waitFor(() => expect(model.subject).toBe('notebook'));
    chrome.onActivated.fire({ tabId: 99, windowId: 2 });
    expect(model.tabId).toBe(7);
    chrome.onActivated.fire({ tabId: 8, windowId: 1 });
    expect(model.subject).toBe('looking');
    expect(chrome.ports.map(({ tabId, isDisconnected }) => [tabId, isDisconnected])).toEqual([
      [7, true],
      [8, false],
    ]);
    await vi.waitFor(() => expect(model.titles.get(8)).toBe('Notebook 8'));
  });

  it('is about the named tab, whichever is active', async () => {
    vi.stubGlobal('location', { search: '?tab=8' });
    await model.start();
    chrome.onActivated.fire({ tabId: 7, windowId: 1 });
    expect(model.tabId).toBe(8);
  });

  it('is what was pushed, and nothing of the tab before', async () => {
    await model.start();
    const told = vi.fn();
    model.onChange(told);
    port().onMessage.fire({ type: 'view', view: BUSY_VIEW });
    port().onMessage.fire({ type: 'entries', entries: entriesUpTo(3), total: 3 });
    expect(told).toHaveBeenCalledTimes(2);
    expect([model.view, model.timeline.total, model.placeOf('cell-6')]).toEqual([BUSY_VIEW, 3, 7]);
    chrome.onActivated.fire({ tabId: 8, windowId: 1 });
    expect([model.view, model.timeline.total, model.placeOf('cell-6')]).toEqual([null, 0, null]);
  });

  it('looks for a session again when the links of the tab change, and not before', async () => {
    await model.start();
    port().onDisconnect.fire();
    expect(chrome.ports).toHaveLength(1);
    chrome.setState(8, tabStateOf([]));
    await vi.waitFor(() => expect(model.states.size).toBe(1));
    expect(chrome.ports).toHaveLength(1);
    chrome.setState(7, tabStateOf([linkOf(CLAUDE, 7)]));
    await vi.waitFor(() => expect(chrome.ports).toHaveLength(2));
    expect(model.state.links).toHaveLength(1);
  });

  it('goes on with the next notebook of the tab at once', async () => {
    await model.start();
    port().onMessage.fire({ type: 'view', view: BUSY_VIEW });
    port().onMessage.fire({ type: 'entries', entries: entriesUpTo(3), total: 3 });
    port().onDisconnect.fire();
    expect([chrome.ports.length, model.view]).toEqual([2, null]);
    port().onMessage.fire({ type: 'view', view: EMPTY_VIEW });
    expect([model.view, model.timeline.total]).toEqual([EMPTY_VIEW, 0]);
  });

  it('fetches earlier calls once, however many want them', async () => {
    await model.start();
    port().onMessage.fire({ type: 'entries', entries: [entryOf(3)], total: 3 });
    const both = Promise.all([model.fetchEarlier(), model.fetchEarlier()]);
    expect(port().posted).toEqual([{ id: 1, action: 'earlier', args: [3, 500] }]);
    port().onMessage.fire({ type: 'answer', id: 1, result: [entryOf(2), entryOf(1)] });
    await both;
    expect(model.timeline.entries).toHaveLength(3);
    await model.fetchEarlier();
    expect(port().posted).toHaveLength(1);
  });

  it('knows when the tab shows something else, and its title', async () => {
    await model.start();
    await vi.waitFor(() => expect(model.subject).toBe('notebook'));
    chrome.onUpdated.fire(7, { title: 'Renamed' });
    expect(model.titles.get(7)).toBe('Renamed');
    chrome.notebooks.delete(7);
    chrome.onUpdated.fire(7, { status: 'complete' });
    await vi.waitFor(() => expect(model.subject).toBe('no-notebook'));
  });
});
