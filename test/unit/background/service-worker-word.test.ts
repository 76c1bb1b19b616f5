import { fakeBrowser } from '@webext-core/fake-browser';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { DEFAULT_POLICY, denying } from '../../../src/policy/policy.ts';
import type { NotebookPlace } from '../../../src/wire/messages.ts';
import { tabStateKey } from '../../../src/wire/pushed-state.ts';
import { decided, MINE, ORIGIN, OTHER, OTHER_TAB, questionOf, SCRATCH, server, TAB } from './link-steps.ts';
import { link, popup, sessionOf, WorkerRig } from './worker-rig.ts';

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }));

const urlOf = ({ origin, path }: NotebookPlace): string => origin + path;

describe('the service worker, on the user’s word', () => {
  let worker: WorkerRig;
  beforeEach(async () => {
    worker = await WorkerRig.start();
  });

  const stateOf = async (tabId: number): Promise<unknown> =>
    (await fakeBrowser.storage.session.get())[tabStateKey(tabId)];
  const disconnect = (linkId: string) =>
    worker.say({ to: 'worker', type: 'popup-disconnect', linkId }, popup());

  describe('a server that was sent away', () => {
    let linkId: string;
    beforeEach(async () => {
      await worker.load(sessionOf(TAB), SCRATCH, true);
      linkId = worker.opened[0] ?? '';
      await disconnect(linkId);
      worker.shown = { place: SCRATCH, hasSessionScript: true };
    });

    it('has the user asked in its tab, which comes to the front', async () => {
      expect(await worker.say({ to: 'worker', type: 'link-asks', linkId }, link())).toBe(true);
      const decisions = decided(TAB, SCRATCH, { ask: [questionOf(linkId)] });
      expect(worker.toTabs.at(-1)?.slice(0, 2)).toEqual([
        TAB,
        { to: 'tab', type: 'decisions', place: SCRATCH, decisions },
      ]);
      expect(worker.done).toEqual([`front ${TAB}`, 'window 3']);
      await worker.say({ to: 'worker', type: 'link-asks', linkId }, link());
      // The question is open already: the tab is not brought to the front again.
      expect(worker.done).toHaveLength(2);
      expect(await stateOf(TAB)).toMatchObject({
        links: [{ refused: 'disconnected' }],
        waitingForConsent: [8765],
      });
      await worker.say({ to: 'worker', type: 'consent-refused', linkId }, sessionOf(TAB));
      expect(worker.extension.links.get(linkId)).toMatchObject({ refused: 'not-now' });
    });

    it('hears when the tab cannot be asked', async () => {
      worker.shown = null;
      await expect(worker.say({ to: 'worker', type: 'link-asks', linkId }, link())).rejects.toThrow(
        'does not answer',
      );
      expect(worker.done).toEqual([]);
    });

    it('gets no session by a reload, nor on another notebook', async () => {
      worker.extension.injections.length = 0;
      const again = { place: SCRATCH, hasSessionScript: false, caller: null };
      const started = { to: 'worker', type: 'tab-started', ...again, arrival: 'load' };
      expect(await worker.say(started, sessionOf(TAB))).toEqual(decided(TAB, SCRATCH));
      expect(await worker.say({ ...started, place: OTHER }, sessionOf(TAB))).toEqual(decided(TAB, OTHER));
      expect(worker.extension.injections).toEqual([]);
    });

    it('is asked about wherever it comes next, until the user lets it in', async () => {
      expect(await worker.load(sessionOf(OTHER_TAB), SCRATCH, true)).toMatchObject({
        attach: [],
        ask: [{ port: 8765 }],
      });
      await worker.say({ to: 'worker', type: 'popup-allow', linkId }, popup());
      await fakeBrowser.tabs.onRemoved.trigger(OTHER_TAB, { windowId: 1, isWindowClosing: false });
      expect(await worker.load(sessionOf(9), SCRATCH, true)).toMatchObject({ ask: [] });
    });

    it('is given free when another tab is let in', async () => {
      await worker.load(sessionOf(OTHER_TAB), MINE, true);
      const other = (await fakeBrowser.storage.session.get<{ links: Array<{ linkId: string }> }>()).links.at(
        -1,
      );
      const consent = { to: 'worker', type: 'consent-given', place: MINE, remember: false };
      await worker.say({ ...consent, linkId: other?.linkId }, sessionOf(OTHER_TAB));
      expect(worker.opened).toEqual([other?.linkId]);
      expect(worker.extension.rules.has(8765)).toBe(true);
      expect(await stateOf(TAB)).toMatchObject({ links: [] });
    });
  });

  describe('a link that is opened in a new tab', () => {
    const NEW_TAB = 99;
    const open = (place: NotebookPlace, news: object = {}) =>
      worker.load(sessionOf(NEW_TAB, urlOf(place)), place, false, { arrival: 'new-tab', ...news });
    beforeEach(() => {
      worker.shown = { place: MINE, hasSessionScript: true };
      worker.tabs.set(NEW_TAB, urlOf(MINE));
    });

    it('goes to the tab that shows the notebook already', async () => {
      worker.tabs
        .set(OTHER_TAB, `${ORIGIN}/drive/elsewhere`)
        .set(TAB, `${urlOf(MINE)}?authuser=1#scrollTo=x`);
      expect(await open(MINE)).toEqual(decided(NEW_TAB, MINE));
      expect(worker.toTabs.at(-1)?.slice(0, 2)).toMatchObject([
        TAB,
        { type: 'decisions', decisions: { ask: [{ port: 8765 }] } },
      ]);
      expect(worker.done).toEqual([`front ${TAB}`, 'window 3', `close ${NEW_TAB}`]);
      expect(worker.extension.injections).toEqual([]);
    });

    it.each([
      ['there is none', () => {}],
      [
        'it has no starter',
        () => {
          worker.tabs.set(TAB, urlOf(MINE));
          worker.shown = null;
        },
      ],
      [
        'it shows another by now',
        () => {
          worker.tabs.set(TAB, urlOf(MINE));
          worker.shown = { place: OTHER, hasSessionScript: true };
        },
      ],
    ])('stays there where %s', async (_why, arrange) => {
      arrange();
      expect(await open(MINE)).toMatchObject({ ask: [{ port: 8765 }] });
      expect(worker.done).toEqual([]);
    });

    it('stays where the tab is not new', async () => {
      worker.tabs.set(TAB, urlOf(MINE));
      expect(await open(MINE, { arrival: 'load' })).toMatchObject({ ask: [{ port: 8765 }] });
      expect(worker.done).toEqual([]);
    });

    it('goes to a scratch notebook only where the same server is, or was', async () => {
      worker.tabs.set(TAB, urlOf(SCRATCH));
      worker.shown = { place: SCRATCH, hasSessionScript: true };
      await open(SCRATCH);
      expect(worker.done).toEqual([]);
      await worker.load(sessionOf(TAB), SCRATCH, true, { credentials: server(9000) });
      // The first new tab has an agent by now.
      await open(SCRATCH, { credentials: server(9000) });
      expect(worker.done).toEqual([]);
      const newer = sessionOf(NEW_TAB + 1, urlOf(SCRATCH));
      await worker.load(newer, SCRATCH, false, { arrival: 'new-tab', credentials: server(9000) });
      expect(worker.done).toEqual([`front ${TAB}`, 'window 3', `close ${NEW_TAB + 1}`]);
    });

    it('takes the place of no other link', async () => {
      worker.tabs.set(TAB, urlOf(MINE));
      await worker.load(sessionOf(TAB));
      await open(MINE, { credentials: server(8765, 'made up') });
      expect(worker.done).toEqual([]);
    });
  });

  describe('what agents may do', () => {
    const READ_ONLY = denying('edit', 'run');
    const fromTab = (tabId: number, place: NotebookPlace, policy = READ_ONLY) =>
      worker.say({ to: 'worker', type: 'tab-policy', place, policy }, sessionOf(tabId, urlOf(place)));

    it('can be said in the page, for the notebook that it shows, and holds in other tabs of it', async () => {
      worker.tabs.set(TAB, urlOf(MINE));
      await worker.load(sessionOf(OTHER_TAB), MINE, true);
      expect(await fromTab(TAB, MINE)).toEqual({ ...decided(TAB, MINE), policy: READ_ONLY });
      expect(worker.toTabs.at(-1)?.slice(0, 2)).toMatchObject([
        OTHER_TAB,
        { decisions: { policy: READ_ONLY } },
      ]);
      expect(await stateOf(OTHER_TAB)).toMatchObject({ policy: READ_ONLY, isDefaultPolicy: false });
    });

    it('cannot be said in a page for a notebook that it does not show', async () => {
      worker.tabs.set(TAB, urlOf(OTHER));
      expect(await fromTab(TAB, MINE)).toEqual(decided(TAB, MINE));
      expect(await fakeBrowser.storage.local.get()).toEqual({});
    });

    it('has a default, of which every tab with an agent is told', async () => {
      await worker.load(sessionOf(TAB), MINE, true);
      const { verdicts } = READ_ONLY;
      expect(await worker.say({ to: 'worker', type: 'default-policy', verdicts }, popup())).toBe(true);
      expect(worker.toTabs.at(-1)?.slice(0, 2)).toMatchObject([TAB, { decisions: { policy: READ_ONLY } }]);
      expect(await stateOf(TAB)).toMatchObject({
        policy: READ_ONLY,
        isDefaultPolicy: true,
        defaultVerdicts: verdicts,
      });
      await worker.say({ to: 'worker', type: 'popup-policy', tabId: TAB, policy: DEFAULT_POLICY }, popup());
      expect(await stateOf(TAB)).toMatchObject({ policy: DEFAULT_POLICY, isDefaultPolicy: false });
      await worker.say({ to: 'worker', type: 'popup-policy', tabId: TAB, policy: null }, popup());
      expect(await stateOf(TAB)).toMatchObject({ policy: READ_ONLY, isDefaultPolicy: true });
    });
  });

  it('knows the agent by the name that the link has learned', async () => {
    const linkId = await worker.asked(sessionOf(TAB));
    const consent = { to: 'worker', type: 'consent-given', place: MINE, linkId, remember: false };
    await worker.say(consent, sessionOf(TAB));
    const state = { ...worker.extension.links.get(linkId), agent: 'Claude' };
    await worker.say({ to: 'worker', type: 'link-changed', state }, link());
    expect(await worker.load(sessionOf(TAB), OTHER, true, { agent: null })).toMatchObject({
      ask: [{ linkId, agent: 'Claude' }],
    });
  });
});
