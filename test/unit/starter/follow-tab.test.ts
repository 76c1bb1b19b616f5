import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { followTab } from '../../../content-scripts/starter/follow-tab.ts';
import type { Starter } from '../../../content-scripts/starter/starter.ts';
import { ALLOW_ALL } from '../../../src/policy/policy.ts';

type Sender = chrome.runtime.MessageSender;
type Listener = (message: unknown, sender: Sender, answer: (report: unknown) => void) => unknown;

const COLAB = 'https://colab.research.google.com';
const FRAGMENT = 'mcpProxyToken=secret&mcpProxyPort=8765&cellwireAgent=Claude';
const SECRET = { token: 'secret', port: 8765 };
const EXTENSION = 'chrome-extension://cellwire/';
const DECISIONS = {
  to: 'tab',
  type: 'decisions',
  place: { origin: COLAB, path: '/drive/one' },
  decisions: {
    ...{ notebookId: 'nb', policy: ALLOW_ALL },
    ...{ attach: ['link'], ask: [], pageAgent: null },
  },
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

describe('a starter and its tab', () => {
  let tab: EventTarget & { navigation: EventTarget };
  let listeners: Listener[];
  const starter = {
    start: vi.fn<Starter['start']>(),
    apply: vi.fn<Starter['apply']>(),
    leave: vi.fn<Starter['leave']>(),
    hasSessionScript: false,
    isOrphan: false,
  };

  beforeEach(() => {
    listeners = [];
    starter.hasSessionScript = false;
    tab = Object.assign(new EventTarget(), { navigation: new EventTarget() });
    vi.clearAllMocks();
    vi.stubGlobal('window', tab);
    vi.stubGlobal('chrome', {
      runtime: {
        getURL: (path: string) => EXTENSION + path,
        onMessage: { addListener: (listener: Listener) => listeners.push(listener) },
      },
    });
    vi.stubGlobal('history', {
      state: null,
      replaceState: (_state: null, _title: '', url: string) => show(url),
    });
    show('/drive/one');
    followTab(starter);
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
      expect(starter.start.mock.calls).toEqual([[null, 'same-page']]);
      expect(starter.leave.mock.calls).toEqual([[true]]);
      expect(starter.leave.mock.invocationCallOrder[0]).toBeLessThan(
        starter.start.mock.invocationCallOrder[0] ?? 0,
      );
    });

    it('does so each time, also on the way back', () => {
      for (const address of ['/drive/two', '/#fileId=a', '/#fileId=b', '/drive/one']) moveTo(address);
      expect(starter.leave).toHaveBeenCalledTimes(4);
      expect(starter.start).toHaveBeenCalledTimes(4);
    });

    it('is not one that shows another part of the same notebook', () => {
      for (const address of ['/drive/one#scrollTo=x', '/drive/one?authuser=1']) moveTo(address);
      expect(starter.leave).not.toHaveBeenCalled();
      expect(starter.start).not.toHaveBeenCalled();
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
      expect(starter.start.mock.calls).toEqual([
        [{ credentials: SECRET, agent: 'Claude', proof: null }, 'same-page'],
      ]);
    });

    it('keeps half of an address from the page too, and starts nothing with it', () => {
      const navigation = new NavigateEvent(`${COLAB}/drive/one#mcpProxyToken=secret`);
      tab.navigation.dispatchEvent(navigation);
      expect(navigation.defaultPrevented).toBe(true);
      expect(starter.start).not.toHaveBeenCalled();
    });

    it('takes them out of the address when the navigation could not be prevented', () => {
      tab.navigation.dispatchEvent(
        new NavigateEvent(`${COLAB}/drive/one#${FRAGMENT}`, { cancelable: false }),
      );
      expect(starter.start).not.toHaveBeenCalled();
      show(`/drive/one#${FRAGMENT}&scrollTo=x`);
      tab.dispatchEvent(new Event('hashchange'));
      expect(starter.start.mock.calls).toEqual([
        [{ credentials: SECRET, agent: 'Claude', proof: null }, 'same-page'],
      ]);
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
      expect(starter.start).not.toHaveBeenCalled();
    });
  });

  describe('that is put aside', () => {
    const pageShow = (persisted: boolean) => Object.assign(new Event('pageshow'), { persisted });

    it('is left, and started when the user comes back', () => {
      tab.dispatchEvent(new Event('pagehide'));
      expect(starter.leave.mock.calls).toEqual([[false]]);
      expect(starter.start).not.toHaveBeenCalled();
      tab.dispatchEvent(pageShow(true));
      expect(starter.start.mock.calls).toEqual([[null, 'same-page']]);
    });

    it('is not started twice when it is new', () => {
      tab.dispatchEvent(pageShow(false));
      expect(starter.start).not.toHaveBeenCalled();
    });
  });

  describe('and the rest of the extension', () => {
    const worker: Sender = {};
    const popupInTab: Sender = { url: `${EXTENSION}popup.html`, tab: tabOf(9) };
    const other: Sender = { url: `${COLAB}/drive/two`, tab: tabOf(8) };
    const report = (path: string, hasSessionScript = false) => ({
      place: { origin: COLAB, path },
      hasSessionScript,
    });
    /** The answer; undefined when there is none. */
    function say(message: unknown, sender: Sender): unknown {
      const answer = vi.fn();
      for (const listener of listeners) {
        // Anything else would keep the sender waiting for an answer that comes later.
        expect(listener(message, sender, answer)).toBeUndefined();
      }
      expect(answer.mock.calls.length).toBeLessThan(2);
      return answer.mock.calls[0]?.[0];
    }

    it('tells the worker and the extension’s pages where it is', () => {
      const where = { to: 'tab', type: 'where' };
      moveTo('/drive/two');
      expect(say(where, worker)).toEqual(report('/drive/two'));
      starter.hasSessionScript = true;
      expect(say(where, popupInTab)).toEqual(report('/drive/two', true));
      expect(starter.apply).not.toHaveBeenCalled();
    });

    it('applies the worker’s decisions, and answers with what is there after that', () => {
      starter.apply.mockImplementationOnce(() => {
        starter.hasSessionScript = true;
      });
      expect(say(DECISIONS, worker)).toEqual(report('/drive/one', true));
      expect(starter.apply.mock.calls).toEqual([[DECISIONS.place, DECISIONS.decisions]]);
    });

    it('takes no decisions from another tab', () => {
      expect(say(DECISIONS, other)).toBeUndefined();
      expect(say(DECISIONS, { ...other, url: `${COLAB}/${EXTENSION}` })).toBeUndefined();
      expect(say(DECISIONS, { tab: tabOf(8) })).toBeUndefined();
      expect(starter.apply).not.toHaveBeenCalled();
    });

    it.each([null, undefined, 'decisions', {}, { type: 'decisions' }, { ...DECISIONS, to: 'worker' }])(
      'does not listen to %j',
      (message) => {
        expect(say(message, worker)).toBeUndefined();
        expect(starter.apply).not.toHaveBeenCalled();
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
