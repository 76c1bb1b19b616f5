import { fakeBrowser } from '@webext-core/fake-browser';
import fc from 'fast-check';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { FUZZ_TIMEOUT_MS, fuzzed } from '../../support/fuzz.ts';
import { MINE, OTHER, SCRATCH } from '../background/link-steps.ts';
import { WorkerRig } from '../background/worker-rig.ts';
import { ConsentModel, SERVERS } from './consent-model.ts';

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }));

/** Tabs by their number; one that is replaced goes on under its number. */
const tab = fc.integer({ min: 0, max: 1 });
const place = fc.constantFrom(SCRATCH, MINE, OTHER);
const server = fc.constantFrom(...SERVERS);
const nth = fc.nat({ max: 5 });

const act = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      does: fc.constant('opens' as const),
      ...{ tab, server, place },
      how: fc.record({
        site: fc.constantFrom('none' as const, 'cross-site' as const),
        isProven: fc.boolean(),
        arrival: fc.constantFrom('load' as const, 'new-tab' as const, 'same-page' as const),
      }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('goes' as const), tab, place }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('reloads' as const), tab }) },
  {
    weight: 6,
    arbitrary: fc.record({
      does: fc.constant('answers' as const),
      ...{ tab, nth },
      word: fc.constantFrom('once' as const, 'always' as const, 'no' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('claims' as const), tab, nth, place }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('connectsByHand' as const), tab, server }) },
  {
    weight: 5,
    arbitrary: fc.record({
      does: fc.constant('ofLink' as const),
      nth,
      what: fc.constantFrom(
        ...(['disconnect', 'allow', 'redial', 'asks', 'paired', 'returned', 'detach'] as const),
      ),
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('stops' as const), tab }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('closes' as const), tab }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('replaces' as const), tab }) },
);
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never;

describe('whatever happens to tabs, servers and questions, in whatever order', () => {
  let rig: WorkerRig;
  beforeAll(async () => {
    rig = await WorkerRig.start();
  });

  /** As it is when the browser starts with another profile. */
  async function forgetAll(): Promise<void> {
    await fakeBrowser.storage.session.clear();
    await fakeBrowser.storage.local.clear();
    rig.extension.links.clear();
    rig.extension.rules.clear();
    rig.extension.hasDocument = false;
    for (const list of [rig.extension.told, rig.toTabs, rig.done]) list.length = 0;
    rig.tabs.clear();
  }

  async function perform(model: ConsentModel, ids: number[], one: Act): Promise<void> {
    const id = 'tab' in one ? (ids[one.tab] ?? 0) : 0;
    if (one.does === 'opens') await model.opens(id, one.server, one.place, one.how);
    if (one.does === 'goes') await model.goes(id, one.place);
    if (one.does === 'reloads') await model.reloads(id);
    if (one.does === 'answers') await model.answers(id, one.nth, one.word);
    if (one.does === 'claims') await model.claims(id, one.nth, one.place);
    if (one.does === 'connectsByHand') await model.connectsByHand(id, one.server);
    if (one.does === 'ofLink') await model.ofLink(one.nth, one.what);
    if (one.does === 'stops') await model.stops(id);
    if (one.does === 'closes') await model.closes(id);
    if (one.does === 'replaces') ids[one.tab] = await model.replaces(id);
  }

  it(
    'no socket is opened for a notebook and a server that the user has not allowed, and none closed before',
    async () => {
      let orders = 0;
      await fc.assert(
        fc.asyncProperty(fc.array(act, { maxLength: 25, size: 'max' }), async (acts) => {
          await forgetAll();
          const model = new ConsentModel(rig);
          const ids = [7, 8];
          for (const one of acts) await perform(model, ids, one);
          orders += model.orders;
        }),
        fuzzed(400),
      );
      // Sequences that open nothing would show nothing.
      expect(orders).toBeGreaterThan(400);
    },
    FUZZ_TIMEOUT_MS,
  );
});
