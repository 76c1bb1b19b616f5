import { fakeBrowser } from '@webext-core/fake-browser';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { DEFAULT_POLICY } from '../../../src/policy/policy.ts';
import type { LinkState } from '../../../src/wire/messages.ts';
import { decided, MINE, ORIGIN, OTHER_TAB, questionOf, SCRATCH, server, TAB } from './link-steps.ts';
import type { Sender } from './worker-rig.ts';
import { DOCUMENT, link, popup, STARTED, sessionOf, WorkerRig } from './worker-rig.ts';

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }));

const caller = { credentials: server(8765), agent: null, proof: null };

describe('the service worker', () => {
  let worker: WorkerRig;
  beforeEach(async () => {
    worker = await WorkerRig.start();
  });

  it.each([
    null,
    undefined,
    'popup-policy',
    7,
    {},
    { type: 'popup-disconnect' },
    { to: 'offscreen', type: 'popup-disconnect', linkId: 'link' },
  ])('does not listen to %j', async (message) => {
    expect(await worker.say(message, popup())).toBeUndefined();
  });

  it('asks for a tab and opens its link when the tab’s user agrees', async () => {
    const linkId = await worker.asked(sessionOf(TAB));
    expect(await worker.load(sessionOf(TAB), MINE, true)).toEqual(
      decided(TAB, MINE, { ask: [questionOf(linkId)] }),
    );
    const consent = { to: 'worker', type: 'consent-given', place: MINE, linkId, remember: false };
    expect(await worker.say(consent, sessionOf(TAB))).toEqual(decided(TAB, MINE, { attach: [linkId] }));
    expect(worker.opened).toEqual([linkId]);
    expect(await fakeBrowser.storage.local.get()).toEqual({});
  });

  it('remembers when the user says always', async () => {
    const linkId = await worker.asked(sessionOf(TAB));
    await worker.say(
      { to: 'worker', type: 'consent-given', place: MINE, linkId, remember: true },
      sessionOf(TAB),
    );
    expect(await fakeBrowser.storage.local.get()).toEqual({
      allowedPairs: { [`unproven ${ORIGIN}/drive/mine`]: expect.any(String) },
    });
  });

  it('takes no answer for one tab from another', async () => {
    const linkId = await worker.asked(sessionOf(TAB));
    const consent = { to: 'worker', type: 'consent-given', place: MINE, linkId, remember: true };
    expect(await worker.say(consent, sessionOf(OTHER_TAB))).toEqual(decided(OTHER_TAB, MINE));
    expect(worker.opened).toEqual([]);
    await worker.say({ to: 'worker', type: 'consent-refused', linkId }, sessionOf(OTHER_TAB));
    await worker.say({ to: 'worker', type: 'tab-stopped' }, sessionOf(OTHER_TAB));
    expect(worker.opened).toEqual([]);
    await worker.say({ to: 'worker', type: 'consent-refused', linkId }, sessionOf(TAB));
    expect(worker.extension.links.get(linkId)).toMatchObject({ refused: 'not-now' });
  });

  it.each(['tab-started', 'consent-given', 'consent-refused', 'tab-policy', 'tab-stopped'])(
    'takes %s from the top frame of a tab only',
    async (type) => {
      const policy = DEFAULT_POLICY;
      const message = {
        to: 'worker',
        type,
        place: MINE,
        credentials: caller.credentials,
        paired: null,
        isWanted: true,
        linkId: 'link',
        remember: true,
        policy,
      };
      const refusal = 'Only the top frame of a tab may start a session.';
      await expect(worker.say(message, sessionOf(TAB, `${ORIGIN}/frame`, 1))).rejects.toThrow(refusal);
      await expect(worker.say(message, popup())).rejects.toThrow(refusal);
      await expect(worker.say(message, { ...popup(), frameId: 0 })).rejects.toThrow(refusal);
      expect(await fakeBrowser.storage.session.get()).toEqual(STARTED);
    },
  );

  it.each([
    { type: 'popup-policy', tabId: TAB, policy: { ...DEFAULT_POLICY, paused: true } },
    { type: 'popup-connect', tabId: TAB, caller },
    { type: 'popup-disconnect', linkId: 'link' },
    { type: 'popup-allow', linkId: 'link' },
    { type: 'popup-stop', tabId: TAB },
    { type: 'default-policy', verdicts: DEFAULT_POLICY.verdicts },
    { type: 'link-asks', linkId: 'link' },
    { type: 'link-changed', state: { linkId: 'link', tabId: TAB } },
  ])('takes $type from the extension’s own pages only', async (message) => {
    const toWorker = { to: 'worker', ...message };
    expect(await worker.say(toWorker, sessionOf(TAB))).toBeUndefined();
    expect(await worker.say(toWorker, {})).toBeUndefined();
    const pretender = `https://example.org/${fakeBrowser.runtime.getURL('')}`;
    expect(await worker.say(toWorker, { url: pretender })).toBeUndefined();
    expect(worker.toTabs).toEqual([]);
    expect(worker.extension.documents).toEqual([]);
    expect(await fakeBrowser.storage.local.get()).toEqual({});
    expect(await fakeBrowser.storage.session.get()).toEqual(STARTED);
  });

  it('believes the browser rather than the message as to the origin, and the message as to the notebook', async () => {
    const claimed = { origin: 'https://elsewhere.example', path: '/notebooks/empty.ipynb' };
    await worker.load(sessionOf(TAB, 'https://colab.google.com/drive/mine'), claimed);
    const origins = [...worker.extension.rules.values()].map(
      ({ action }) => action.requestHeaders?.[0]?.value,
    );
    expect(origins).toEqual(['https://colab.google.com']);
    const { tab, frameId } = sessionOf(OTHER_TAB);
    await worker.load({ ...(tab ? { tab } : {}), ...(frameId === undefined ? {} : { frameId }) }, claimed);
    expect(worker.extension.rules.get(8765)?.action.requestHeaders?.[0]?.value).toBe(
      'https://elsewhere.example',
    );
  });

  describe('brings the session in', () => {
    const files = () => worker.extension.injections.flatMap(({ files: some }) => (some ? [...some] : []));
    const BOTH = ['/content-scripts/page.iife.js', '/content-scripts/session.iife.js'];
    const nothingToDo = (sender: Sender) =>
      worker.say(
        {
          ...{ to: 'worker', type: 'tab-started', place: MINE, hasSessionScript: false },
          ...{ caller: null, arrival: 'load' },
        },
        sender,
      );

    it('into the very document that asked, each half into its world, and tells the page agent’s number', async () => {
      worker.extension.pageAgent = 3;
      expect(await worker.load(sessionOf(TAB), SCRATCH)).toMatchObject({
        attach: worker.opened,
        pageAgent: 3,
      });
      const target = { tabId: TAB, documentIds: [DOCUMENT] };
      expect(worker.extension.injections).toEqual([
        { target, files: [BOTH[0]], world: 'MAIN', injectImmediately: true },
        { target, files: [BOTH[1]], world: 'ISOLATED', injectImmediately: true },
      ]);
    });

    it('where the user must be asked', async () => {
      expect(await worker.load(sessionOf(TAB))).toMatchObject({
        attach: [],
        ask: [{ port: 8765 }],
        pageAgent: 1,
      });
      expect(files()).toEqual(BOTH);
    });

    it('only where there is something to do', async () => {
      expect(await nothingToDo(sessionOf(TAB))).toEqual(decided(TAB, MINE));
      expect(worker.extension.injections).toEqual([]);
    });

    it('only where it is not there yet', async () => {
      expect(await worker.load(sessionOf(TAB), SCRATCH, true)).toMatchObject({
        attach: worker.opened,
        pageAgent: null,
      });
      expect(await worker.load(sessionOf(OTHER_TAB), MINE, true)).toMatchObject({
        ask: [{ port: 8765 }],
        pageAgent: null,
      });
      expect(worker.extension.injections).toEqual([]);
    });

    it.each([undefined, null, 'one'])(
      'and says so when the page agent has no number but %j',
      async (value) => {
        worker.extension.pageAgent = value;
        await expect(worker.load(sessionOf(TAB), SCRATCH)).rejects.toThrow('The page agent did not start.');
        // What else it has begun ends here, and not in the next test.
        await vi.waitFor(async () => expect(await fakeBrowser.action.getBadgeText({ tabId: TAB })).toBe('·'));
      },
    );
  });

  it('shows on the badge what the link reports', async () => {
    await worker.load(sessionOf(TAB), SCRATCH);
    const [linkId = ''] = worker.opened;
    worker.extension.report(linkId, { phase: 'open' });
    const state: LinkState | undefined = worker.extension.links.get(linkId);
    await worker.say({ to: 'worker', type: 'link-changed', state }, link());
    expect(await fakeBrowser.action.getBadgeText({ tabId: TAB })).toBe('on');
  });

  it('ends the links of a tab that is closed', async () => {
    await worker.load(sessionOf(TAB), SCRATCH);
    expect(worker.opened).toHaveLength(1);
    await fakeBrowser.tabs.onRemoved.trigger(TAB, { windowId: 1, isWindowClosing: false });
    await vi.waitFor(() => expect(worker.extension.hasDocument).toBe(false));
  });
});
