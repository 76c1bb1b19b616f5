import { fakeBrowser } from '@webext-core/fake-browser';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { policyOf, setPolicy } from '../../../background/policies.ts';
import { shownIn } from '../../../background/shown-places.ts';
import { knowsServer } from '../../../background/tab-servers.ts';
import { stateOfTab } from '../../../background/tab-state.ts';
import { DEFAULT_POLICY, denying } from '../../../src/policy/policy.ts';
import { notebookIdOf } from '../../../src/wire/notebook-id.ts';
import { caller, MINE, SCRATCH, TAB } from './link-steps.ts';
import { sessionOf, WorkerRig } from './worker-rig.ts';

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }));

const NEW_TAB = 70;

describe('a tab that gets another id', () => {
  let worker: WorkerRig;
  beforeEach(async () => {
    worker = await WorkerRig.start();
  });

  const replaced = async (newId = NEW_TAB, oldId = TAB): Promise<void> => {
    worker.replace(newId, oldId);
    await vi.waitFor(async () => expect(await kept(oldId)).toEqual([]));
  };
  /** Keys that name the tab. */
  const kept = async (tabId: number): Promise<string[]> =>
    Object.keys(await fakeBrowser.storage.session.get()).filter((key) =>
      new RegExp(`(^|\\D)${tabId}(\\D|$)`).test(key),
    );
  const comesBack = (place = SCRATCH) =>
    worker.say(
      {
        ...{ to: 'worker', type: 'tab-started', place, hasSessionScript: false },
        ...{ caller: null, arrival: 'load' },
      },
      sessionOf(NEW_TAB, place.origin + place.path),
    );

  it('keeps its links: the page that loads when the user comes back is attached', async () => {
    await worker.load(sessionOf(TAB), SCRATCH);
    const attach = worker.opened;
    await replaced();
    expect(worker.extension.told.at(-2)).toMatchObject({ type: 'open', linkId: attach[0], tabId: NEW_TAB });
    expect(await comesBack()).toMatchObject({
      attach,
      ask: [],
      notebookId: notebookIdOf(SCRATCH, TAB),
    });
    expect(await shownIn(NEW_TAB)).toEqual(SCRATCH);
    expect(await knowsServer(NEW_TAB, caller(8765))).toBe(true);
  });

  it('keeps a question that is open, and what the user lets agents do', async () => {
    const linkId = await worker.asked(sessionOf(TAB));
    await setPolicy(TAB, MINE, { ...DEFAULT_POLICY, paused: true });
    await setPolicy(TAB, SCRATCH, { ...denying('run'), paused: true });
    await replaced();
    expect(await stateOfTab(NEW_TAB)).toMatchObject({ waitingForConsent: [8765], policy: { paused: true } });
    expect(await policyOf(NEW_TAB, SCRATCH)).toMatchObject({
      policy: { paused: true, verdicts: { run: 'deny' } },
    });
    expect(await comesBack(MINE)).toMatchObject({ attach: [], ask: [{ linkId }] });
  });

  it('may get a third one, and leaves nothing when it is closed', async () => {
    await worker.load(sessionOf(TAB), SCRATCH);
    await replaced();
    await replaced(71, NEW_TAB);
    const { links } = await fakeBrowser.storage.session.get<{ links: unknown[] }>('links');
    expect(links).toMatchObject([{ tabId: 71 }]);
    await fakeBrowser.tabs.onRemoved.trigger(71, { windowId: 1, isWindowClosing: false });
    await vi.waitFor(async () => expect(await kept(71)).toEqual([]));
  });
});
