import { fakeBrowser } from '@webext-core/fake-browser';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Policy } from '../../../src/policy/policy.ts';
import { DEFAULT_POLICY } from '../../../src/policy/policy.ts';
import type { NotebookPlace } from '../../../src/wire/messages.ts';
import { notebookIdOf } from '../../../src/wire/notebook-id.ts';
import { MINE, ORIGIN, OTHER, OTHER_TAB, SCRATCH, TAB } from './link-steps.ts';
import { popup, sessionOf, WorkerRig } from './worker-rig.ts';

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }));

const PAUSED: Policy = { ...DEFAULT_POLICY, paused: true };
const THIRD: NotebookPlace = { origin: ORIGIN, path: '/drive/third' };

describe('what happens while the worker is still at something else', () => {
  let worker: WorkerRig;
  beforeEach(async () => {
    worker = await WorkerRig.start();
  });
  afterEach(() => vi.restoreAllMocks());

  /** The tab shows this notebook now. */
  const shows = (place: NotebookPlace, hasSessionScript = true) =>
    worker.say(
      { to: 'worker', type: 'tab-started', place, hasSessionScript, caller: null, arrival: 'load' },
      sessionOf(TAB),
    );
  const allow = async (place: NotebookPlace, remember: boolean): Promise<string> => {
    const linkId = await worker.asked(sessionOf(TAB));
    await shows(place);
    await worker.say({ to: 'worker', type: 'consent-given', place, linkId, remember }, sessionOf(TAB));
    return linkId;
  };
  const closeTab = () => fakeBrowser.tabs.onRemoved.trigger(TAB, { windowId: 1, isWindowClosing: false });

  it('a tab that went to another notebook and back is known to show the one it came back to', async () => {
    await allow(OTHER, true);
    const linkId = await allow(MINE, true);
    await Promise.all([shows(OTHER), shows(MINE)]);
    expect(worker.extension.told.findLast(({ type }) => type === 'open')).toMatchObject({
      linkId,
      notebookId: notebookIdOf(MINE, TAB),
    });
  });

  it('nor is a question about the other one left open', async () => {
    await allow(MINE, false);
    await Promise.all([shows(THIRD), shows(MINE)]);
    const { links } = await fakeBrowser.storage.session.get<{ links: unknown[] }>();
    expect(links).toMatchObject([{ allowed: MINE, question: null }]);
  });

  it('a link that the user ends while its tab starts stays ended', async () => {
    const linkId = await allow(MINE, false);
    let goOn = (): void => {};
    const held = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const slow = vi
      .spyOn(chrome.declarativeNetRequest, 'updateSessionRules')
      .mockImplementationOnce(() => held);
    const started = shows(MINE);
    await vi.waitFor(() => expect(slow).toHaveBeenCalled());
    const ended = worker.say({ to: 'worker', type: 'popup-disconnect', linkId }, popup());
    // Time enough to overtake.
    await new Promise((resolve) => setTimeout(resolve, 20));
    goOn();
    await Promise.all([started, ended]);
    expect(worker.extension.links.get(linkId)).toMatchObject({ refused: 'disconnected' });
  });

  it('a server that another tab turns to while the last one closes can still be reached', async () => {
    await worker.load(sessionOf(TAB), SCRATCH);
    for (let step = 0; step < 40; step += 1) {
      void closeTab();
      for (let tick = 0; tick < step; tick += 1) await null;
      await worker.load(sessionOf(OTHER_TAB), SCRATCH);
      expect([step, worker.extension.rules.has(8765)]).toEqual([step, true]);
      await worker.load(sessionOf(TAB), SCRATCH);
      await fakeBrowser.tabs.onRemoved.trigger(OTHER_TAB, { windowId: 1, isWindowClosing: false });
      await vi.waitFor(() => expect(worker.opened).toHaveLength(1));
    }
  });

  it('a tab that goes on while its first link is made gets its session for what it shows', async () => {
    const [, there] = await Promise.all([worker.load(sessionOf(TAB)), shows(OTHER, false)]);
    expect(there).toMatchObject({ ask: [{ port: 8765 }], pageAgent: 1 });
  });

  it('a pause while the session comes in holds from its first moment on', async () => {
    let arrive = (): void => {};
    const held = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    const real = chrome.scripting.executeScript;
    vi.spyOn(chrome.scripting, 'executeScript').mockImplementation(async (injection) => {
      await held;
      return real(injection);
    });
    const loaded = worker.load(sessionOf(TAB), SCRATCH);
    await vi.waitFor(() => expect(worker.opened).toHaveLength(1));
    worker.shown = { place: SCRATCH, hasSessionScript: false };
    await worker.say({ to: 'worker', type: 'popup-policy', tabId: TAB, policy: PAUSED }, popup());
    arrive();
    expect(await loaded).toMatchObject({ attach: worker.opened, policy: PAUSED });
  });
});
