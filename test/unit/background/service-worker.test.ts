import { fakeBrowser } from '@webext-core/fake-browser';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { LinkState, SessionOrders, TabMessage } from '../../../src/wire/messages.ts';
import { FakeExtension } from './fake-extension.ts';

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }));

type Sender = Parameters<typeof fakeBrowser.runtime.onMessage.trigger>[1];

const ORIGIN = 'https://colab.research.google.com';
const PLACE = { origin: ORIGIN, path: '/drive/mine' };
const credentials = { token: 'secret', port: 8765 };
const [TAB, OTHER_TAB] = [7, 8];

/** A content script is known by its tab, its frame and the address of its page. */
function sessionOf(tabId: number, url = `${ORIGIN}/drive/mine`, frameId = 0): Sender {
  const tab = {
    id: tabId,
    ...{ index: 0, groupId: -1, highlighted: false, windowId: 1, active: true, pinned: false },
    ...{
      frozen: false,
      incognito: false,
      selected: false,
      discarded: false,
      autoDiscardable: true,
      lastAccessed: 0,
    },
  };
  return { tab, frameId, url };
}
const popup = (): Sender => ({ url: fakeBrowser.runtime.getURL('/src/ui/popup/popup.html') });
const link = (): Sender => ({ url: fakeBrowser.runtime.getURL('/background/link/link.html') });

describe('the service worker', () => {
  let extension: FakeExtension;
  let toTabs: Array<[number, TabMessage, unknown]>;
  /** Where the session of the tab says that it is; null when the tab has none, undefined when it keeps silent. */
  let shown: typeof PLACE | null | undefined;

  beforeEach(async () => {
    extension = FakeExtension.install();
    toTabs = [];
    shown = PLACE;
    Object.assign(fakeBrowser.tabs, {
      sendMessage: async (tabId: number, message: TabMessage, options?: unknown) => {
        toTabs.push([tabId, message, options]);
        if (shown === null) throw new Error('Could not establish connection. Receiving end does not exist.');
        return shown;
      },
    });
    vi.resetModules();
    await import('../../../background/service-worker.ts');
  });

  /** The worker's answer; undefined when it does not listen. */
  async function say(message: unknown, sender: Sender): Promise<unknown> {
    const [answer] = await fakeBrowser.runtime.onMessage.trigger(message, sender, () => {});
    return answer;
  }
  const start = (sender: Sender, place = PLACE): Promise<unknown> =>
    say({ to: 'worker', type: 'session-started', place, credentials }, sender);
  async function asked(sender: Sender): Promise<string> {
    await start(sender);
    const { links } = await fakeBrowser.storage.session.get<{ links: Array<{ linkId: string }> }>();
    const linkId = links.at(-1)?.linkId;
    if (linkId === undefined) throw new Error('There is no link.');
    return linkId;
  }
  const opened = () => [...extension.links.keys()];

  it.each([
    null,
    undefined,
    'popup-state',
    7,
    {},
    { type: 'popup-state' },
    { to: 'link', type: 'popup-state', tabId: TAB },
  ])('does not listen to %j', async (message) => {
    expect(await say(message, popup())).toBeUndefined();
  });

  it('asks for a tab and opens its link when the tab’s user agrees', async () => {
    const linkId = await asked(sessionOf(TAB));
    expect(await start(sessionOf(TAB))).toEqual({ attach: [], ask: [{ linkId, port: 8765 }] });
    const consent = { to: 'worker', type: 'consent-given', place: PLACE, linkId, remember: false };
    expect(await say(consent, sessionOf(TAB))).toEqual({ attach: [linkId], ask: [] });
    expect(opened()).toEqual([linkId]);
    expect(await fakeBrowser.storage.local.get()).toEqual({});
  });

  it('remembers when the user says always', async () => {
    const linkId = await asked(sessionOf(TAB));
    await say({ to: 'worker', type: 'consent-given', place: PLACE, linkId, remember: true }, sessionOf(TAB));
    expect(await fakeBrowser.storage.local.get()).toEqual({
      allowedNotebooks: { [`${ORIGIN}/drive/mine`]: expect.any(String) },
    });
  });

  it('takes no answer for one tab from another', async () => {
    const linkId = await asked(sessionOf(TAB));
    const consent = { to: 'worker', type: 'consent-given', place: PLACE, linkId, remember: true };
    expect(await say(consent, sessionOf(OTHER_TAB))).toEqual({ attach: [], ask: [] });
    expect(opened()).toEqual([]);
    await say(consent, sessionOf(TAB));
    await say({ to: 'worker', type: 'consent-refused', linkId }, sessionOf(OTHER_TAB));
    expect(opened()).toEqual([linkId]);
    await say({ to: 'worker', type: 'consent-refused', linkId }, sessionOf(TAB));
    expect(opened()).toEqual([]);
  });

  it.each(['session-started', 'consent-given', 'consent-refused'])(
    'takes %s from the top frame of a tab only',
    async (type) => {
      const message = { to: 'worker', type, place: PLACE, credentials, linkId: 'link', remember: true };
      const refusal = 'Only the top frame of a tab may start a session.';
      await expect(say(message, sessionOf(TAB, `${ORIGIN}/frame`, 1))).rejects.toThrow(refusal);
      await expect(say(message, popup())).rejects.toThrow(refusal);
      await expect(say(message, { ...popup(), frameId: 0 })).rejects.toThrow(refusal);
      expect(await fakeBrowser.storage.session.get()).toEqual({});
    },
  );

  it.each([
    { type: 'popup-state', tabId: TAB },
    { type: 'popup-connect', tabId: TAB, credentials },
    { type: 'popup-disconnect', tabId: TAB, linkId: 'link' },
    { type: 'link-changed', state: { linkId: 'link', tabId: TAB } },
  ])('takes $type from the extension’s own pages only', async (message) => {
    const toWorker = { to: 'worker', ...message };
    expect(await say(toWorker, sessionOf(TAB))).toBeUndefined();
    expect(await say(toWorker, {})).toBeUndefined();
    const pretender = `https://example.org/${fakeBrowser.runtime.getURL('')}`;
    expect(await say(toWorker, { url: pretender })).toBeUndefined();
    expect(toTabs).toEqual([]);
    expect(extension.documents).toEqual([]);
  });

  it('believes the browser rather than the message as to the origin, and the message as to the notebook', async () => {
    const claimed = { origin: 'https://elsewhere.example', path: '/notebooks/empty.ipynb' };
    await start(sessionOf(TAB, 'https://colab.google.com/drive/mine'), claimed);
    const origins = [...extension.rules.values()].map(({ action }) => action.requestHeaders?.[0]?.value);
    expect(origins).toEqual(['https://colab.google.com']);
    const { tab, frameId } = sessionOf(OTHER_TAB);
    await start({ ...(tab ? { tab } : {}), ...(frameId === undefined ? {} : { frameId }) }, claimed);
    expect(extension.rules.get(8765)?.action.requestHeaders?.[0]?.value).toBe('https://elsewhere.example');
  });

  describe('for the popup', () => {
    const connect = () => say({ to: 'worker', type: 'popup-connect', tabId: TAB, credentials }, popup());

    it('tells how a tab stands', async () => {
      await start(sessionOf(TAB));
      const state = (tabId: number) => say({ to: 'worker', type: 'popup-state', tabId }, popup());
      expect(await state(TAB)).toEqual({ links: [], waitingForConsent: [8765] });
      expect(await state(OTHER_TAB)).toEqual({ links: [], waitingForConsent: [] });
    });

    it('connects the notebook that the tab shows, and tells its session', async () => {
      expect(await connect()).toMatchObject({ links: [{ tabId: TAB, port: 8765 }], waitingForConsent: [] });
      const orders: SessionOrders = { attach: opened(), ask: [] };
      expect(toTabs).toEqual([
        [TAB, { to: 'session', type: 'where' }, { frameId: 0 }],
        [TAB, { to: 'session', type: 'orders', place: PLACE, orders }, { frameId: 0 }],
      ]);
      expect(orders.attach).toHaveLength(1);
    });

    it('says so when the tab has no session, and opens nothing', async () => {
      shown = null;
      await expect(connect()).rejects.toThrow('The notebook in this tab does not answer.');
      expect(await fakeBrowser.storage.session.get()).toEqual({});
      expect(extension.documents).toEqual([]);
    });

    it('says so when the session answers with nothing', async () => {
      shown = undefined;
      await expect(connect()).rejects.toThrow('The notebook in this tab does not answer.');
      expect(extension.documents).toEqual([]);
    });

    it('disconnects', async () => {
      await connect();
      const [linkId] = opened();
      expect(await say({ to: 'worker', type: 'popup-disconnect', tabId: TAB, linkId }, popup())).toEqual({
        links: [],
        waitingForConsent: [],
      });
      expect(opened()).toEqual([]);
    });
  });

  it('shows on the badge what the link reports', async () => {
    await start(sessionOf(TAB), { origin: ORIGIN, path: '/notebooks/empty.ipynb' });
    const [linkId = ''] = opened();
    extension.report(linkId, { phase: 'open' });
    const state: LinkState | undefined = extension.links.get(linkId);
    await say({ to: 'worker', type: 'link-changed', state }, link());
    expect(await fakeBrowser.action.getBadgeText({ tabId: TAB })).toBe('on');
  });

  it('ends the links of a tab that is closed', async () => {
    await start(sessionOf(TAB), { origin: ORIGIN, path: '/notebooks/empty.ipynb' });
    expect(opened()).toHaveLength(1);
    await fakeBrowser.tabs.onRemoved.trigger(TAB, { windowId: 1, isWindowClosing: false });
    await vi.waitFor(() => expect(extension.hasDocument).toBe(false));
  });
});
