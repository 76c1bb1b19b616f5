import { fakeBrowser } from '@webext-core/fake-browser';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  connectByHand,
  consentGiven,
  letIn,
  notePaired,
  noteReturned,
  tabClosed,
  tabStarted,
} from '../../../background/link-registry.ts';
import { setPolicy } from '../../../background/policies.ts';
import type { TabLink } from '../../../background/tab-links.ts';
import { removeLinks } from '../../../background/tab-links.ts';
import { decide, show, stateOfTab } from '../../../background/tab-state.ts';
import { askAgain, consentRefused, disconnectByHand, stopTab } from '../../../background/user-word.ts';
import type { Policy } from '../../../src/policy/policy.ts';
import { denying } from '../../../src/policy/policy.ts';
import { newKey, tokenOf } from '../../../src/wire/keys.ts';
import { notebookIdOf } from '../../../src/wire/notebook-id.ts';
import { tabStateKey } from '../../../src/wire/pushed-state.ts';
import { FakeExtension } from './fake-extension.ts';
import {
  ALLOWED,
  allowed,
  asked,
  caller,
  decided,
  MINE,
  ORIGIN,
  OTHER,
  OTHER_TAB,
  questionOf,
  SCRATCH,
  server,
  TAB,
} from './link-steps.ts';

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }));

describe('the links of a tab', () => {
  let extension: FakeExtension;
  beforeEach(() => {
    extension = FakeExtension.install();
  });
  afterEach(() => vi.restoreAllMocks());

  const badge = () => fakeBrowser.action.getBadgeText({ tabId: TAB });
  const closed = () => extension.told.filter(({ type }) => type === 'close');

  it('a notebook without a link has nothing to do, and starts nothing', async () => {
    expect(await tabStarted(TAB, MINE, null)).toEqual(decided(TAB, MINE));
    expect(extension.documents).toEqual([]);
    expect(await stateOfTab(TAB)).toEqual({ ...ALLOWED, links: [], waitingForConsent: [] });
  });

  it.each([TAB, OTHER_TAB])(
    'a server that was sent away is asked about, whatever its token: %i',
    async (tab) => {
      const { attach } = await tabStarted(TAB, SCRATCH, caller(8765));
      await disconnectByHand(attach[0] ?? '');
      const again = await tabStarted(tab, SCRATCH, caller(8765, 'another token'));
      expect([again.attach, again.ask.length]).toEqual([[], 1]);
    },
  );

  it('a scratch notebook connects unasked, and speaks with its own origin', async () => {
    const { attach, ask } = await tabStarted(TAB, SCRATCH, caller(8765));
    expect(ask).toEqual([]);
    const [linkId] = attach;
    expect(extension.told).toContainEqual({
      to: 'offscreen',
      type: 'open',
      linkId,
      tabId: TAB,
      notebookId: notebookIdOf(SCRATCH, TAB),
      notebookUrl: `${ORIGIN}/notebooks/empty.ipynb`,
      credentials: server(8765),
      paired: null,
      agent: 'Tester',
      refused: null,
      isWanted: false,
      version: '1.2.3',
    });
    expect(extension.rules.get(8765)?.action.requestHeaders?.[0]?.value).toBe(ORIGIN);
    expect(await stateOfTab(TAB)).toMatchObject({ links: [{ linkId }], waitingForConsent: [] });
    expect(await badge()).toBe('·');
  });

  it('a notebook of the user’s is asked about first: no socket, no rule, no document before the answer', async () => {
    const linkId = await asked(TAB, MINE);
    expect(extension.documents).toEqual([]);
    expect(extension.rules.size).toBe(0);
    expect(await stateOfTab(TAB)).toEqual({ ...ALLOWED, links: [], waitingForConsent: [8765] });
    expect(await consentGiven(TAB, linkId, MINE, false)).toEqual(decided(TAB, MINE, { attach: [linkId] }));
    expect(extension.links.get(linkId)).toMatchObject({ tabId: TAB, port: 8765 });
    expect(extension.rules.get(8765)?.action.requestHeaders?.[0]?.value).toBe(ORIGIN);
    expect(await stateOfTab(TAB)).toMatchObject({ links: [{ linkId }], waitingForConsent: [] });
  });

  it('the same address opened again goes on with the same link', async () => {
    const linkId = await allowed(TAB, MINE);
    expect(await tabStarted(TAB, MINE, caller(8765))).toEqual(decided(TAB, MINE, { attach: [linkId] }));
    expect(extension.links.size).toBe(1);
    expect(closed()).toEqual([]);
  });

  it('another server gets a link of its own, on another port beside the first', async () => {
    const linkId = await allowed(TAB, MINE, 8765);
    const { attach, ask } = await tabStarted(TAB, MINE, caller(8766));
    expect(attach).toEqual([linkId]);
    expect(ask).toEqual([questionOf(expect.any(String), 8766)]);
    expect(await stateOfTab(TAB)).toMatchObject({ links: [{ linkId }], waitingForConsent: [8766] });
  });

  it('a new token for the same port replaces the old link, when the user has agreed and not before', async () => {
    const old = await allowed(TAB, MINE);
    const { attach, ask } = await tabStarted(TAB, OTHER, caller(8765, 'another'));
    expect(attach).toEqual([]);
    expect(ask.map(({ port }) => port)).toEqual([8765, 8765]);
    expect(closed()).toEqual([]);
    const linkId = ask[1]?.linkId ?? '';
    expect(await consentGiven(TAB, linkId, OTHER, false)).toEqual(decided(TAB, OTHER, { attach: [linkId] }));
    expect(closed()).toEqual([
      { to: 'offscreen', type: 'close', linkId: old, reason: 'Replaced by a new connection' },
    ]);
  });

  it('the same server in two tabs has two links', async () => {
    const one = await allowed(TAB, MINE);
    const two = await allowed(OTHER_TAB, MINE);
    expect(one).not.toBe(two);
    expect((await stateOfTab(TAB)).links.map(({ linkId }) => linkId)).toEqual([one]);
    expect((await stateOfTab(OTHER_TAB)).links.map(({ linkId }) => linkId)).toEqual([two]);
  });

  it('a link that goes while the tab starts is not opened again', async () => {
    await asked(TAB, MINE);
    vi.spyOn(fakeBrowser.storage.local, 'get').mockImplementationOnce(async () => {
      await removeLinks(() => true);
      return {};
    });
    expect(await tabStarted(TAB, MINE, null)).toEqual(decided(TAB, MINE));
    expect(extension.documents).toEqual([]);
  });

  describe('by hand', () => {
    it('connecting needs no question, and is kept for no other link', async () => {
      const { attach, ask } = await connectByHand(TAB, MINE, caller(8765));
      expect(ask).toEqual([]);
      expect([...extension.links.keys()]).toEqual(attach);
      expect(extension.rules.get(8765)?.action.requestHeaders?.[0]?.value).toBe(ORIGIN);
      expect(await tabStarted(TAB, MINE, null)).toEqual(decided(TAB, MINE, { attach }));
      await asked(OTHER_TAB, MINE);
    });

    it('connecting allows no other link of the tab', async () => {
      await asked(TAB, MINE, 8766);
      const { attach } = await connectByHand(TAB, MINE, caller(8765));
      expect([...extension.links.keys()]).toEqual(attach);
      expect(await stateOfTab(TAB)).toMatchObject({ links: [{ port: 8765 }], waitingForConsent: [8766] });
    });

    it('connecting a tab that is closed meanwhile opens nothing', async () => {
      const { set } = fakeBrowser.storage.session;
      vi.spyOn(fakeBrowser.storage.session, 'set').mockImplementationOnce(async (items: object) => {
        await set(items);
        void removeLinks(() => true);
      });
      expect(await connectByHand(TAB, MINE, caller(8765))).toEqual(decided(TAB, MINE));
      expect(extension.documents).toEqual([]);
    });

    it('disconnecting takes "always" back, and the link stays to say so', async () => {
      const linkId = await asked(TAB, MINE);
      await consentGiven(TAB, linkId, MINE, true);
      await disconnectByHand(linkId);
      expect(closed()).toEqual([]);
      expect(extension.links.get(linkId)).toMatchObject({ refused: 'disconnected' });
      expect(await badge()).toBe('');
      expect(await asked(TAB, MINE)).toBe(linkId);
      await asked(OTHER_TAB, MINE, 9000);
    });

    it('disconnecting one link leaves the others', async () => {
      const one = await allowed(TAB, MINE, 8765);
      const two = await allowed(TAB, MINE, 8766);
      await disconnectByHand(one);
      expect([...extension.links.values()]).toMatchObject([{ refused: 'disconnected' }, { refused: null }]);
      expect(await tabStarted(TAB, MINE, null)).toEqual(decided(TAB, MINE, { attach: [two] }));
    });

    it('disconnecting what is waiting for its answer is a no to that, and forgets nothing', async () => {
      await consentGiven(OTHER_TAB, await asked(OTHER_TAB, OTHER, 9001), OTHER, true);
      const linkId = await asked(TAB, MINE);
      await disconnectByHand(linkId);
      expect(extension.links.get(linkId)).toMatchObject({ refused: 'not-now' });
      expect((await tabStarted(TAB, OTHER, caller(9000))).ask).toEqual([]);
    });

    it('disconnecting what is not there changes nothing', async () => {
      const linkId = await allowed(TAB, MINE);
      const changes = (): unknown[] => extension.told.filter(({ type }) => type !== 'list');
      const before = changes();
      await disconnectByHand('no such link');
      expect([...extension.links.keys()]).toEqual([linkId]);
      expect(changes()).toEqual(before);
    });
  });

  it('go with their tab', async () => {
    const one = await allowed(TAB, MINE, 8765);
    const two = await allowed(TAB, MINE, 8766);
    const elsewhere = await allowed(OTHER_TAB, OTHER, 9000);
    await tabClosed(TAB);
    const reason = 'The notebook tab was closed';
    expect(closed()).toEqual(
      [one, two].map((linkId) => ({ to: 'offscreen', type: 'close', linkId, reason })),
    );
    expect([...extension.links.keys()]).toEqual([elsewhere]);
    expect([...extension.rules.keys()]).toEqual([9000]);
    await tabClosed(OTHER_TAB);
    expect(extension.hasDocument).toBe(false);
  });

  it('are told which notebook the tab shows, whenever it is opened', async () => {
    const linkId = await allowed(TAB, MINE);
    await tabStarted(TAB, OTHER, null);
    await consentGiven(TAB, linkId, OTHER, false);
    await tabStarted(TAB, OTHER, null);
    await connectByHand(TAB, MINE, caller(8765));
    const told = extension.told.flatMap((order) => (order.type === 'open' ? [order.notebookId] : []));
    expect(told).toEqual([MINE, OTHER, OTHER, MINE].map((place) => notebookIdOf(place, TAB)));
  });

  describe('and what the user lets agents do', () => {
    const paused: Policy = { ...denying('run'), paused: true };
    beforeEach(() => setPolicy(TAB, MINE, paused));

    it('is part of every decision', async () => {
      const linkId = await asked(TAB, MINE);
      const limited = { ...decided(TAB, MINE), policy: paused };
      expect(await tabStarted(TAB, MINE, null)).toMatchObject({ ...limited, ask: [{ linkId }] });
      expect(await consentGiven(TAB, linkId, MINE, false)).toEqual({ ...limited, attach: [linkId] });
      expect(await consentGiven(TAB, linkId, MINE, false)).toEqual(limited);
      expect(await connectByHand(TAB, MINE, caller(8765))).toEqual({ ...limited, attach: [linkId] });
      expect(await decide(TAB, MINE, {})).toEqual(limited);
      expect((await stateOfTab(TAB)).policy).toEqual(paused);
    });

    it('is the notebook’s; the pause ends with the tab', async () => {
      expect((await tabStarted(OTHER_TAB, MINE, null)).policy).toEqual(denying('run'));
      expect((await tabStarted(TAB, MINE, null)).policy).toEqual(paused);
      expect((await tabStarted(TAB, OTHER, null)).policy).toEqual(ALLOWED.policy);
      await tabClosed(TAB);
      expect((await tabStarted(TAB, MINE, null)).policy).toEqual(denying('run'));
    });
  });

  it('are pushed to whoever looks at the tab, with every step', async () => {
    const pushed = async () => (await fakeBrowser.storage.session.get())[tabStateKey(TAB)];
    const linkId = await asked(TAB, MINE);
    expect(await pushed()).toMatchObject({ links: [], waitingForConsent: [8765] });
    await consentGiven(TAB, linkId, MINE, false);
    expect(await pushed()).toMatchObject({ links: [{ linkId }], waitingForConsent: [] });
    await connectByHand(TAB, MINE, caller(8766));
    expect(await pushed()).toMatchObject({ links: [{ linkId }, { port: 8766 }] });
    await disconnectByHand(linkId);
    expect(await pushed()).toMatchObject({ links: [{ linkId, refused: 'disconnected' }, { port: 8766 }] });
  });

  it('show on the badge of their own tab alone', async () => {
    const linkId = await allowed(TAB, MINE);
    extension.report(linkId, { phase: 'open' });
    await show(TAB);
    await show(OTHER_TAB);
    expect(await badge()).toBe('on');
    expect(await fakeBrowser.action.getBadgeText({ tabId: OTHER_TAB })).toBe('');
  });
});

describe('an address that a page may have made up', () => {
  let extension: FakeExtension;
  beforeEach(() => {
    extension = FakeExtension.install();
  });
  const suspect = (port: number, token = 'made-up') => caller(port, token, { isSuspect: true });

  it('is asked about, also on a scratch notebook, and nothing is dialled before the answer', async () => {
    const { attach, ask } = await tabStarted(TAB, SCRATCH, suspect(8765));
    expect([attach, ask]).toMatchObject([[], [{ port: 8765, isSuspect: true }]]);
    expect(extension.documents).toEqual([]);
    await consentGiven(TAB, ask[0]?.linkId ?? '', SCRATCH, false);
    expect(extension.links.size).toBe(1);
  });

  it('ends nothing that works, before the user agrees', async () => {
    const old = await allowed(TAB, MINE);
    const { attach, ask } = await tabStarted(TAB, MINE, suspect(8765));
    expect(attach).toEqual([old]);
    const linkId = ask[0]?.linkId ?? '';
    expect([...extension.links.keys()]).toEqual([old]);
    await consentGiven(TAB, linkId, MINE, false);
    expect([...extension.links.keys()]).toEqual([linkId]);
  });

  it('makes no second question while one is open', async () => {
    const linkId = await asked(TAB, MINE);
    for (let count = 0; count < 5; count += 1) {
      const { ask } = await tabStarted(TAB, MINE, suspect(9000 + count));
      expect(ask).toEqual([questionOf(linkId)]);
    }
  });

  it('is told nothing when the user says no, and is not asked about again', async () => {
    const { ask } = await tabStarted(TAB, SCRATCH, suspect(8765));
    await consentRefused(TAB, ask[0]?.linkId ?? '');
    expect(extension.documents).toEqual([]);
    for (const token of ['made-up', 'another']) {
      expect(await tabStarted(TAB, SCRATCH, suspect(8765, token))).toEqual(decided(TAB, SCRATCH));
    }
    // The user's own visit is another matter.
    expect((await tabStarted(TAB, SCRATCH, caller(8765))).ask).toMatchObject([{ isSuspect: false }]);
  });
});

describe('our bridge', () => {
  let extension: FakeExtension;
  beforeEach(() => {
    extension = FakeExtension.install();
  });
  const paired = { serverId: 'the bridge', key: newKey() };
  const code = () => tokenOf(newKey());

  it('is known by its name once it has proven itself, whatever address it makes', async () => {
    const { attach } = await tabStarted(TAB, SCRATCH, caller(8765, code()));
    const [linkId = ''] = attach;
    await notePaired(linkId, paired);
    expect(await fakeBrowser.storage.local.get()).toEqual({ knownServers: [paired] });
    const again = await tabStarted(TAB, SCRATCH, caller(8765, code(), { paired }));
    expect(again.attach).toEqual([linkId]);
    expect(extension.told.at(-1)).toMatchObject({ type: 'list' });
    const opened = extension.told.filter(({ type }) => type === 'open').at(-1);
    expect(opened).toMatchObject({ linkId, paired });
  });

  it('"always" counts from then on for it, in every tab, and for no other', async () => {
    const { ask } = await tabStarted(TAB, MINE, caller(8765, code()));
    const linkId = ask[0]?.linkId ?? '';
    await consentGiven(TAB, linkId, MINE, true);
    await notePaired(linkId, paired);
    const other = { serverId: 'another', key: newKey() };
    expect((await tabStarted(OTHER_TAB, MINE, caller(9000, code(), { paired: other }))).ask).toHaveLength(1);
    expect((await tabStarted(8, MINE, caller(9000, code()))).ask).toHaveLength(1);
    expect((await tabStarted(9, MINE, caller(9000, code(), { paired }))).attach).toHaveLength(1);
  });

  it('"always" for one notebook is not carried over to the next one that the user lets it into', async () => {
    const { ask } = await tabStarted(TAB, MINE, caller(8765, code()));
    const linkId = ask[0]?.linkId ?? '';
    await consentGiven(TAB, linkId, MINE, true);
    await tabStarted(TAB, OTHER, null);
    await letIn(TAB, (link) => link.linkId === linkId, OTHER);
    await notePaired(linkId, paired);
    expect((await tabStarted(OTHER_TAB, OTHER, caller(9000, code(), { paired }))).ask).toHaveLength(1);
  });

  it('that the user sent away is known wherever it comes, by its name', async () => {
    const { attach } = await tabStarted(TAB, SCRATCH, caller(8765, code(), { paired }));
    await disconnectByHand(attach[0] ?? '');
    expect((await tabStarted(OTHER_TAB, SCRATCH, caller(9000, code(), { paired }))).ask).toHaveLength(1);
  });
});

it('a server of ours at another port has a link of its own there, which is let in as it was', async () => {
  const extension = FakeExtension.install();
  const paired = { serverId: 'the same bridge', key: newKey() };
  const { attach } = await tabStarted(TAB, SCRATCH, caller(8765, tokenOf(newKey()), { paired }));
  const moved = await tabStarted(TAB, SCRATCH, caller(9000, tokenOf(newKey()), { paired }));
  expect(moved.attach).toHaveLength(2);
  expect(moved.attach).toContain(attach[0]);
  const ports = extension.told.flatMap((one) => (one.type === 'open' ? [one.credentials.port] : []));
  expect(new Set(ports)).toEqual(new Set([8765, 9000]));
});

it('a no to a server of ours outlives the document that held its link', async () => {
  const extension = FakeExtension.install();
  const paired = { serverId: 'ours', key: newKey() };
  const refused =
    (await tabStarted(TAB, SCRATCH, caller(8765, tokenOf(newKey()), { paired }))).attach[0] ?? '';
  const other = (await tabStarted(OTHER_TAB, SCRATCH, caller(8765, tokenOf(newKey()), { paired }))).attach[0];
  await disconnectByHand(refused);
  extension.closeDocument();
  await tabStarted(OTHER_TAB, SCRATCH, null);
  const { links } = await fakeBrowser.storage.session.get<{ links: TabLink[] }>();
  expect(links).toMatchObject([{ linkId: refused, refused: 'disconnected' }, { linkId: other }]);
});

describe('a worker that was stopped in the middle', () => {
  it('of a no carries it out when it is told again', async () => {
    const extension = FakeExtension.install();
    const { attach } = await tabStarted(TAB, SCRATCH, caller(8765));
    const [linkId = ''] = attach;
    extension.trouble = new Error('stopped');
    await expect(stopTab(TAB)).rejects.toThrow('stopped');
    extension.trouble = null;
    expect(extension.links.get(linkId)).toMatchObject({ refused: null });
    await stopTab(TAB);
    expect(extension.links.get(linkId)).toMatchObject({ refused: 'stopped' });
  });

  it('of an answer, too', async () => {
    const extension = FakeExtension.install();
    const linkId = await allowed(TAB, MINE);
    await disconnectByHand(linkId);
    await askAgain(linkId, MINE);
    extension.report(linkId, { refused: null });
    extension.trouble = new Error('stopped');
    await expect(consentRefused(TAB, linkId)).rejects.toThrow('stopped');
    extension.trouble = null;
    await consentRefused(TAB, linkId);
    expect(extension.links.get(linkId)).toMatchObject({ refused: 'not-now' });
  });

  it('of an end leaves nothing that could not be ended', async () => {
    const extension = FakeExtension.install();
    const { attach } = await tabStarted(TAB, SCRATCH, caller(8765));
    const [linkId = ''] = attach;
    await fakeBrowser.storage.session.set({ links: [] });
    await disconnectByHand(linkId);
    expect(extension.links.size).toBe(0);
    expect(extension.hasDocument).toBe(false);
  });
});

it('what may have taken the place of a server is asked about, and told nothing until then', async () => {
  const extension = FakeExtension.install();
  const { attach } = await tabStarted(TAB, SCRATCH, caller(8765));
  const [linkId = ''] = attach;
  // Told too late: it works again.
  extension.report(linkId, { phase: 'open' });
  expect(await noteReturned(linkId)).toBe(false);
  expect((await tabStarted(TAB, SCRATCH, null)).attach).toEqual([linkId]);
  extension.report(linkId, { phase: 'resting' });
  expect(await noteReturned(linkId)).toBe(true);
  const before = extension.told.filter(({ type }) => type === 'open').length;
  expect((await tabStarted(TAB, SCRATCH, null)).ask).toMatchObject([{ linkId, isSuspect: true }]);
  expect(extension.told.filter(({ type }) => type === 'open')).toHaveLength(before);
  expect((await consentGiven(TAB, linkId, SCRATCH, false)).attach).toEqual([linkId]);
  expect(extension.told.filter(({ type }) => type === 'open').at(-1)).toMatchObject({ isWanted: true });
});
