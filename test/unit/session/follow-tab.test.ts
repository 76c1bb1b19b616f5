import { fakeBrowser } from '@webext-core/fake-browser';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { followTab } from '../../../content-scripts/session/follow-tab.ts';
import type { TabSession } from '../../../content-scripts/session/tab-session.ts';

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }));

type Sender = Parameters<typeof fakeBrowser.runtime.onMessage.trigger>[1];

const COLAB = 'https://colab.research.google.com';
const FRAGMENT = 'mcpProxyToken=secret&mcpProxyPort=8765';
const SECRET = { token: 'secret', port: 8765 };
const ORDERS = {
  to: 'session',
  type: 'orders',
  place: { origin: COLAB, path: '/drive/one' },
  orders: { attach: ['link'], ask: [] },
};

class NavigateEvent extends Event {
  readonly destination: { url: string };
  readonly hashChange: boolean;
  constructor(url: string, { hashChange = true, cancelable = true } = {}) {
    super('navigate', { cancelable });
    this.destination = { url };
    this.hashChange = hashChange;
  }
}

describe('a session and its tab', () => {
  let tab: EventTarget & { navigation: EventTarget };
  const session = {
    start: vi.fn<TabSession['start']>(),
    follow: vi.fn<TabSession['follow']>(),
    leave: vi.fn<TabSession['leave']>(),
  };

  beforeEach(() => {
    fakeBrowser.reset();
    tab = Object.assign(new EventTarget(), { navigation: new EventTarget() });
    vi.clearAllMocks();
    vi.stubGlobal('window', tab);
    vi.stubGlobal('history', {
      state: null,
      replaceState: (_state: null, _title: '', url: string) => show(url),
    });
    show('/drive/one');
    followTab(session);
  });
  afterEach(() => vi.unstubAllGlobals());

  const show = (address: string): void => void vi.stubGlobal('location', new URL(address, COLAB));
  /** The site shows another address without a page load. */
  function moveTo(address: string): void {
    show(address);
    tab.navigation.dispatchEvent(new Event('currententrychange'));
  }

  describe('that shows another notebook', () => {
    it('leaves the first before it asks about the next', () => {
      moveTo('/drive/two');
      expect(session.start.mock.calls).toEqual([[null]]);
      expect(session.leave).toHaveBeenCalledTimes(1);
      expect(session.leave.mock.invocationCallOrder[0]).toBeLessThan(
        session.start.mock.invocationCallOrder[0] ?? 0,
      );
    });

    it('does so each time, also on the way back', () => {
      for (const address of ['/drive/two', '/#fileId=a', '/#fileId=b', '/drive/one']) moveTo(address);
      expect(session.leave).toHaveBeenCalledTimes(4);
      expect(session.start).toHaveBeenCalledTimes(4);
    });

    it('is not one that shows another part of the same notebook', () => {
      for (const address of ['/drive/one#scrollTo=x', '/drive/one?authuser=1']) moveTo(address);
      expect(session.leave).not.toHaveBeenCalled();
      expect(session.start).not.toHaveBeenCalled();
    });
  });

  describe('to which a link is opened again', () => {
    it('takes the credentials before the page hears of them', () => {
      const heard = vi.fn();
      tab.navigation.addEventListener('navigate', heard);
      const navigation = new NavigateEvent(`${COLAB}/drive/one#${FRAGMENT}`);
      tab.navigation.dispatchEvent(navigation);
      expect(navigation.defaultPrevented).toBe(true);
      expect(heard).not.toHaveBeenCalled();
      expect(session.start.mock.calls).toEqual([[SECRET]]);
    });

    it('keeps half of an address from the page too, and starts nothing with it', () => {
      const navigation = new NavigateEvent(`${COLAB}/drive/one#mcpProxyToken=secret`);
      tab.navigation.dispatchEvent(navigation);
      expect(navigation.defaultPrevented).toBe(true);
      expect(session.start).not.toHaveBeenCalled();
    });

    it('takes them out of the address when the navigation could not be prevented', () => {
      tab.navigation.dispatchEvent(
        new NavigateEvent(`${COLAB}/drive/one#${FRAGMENT}`, { cancelable: false }),
      );
      expect(session.start).not.toHaveBeenCalled();
      show(`/drive/one#${FRAGMENT}&scrollTo=x`);
      tab.dispatchEvent(new Event('hashchange'));
      expect(session.start.mock.calls).toEqual([[SECRET]]);
      expect(location.href).toBe(`${COLAB}/drive/one#scrollTo=x`);
    });

    it.each([
      ['a page load, which brings its own session', `/drive/two#${FRAGMENT}`, false],
      ['another fragment', '/drive/one#scrollTo=x', true],
    ])('leaves %s alone', (_what, address, hashChange) => {
      const navigation = new NavigateEvent(COLAB + address, { hashChange });
      tab.navigation.dispatchEvent(navigation);
      tab.dispatchEvent(new Event('hashchange'));
      expect(navigation.defaultPrevented).toBe(false);
      expect(session.start).not.toHaveBeenCalled();
    });
  });

  describe('that is put aside', () => {
    const pageShow = (persisted: boolean) => Object.assign(new Event('pageshow'), { persisted });

    it('is left, and started when the user comes back', () => {
      tab.dispatchEvent(new Event('pagehide'));
      expect(session.leave).toHaveBeenCalledTimes(1);
      expect(session.start).not.toHaveBeenCalled();
      tab.dispatchEvent(pageShow(true));
      expect(session.start.mock.calls).toEqual([[null]]);
    });

    it('is not started twice when it is new', () => {
      tab.dispatchEvent(pageShow(false));
      expect(session.start).not.toHaveBeenCalled();
    });
  });

  describe('and the rest of the extension', () => {
    const other: Sender = { url: `${COLAB}/drive/two`, tab: tabOf(8) };
    const worker: Sender = {};
    const popupInTab = (): Sender => ({ url: fakeBrowser.runtime.getURL('/popup.html'), tab: tabOf(9) });
    const say = async (message: unknown, sender: Sender): Promise<unknown> => {
      const [answer] = await fakeBrowser.runtime.onMessage.trigger(message, sender, () => {});
      return answer;
    };

    it('tells the worker and the extension’s pages where it is', async () => {
      const where = { to: 'session', type: 'where' };
      moveTo('/drive/two');
      expect(await say(where, worker)).toEqual({ origin: COLAB, path: '/drive/two' });
      expect(await say(where, popupInTab())).toEqual({ origin: COLAB, path: '/drive/two' });
      expect(session.follow).not.toHaveBeenCalled();
    });

    it('follows the worker’s orders', async () => {
      expect(await say(ORDERS, worker)).toEqual(ORDERS.place);
      expect(session.follow.mock.calls).toEqual([[ORDERS.place, ORDERS.orders]]);
    });

    it('follows no orders from another tab', async () => {
      expect(await say(ORDERS, other)).toBeUndefined();
      const pretender = `${COLAB}/${fakeBrowser.runtime.getURL('')}`;
      expect(await say(ORDERS, { ...other, url: pretender })).toBeUndefined();
      expect(await say(ORDERS, { tab: tabOf(8) })).toBeUndefined();
      expect(session.follow).not.toHaveBeenCalled();
    });

    it.each([null, undefined, 'orders', {}, { type: 'orders' }, { ...ORDERS, to: 'worker' }])(
      'does not listen to %j',
      async (message) => {
        expect(await say(message, worker)).toBeUndefined();
        expect(session.follow).not.toHaveBeenCalled();
      },
    );
  });
});

function tabOf(id: number): NonNullable<Sender['tab']> {
  return {
    id,
    ...{ index: 0, groupId: -1, highlighted: false, windowId: 1, active: true, pinned: false, frozen: false },
    ...{ incognito: false, selected: false, discarded: false, autoDiscardable: true, lastAccessed: 0 },
  };
}
