import { fakeBrowser } from '@webext-core/fake-browser';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { VISIT_HEADERS as IN_FIREFOX } from '../../../background/firefox/visit-headers.ts';
import { VISIT_HEADERS as IN_CHROME } from '../../../background/visit-headers.ts';
import { SCRATCH, server, TAB } from './link-steps.ts';
import { sessionOf, WorkerRig } from './worker-rig.ts';

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }));

const LET_IN = { attach: [expect.any(String)], ask: [] };
const ASKED = { attach: [], ask: [{ port: 8765, isSuspect: true }] };

describe('a scratch notebook, by who led there', () => {
  let worker: WorkerRig;
  const caller = { credentials: server(8765), agent: 'Tester', proof: null };
  /** A page has started, whatever the browser has told of its request. */
  const start = (from: typeof caller | null = caller) =>
    worker.say(
      {
        to: 'worker',
        type: 'tab-started',
        place: SCRATCH,
        hasSessionScript: true,
        caller: from,
        arrival: 'load',
      },
      sessionOf(TAB),
    );

  beforeEach(async () => {
    worker = await WorkerRig.start();
  });

  it('connects by itself where the browser says that no page did', async () => {
    void worker.visit(TAB, 'none');
    expect(await start()).toMatchObject(LET_IN);
  });

  it.each(['cross-site', 'same-site', 'same-origin', '', undefined])(
    'asks where the header says %j',
    async (site) => {
      void worker.visit(TAB, site);
      expect(await start()).toMatchObject(ASKED);
      expect(worker.opened).toEqual([]);
    },
  );

  it('asks where the browser has told nothing, or not yet', async () => {
    expect(await start()).toMatchObject(ASKED);
  });

  it('asks where the user’s own visit was the one before', async () => {
    void worker.visit(TAB, 'none');
    await start(null);
    // A page has led to this one, and the browser will tell of it later.
    expect(await start()).toMatchObject(ASKED);
    expect(worker.opened).toEqual([]);
  });

  it('gives one record to one page, when two start at once', async () => {
    void worker.visit(TAB, 'none');
    const [, second] = await Promise.all([start(null), start()]);
    expect(second).toMatchObject(ASKED);
  });

  it('keeps the record before a request that waits for it goes on', async () => {
    await worker.visit(TAB, 'none');
    expect(await fakeBrowser.storage.session.get()).toMatchObject({ [`visit-${TAB}`]: 'none' });
    // Firefox would tell too late otherwise; Chrome lets no extension of this version hold a request.
    expect(IN_FIREFOX).toContain('blocking');
    expect(IN_CHROME).not.toContain('blocking');
  });
});
