import { fakeBrowser } from '@webext-core/fake-browser';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { connectByHand, consentGiven, tabStarted } from '../../../background/link-registry.ts';
import { stateOfTab } from '../../../background/tab-state.ts';
import { consentRefused } from '../../../background/user-word.ts';
import { FakeExtension } from './fake-extension.ts';
import {
  ALLOWED,
  allowed,
  asked,
  caller,
  decided,
  MINE,
  OTHER,
  OTHER_TAB,
  questionOf,
  TAB,
} from './link-steps.ts';

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }));

describe('a link that the user is asked about', () => {
  let extension: FakeExtension;
  beforeEach(() => {
    extension = FakeExtension.install();
  });

  const badge = () => fakeBrowser.action.getBadgeText({ tabId: TAB });
  const closed = () => extension.told.filter(({ type }) => type === 'close');

  describe('consent', () => {
    it('counts for a reload, and not for the next notebook that the tab shows', async () => {
      const linkId = await allowed(TAB, MINE);
      expect(await tabStarted(TAB, MINE, null)).toEqual(decided(TAB, MINE, { attach: [linkId] }));
      expect(await tabStarted(TAB, OTHER, null)).toEqual(decided(TAB, OTHER, { ask: [questionOf(linkId)] }));
    });

    it('"once" is kept for no other link', async () => {
      await allowed(TAB, MINE);
      expect(await fakeBrowser.storage.local.get()).toEqual({});
      await asked(OTHER_TAB, MINE);
    });

    it('"always" is kept for every link to that notebook, and only for that notebook', async () => {
      await consentGiven(TAB, await asked(TAB, MINE), MINE, true);
      const { attach, ask } = await tabStarted(OTHER_TAB, MINE, caller(9000));
      expect([attach.length, ask.length]).toEqual([1, 0]);
      await asked(OTHER_TAB, OTHER, 9000);
    });

    it('of another tab opens nothing', async () => {
      const linkId = await asked(TAB, MINE);
      expect(await consentGiven(OTHER_TAB, linkId, MINE, true)).toEqual(decided(OTHER_TAB, MINE));
      expect(extension.documents).toEqual([]);
      expect(await fakeBrowser.storage.local.get()).toEqual({});
      expect((await stateOfTab(TAB)).waitingForConsent).toEqual([8765]);
    });

    it('for another link of the tab opens that one alone', async () => {
      const one = await asked(TAB, MINE, 8765);
      const two = await asked(TAB, MINE, 8766);
      await consentGiven(TAB, two, MINE, false);
      expect([...extension.links.keys()]).toEqual([two]);
      expect((await stateOfTab(TAB)).waitingForConsent).toEqual([8765]);
      await consentGiven(TAB, one, MINE, false);
      expect([...extension.links.keys()]).toEqual([two, one]);
    });

    it('to a notebook that the tab has left meanwhile counts for neither', async () => {
      const linkId = await asked(TAB, MINE);
      await tabStarted(TAB, OTHER, null);
      expect(await consentGiven(TAB, linkId, MINE, true)).toEqual(decided(TAB, MINE));
      expect(extension.documents).toEqual([]);
      expect(await fakeBrowser.storage.local.get()).toEqual({});
    });

    it('that nobody asked for is none', async () => {
      const linkId = await allowed(TAB, MINE);
      expect(await consentGiven(TAB, linkId, MINE, true)).toEqual(decided(TAB, MINE));
      expect(await consentGiven(TAB, 'no such link', MINE, true)).toEqual(decided(TAB, MINE));
      expect(await fakeBrowser.storage.local.get()).toEqual({});
    });
  });

  describe('waiting for consent', () => {
    it('is not what an allowed link does whose document is just gone', async () => {
      await allowed(TAB, MINE);
      extension.closeDocument();
      expect(await stateOfTab(TAB)).toEqual({ ...ALLOWED, links: [], waitingForConsent: [] });
    });

    it('is what a link does whose socket is from the notebook before', async () => {
      const linkId = await allowed(TAB, MINE);
      await tabStarted(TAB, OTHER, null);
      expect(await stateOfTab(TAB)).toMatchObject({ links: [{ linkId }], waitingForConsent: [8765] });
    });

    it('ends when the tab is back at a notebook that was allowed', async () => {
      await allowed(TAB, MINE);
      await tabStarted(TAB, OTHER, null);
      await tabStarted(TAB, MINE, null);
      expect((await stateOfTab(TAB)).waitingForConsent).toEqual([]);
    });

    it('ends when the user connects by hand', async () => {
      const linkId = await asked(TAB, MINE);
      expect(await connectByHand(TAB, MINE, caller(8765))).toEqual(decided(TAB, MINE, { attach: [linkId] }));
      expect((await stateOfTab(TAB)).waitingForConsent).toEqual([]);
    });
  });

  describe('a refusal', () => {
    it('is said by the link from now on, also where its socket is from a notebook before', async () => {
      const linkId = await allowed(TAB, MINE);
      await tabStarted(TAB, OTHER, null);
      await consentRefused(TAB, linkId);
      expect(closed()).toEqual([]);
      expect(await stateOfTab(TAB)).toMatchObject({
        links: [{ linkId, refused: 'not-now' }],
        waitingForConsent: [],
      });
      expect(await tabStarted(TAB, OTHER, null)).toEqual(decided(TAB, OTHER));
      expect(await tabStarted(TAB, MINE, null)).toEqual(decided(TAB, MINE));
      expect(await badge()).toBe('');
    });

    it('to a question that nobody asked is none', async () => {
      const linkId = await allowed(TAB, MINE);
      await consentRefused(TAB, linkId);
      expect(extension.links.get(linkId)).toMatchObject({ refused: null });
    });

    it('of another tab ends nothing', async () => {
      const linkId = await allowed(TAB, MINE);
      await consentRefused(OTHER_TAB, linkId);
      expect([...extension.links.keys()]).toEqual([linkId]);
      expect(extension.rules.has(8765)).toBe(true);
    });

    it('ends no other link of the tab', async () => {
      const one = await allowed(TAB, MINE, 8765);
      const two = await asked(TAB, MINE, 8766);
      await consentRefused(TAB, two);
      expect(await stateOfTab(TAB)).toMatchObject({
        links: [
          { linkId: one, refused: null },
          { linkId: two, refused: 'not-now' },
        ],
        waitingForConsent: [],
      });
    });
  });
});
