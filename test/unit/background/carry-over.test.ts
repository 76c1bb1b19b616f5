import { fakeBrowser } from '@webext-core/fake-browser';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { TabLink } from '../../../background/tab-links.ts';
import { LINKS_KEY } from '../../../background/tab-links.ts';
import { MINE, ORIGIN } from './link-steps.ts';
import { sessionOf, WorkerRig } from './worker-rig.ts';

const PAIRED = { serverId: 'ours', key: { id: 'key', secret: 'of the bridge' } };
const link = (news: Partial<TabLink>): TabLink => ({
  ...{ linkId: 'link', tabId: 1, credentials: { port: 8765, token: 'used' }, paired: PAIRED },
  ...{ isSuspect: false, isAlways: false, allowed: MINE, question: null, refused: null, agent: 'Tester' },
  ...news,
});

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }));

describe('what goes on after an update of the extension', () => {
  let rig: WorkerRig;
  const { local, session } = fakeBrowser.storage;

  beforeEach(async () => {
    rig = await WorkerRig.start();
    for (const tabId of [1, 2]) rig.tabs.set(tabId, `${ORIGIN}/drive/mine`);
  });
  afterEach(() => vi.unstubAllGlobals());

  const kept = async (): Promise<unknown> => (await local.get('carriedOver')).carriedOver;
  /** Chrome ends the worker, empties its memory and starts the next version. */
  const update = async (): Promise<void> => {
    await session.clear();
    await rig.restart();
  };
  const linkIds = async (): Promise<string[]> => {
    const { [LINKS_KEY]: links = [] } = await session.get<{ [LINKS_KEY]?: TabLink[] }>();
    return links.map(({ linkId }) => linkId);
  };

  it('is the links of open tabs to our own bridges, and the user’s word', async () => {
    await session.set({
      [LINKS_KEY]: [
        link({}),
        link({ linkId: 'closed', tabId: 7 }),
        link({ linkId: 'google', paired: null }),
        link({ linkId: 'unsure', isSuspect: true }),
        link({ linkId: 'asked about', allowed: null, question: MINE }),
      ],
      ...{ 'policy-1-scratch': { edit: 'deny' }, 'policy-7-scratch': {}, 'policy-11-scratch': {} },
      ...{ 'refused-99': true, 'first-id-of-2': 5, 'visit-1': 'none' },
    });
    const expected = {
      [LINKS_KEY]: [link({})],
      ...{ 'policy-1-scratch': { edit: 'deny' }, 'refused-99': true, 'first-id-of-2': 5 },
    };
    await expect.poll(kept).toEqual(expected);
    await update();
    await expect.poll(() => session.get()).toMatchObject(expected);
    expect(await linkIds()).toEqual(['link']);
  });

  it('is not what was said of tabs of before a restart of the browser, but for always', async () => {
    await session.set({
      [LINKS_KEY]: [link({}), link({ linkId: 'always', tabId: 2, isAlways: true })],
      ...{ 'policy-1-scratch': { edit: 'deny' }, 'refused-99': true, 'first-id-of-2': 5 },
    });
    await expect.poll(kept).toMatchObject({ 'refused-99': true });
    await update();
    await expect.poll(linkIds).toEqual(['link', 'always']);
    await session.set({ 'policy-9-scratch': {} });
    await fakeBrowser.runtime.onStartup.trigger();
    await expect.poll(linkIds).toEqual(['always']);
    await expect.poll(async () => Object.keys(await session.get())).not.toContain('policy-1-scratch');
    expect(await session.get()).toMatchObject({ 'refused-99': true, 'policy-9-scratch': {} });
    expect(await session.get()).not.toHaveProperty('first-id-of-2');
  });

  it('is never a token that opens a server to whoever has it', async () => {
    await rig.load(sessionOf(1), MINE, false, { credentials: { port: 8765, token: 'a bearer token' } });
    await session.set({ 'refused-1': true });
    await expect.poll(kept).toMatchObject({ 'refused-1': true });
    expect(JSON.stringify(await local.get())).not.toContain('a bearer token');
  });

  it('is nothing of incognito tabs', async () => {
    rig.incognito.add(1);
    await session.set({ [LINKS_KEY]: [link({})], 'policy-1-scratch': {}, 'policy-2-scratch': {} });
    await expect.poll(kept).toEqual({ 'policy-2-scratch': {} });
  });

  it('is not taken up again when only the worker was stopped', async () => {
    await session.set({ [LINKS_KEY]: [link({})] });
    await expect.poll(kept).toEqual({ [LINKS_KEY]: [link({})] });
    await session.set({ [LINKS_KEY]: [] });
    await rig.restart();
    expect(await linkIds()).toEqual([]);
  });

  it('each open page gets a starter, once', async () => {
    await update();
    const starters = (): unknown[] => rig.extension.injections.map(({ target, files }) => [target, files]);
    const file = '/content-scripts/starter.iife.js';
    const both = [1, 2].map((tabId) => [{ tabId }, [file]]);
    await expect.poll(starters).toEqual(both);
    await rig.restart();
    expect(starters()).toEqual(both);
  });

  it('a page that reports before is answered with the links of before', async () => {
    await session.set({ [LINKS_KEY]: [link({})] });
    await expect.poll(kept).toEqual({ [LINKS_KEY]: [link({})] });
    await update();
    const started = {
      ...{ to: 'worker', type: 'tab-started', place: MINE },
      ...{ hasSessionScript: false, caller: null, arrival: 'same-page' },
    };
    expect(await rig.say(started, sessionOf(1))).toMatchObject({ attach: ['link'], ask: [] });
  });

  describe('and after a restart of the browser, in which every tab has another id', () => {
    const OTHER = { ...MINE, path: '/drive/other' };
    const always = link({ isAlways: true });
    const remembered = { allowedPairs: { [`ours ${MINE.origin}${MINE.path}`]: 'a day' } };
    const restart = async (before: TabLink): Promise<void> => {
      await session.set({ [LINKS_KEY]: [before] });
      await expect.poll(kept).toMatchObject({ [LINKS_KEY]: [before] });
      rig.tabs.clear();
      await update();
    };
    /** What a tab is told when it starts. */
    const begin = (tabId: number, place = MINE): Promise<unknown> =>
      rig.say(
        {
          ...{ to: 'worker', type: 'tab-started', place },
          ...{ hasSessionScript: false, caller: null, arrival: 'load' },
        },
        sessionOf(tabId),
      );

    it('the tab with the notebook has its link again, where the user said always; one tab only', async () => {
      await local.set(remembered);
      await restart(always);
      expect(await begin(5)).toMatchObject({ attach: ['link'] });
      expect(await begin(6)).toMatchObject({ attach: [], ask: [] });
      expect(await linkIds()).toEqual(['link']);
    });

    it.each([
      { where: 'the user said so for once', before: link({}) },
      { where: 'the user took it back', stored: {} },
      { where: 'the tab shows another notebook', place: OTHER },
      { where: 'the user has sent the server away', said: { 'refused-ours': true } },
    ])('not where $where', async ({ before = always, stored = remembered, place, said = {} }) => {
      await local.set(stored);
      await session.set(said);
      await restart(before);
      expect(await begin(5, place)).toMatchObject({ attach: [], ask: [] });
      expect(await linkIds()).toEqual([]);
    });
  });
});
