import { fakeBrowser } from '@webext-core/fake-browser';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Policy } from '../../../src/policy/policy.ts';
import { DEFAULT_POLICY, denying } from '../../../src/policy/policy.ts';
import { tabStateKey } from '../../../src/wire/pushed-state.ts';
import { ALLOWED, decided, MINE, OTHER_TAB, SCRATCH, server, TAB } from './link-steps.ts';
import { popup, STARTED, sessionOf, WorkerRig } from './worker-rig.ts';

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }));

const caller = { credentials: server(8765), agent: null, proof: null };

describe('the service worker', () => {
  let worker: WorkerRig;
  beforeEach(async () => {
    worker = await WorkerRig.start();
  });
  afterEach(() => vi.restoreAllMocks());

  describe('for the popup', () => {
    const connect = () => worker.say({ to: 'worker', type: 'popup-connect', tabId: TAB, caller }, popup());

    it('connects the notebook that the tab shows, and tells the tab', async () => {
      worker.shown = { place: MINE, hasSessionScript: true };
      expect(await connect()).toBe(true);
      expect([...worker.extension.links.values()]).toMatchObject([{ tabId: TAB, port: 8765 }]);
      const decisions = decided(TAB, MINE, { attach: worker.opened });
      expect(worker.toTabs).toEqual([
        [TAB, { to: 'tab', type: 'where' }, { frameId: 0 }],
        [TAB, { to: 'tab', type: 'decisions', place: MINE, decisions }, { frameId: 0 }],
      ]);
      expect(decisions.attach).toHaveLength(1);
      expect(worker.extension.injections).toEqual([]);
    });

    it('brings the session in where the tab has none yet', async () => {
      worker.extension.pageAgent = 4;
      expect(await connect()).toBe(true);
      expect(worker.extension.injections.map(({ target }) => target)).toEqual([
        { tabId: TAB },
        { tabId: TAB },
      ]);
      const decisions = { ...decided(TAB, MINE, { attach: worker.opened }), pageAgent: 4 };
      expect(worker.toTabs.at(-1)).toEqual([
        TAB,
        { to: 'tab', type: 'decisions', place: MINE, decisions },
        { frameId: 0 },
      ]);
    });

    it('says so when the tab has no starter, and opens nothing', async () => {
      worker.shown = null;
      await expect(connect()).rejects.toThrow('The notebook in this tab does not answer.');
      expect(await fakeBrowser.storage.session.get()).toEqual(STARTED);
      expect(worker.extension.documents).toEqual([]);
    });

    it('says so when the starter answers with nothing', async () => {
      worker.shown = undefined;
      await expect(connect()).rejects.toThrow('The notebook in this tab does not answer.');
      expect(worker.extension.documents).toEqual([]);
    });

    it('disconnects', async () => {
      await connect();
      const [linkId] = worker.opened;
      expect(await worker.say({ to: 'worker', type: 'popup-disconnect', linkId }, popup())).toBe(true);
      expect(worker.extension.links.get(String(linkId))).toMatchObject({ refused: 'disconnected' });
    });

    it('stops every agent of the tab', async () => {
      await connect();
      expect(await worker.say({ to: 'worker', type: 'popup-stop', tabId: TAB }, popup())).toBe(true);
      expect([...worker.extension.links.values()]).toMatchObject([{ refused: 'stopped' }]);
    });

    it('lets an agent back, and tells the tab', async () => {
      await connect();
      const [linkId = ''] = worker.opened;
      await worker.say({ to: 'worker', type: 'popup-disconnect', linkId }, popup());
      worker.shown = { place: MINE, hasSessionScript: true };
      expect(await worker.say({ to: 'worker', type: 'popup-allow', linkId }, popup())).toBe(true);
      expect(worker.extension.links.get(linkId)).toMatchObject({ refused: null });
      const decisions = decided(TAB, MINE, { attach: [linkId] });
      expect(worker.toTabs.at(-1)?.[1]).toEqual({ to: 'tab', type: 'decisions', place: MINE, decisions });
    });

    describe('sets what agents may do', () => {
      const set = (policy: Policy) =>
        worker.say({ to: 'worker', type: 'popup-policy', tabId: TAB, policy }, popup());
      const paused: Policy = { ...denying('run'), paused: true };

      it('in the notebook that the tab shows, and tells the tab', async () => {
        expect(await set(paused)).toBe(true);
        const decisions = { ...decided(TAB, MINE), policy: paused };
        expect(worker.toTabs).toEqual([
          [TAB, { to: 'tab', type: 'where' }, { frameId: 0 }],
          [TAB, { to: 'tab', type: 'decisions', place: MINE, decisions }, { frameId: 0 }],
        ]);
        expect(worker.extension.injections).toEqual([]);
        expect(worker.extension.documents).toEqual([]);
      });

      it('for the notebook that it shows, also when it comes back to it', async () => {
        await set(paused);
        expect(await worker.load(sessionOf(TAB), MINE, true)).toMatchObject({ policy: paused });
        expect(await worker.load(sessionOf(OTHER_TAB), MINE, true)).toMatchObject({ policy: denying('run') });
        expect(await worker.load(sessionOf(TAB), SCRATCH, true)).toMatchObject({ policy: DEFAULT_POLICY });
        expect(await worker.load(sessionOf(TAB), MINE, true)).toMatchObject({ policy: paused });
      });

      it('and says so when the tab does not answer', async () => {
        worker.shown = null;
        await expect(set(paused)).rejects.toThrow('The notebook in this tab does not answer.');
        expect(await fakeBrowser.storage.session.get()).toEqual(STARTED);
      });
    });
  });

  describe('pushes how a tab stands', () => {
    const state = async (): Promise<unknown> => (await fakeBrowser.storage.session.get())[tabStateKey(TAB)];

    it('when its links change', async () => {
      await worker.load(sessionOf(TAB));
      expect(await state()).toEqual({ ...ALLOWED, links: [], waitingForConsent: [8765] });
      const [question] = (await fakeBrowser.storage.session.get<{ links: Array<{ linkId: string }> }>())
        .links;
      const linkId = question?.linkId;
      await worker.say({ to: 'worker', type: 'consent-refused', linkId }, sessionOf(TAB));
      expect(await state()).toMatchObject({
        ...ALLOWED,
        links: [{ linkId, refused: 'not-now', agent: 'Tester' }],
        waitingForConsent: [],
      });
    });

    it('when the user changes what agents may do', async () => {
      const policy: Policy = { ...DEFAULT_POLICY, paused: true };
      await worker.load(sessionOf(TAB));
      await worker.say({ to: 'worker', type: 'popup-policy', tabId: TAB, policy }, popup());
      expect(await state()).toEqual({ ...ALLOWED, policy, links: [], waitingForConsent: [8765] });
    });

    it('with what holds for the notebook that it shows now', async () => {
      const policy: Policy = { ...DEFAULT_POLICY, paused: true };
      await worker.say({ to: 'worker', type: 'popup-policy', tabId: TAB, policy }, popup());
      await worker.load(sessionOf(TAB), SCRATCH);
      expect(await state()).toMatchObject({ ...ALLOWED, links: [{ port: 8765 }] });
    });

    it('until it is closed', async () => {
      await worker.load(sessionOf(TAB));
      await fakeBrowser.tabs.onRemoved.trigger(TAB, { windowId: 1, isWindowClosing: false });
      await vi.waitFor(async () => expect(await state()).toBeUndefined());
    });
  });
});
