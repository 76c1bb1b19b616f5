import { fakeBrowser } from '@webext-core/fake-browser';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { TabLink } from '../../../background/tab-links.ts';
import { addLink, changeLink, linksOfTab, removeLinks } from '../../../background/tab-links.ts';

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }));

const place = { origin: 'https://colab.research.google.com', path: '/drive/one' };
const link = (linkId: string, tabId: number, port: number): TabLink => ({
  linkId,
  tabId,
  credentials: { token: `token of ${linkId}`, port },
  paired: null,
  isSuspect: false,
  isAlways: false,
  allowed: null,
  question: null,
  refused: null,
  agent: null,
});
const named =
  (linkId: string) =>
  (other: TabLink): boolean =>
    other.linkId === linkId;

describe('the links of tabs', () => {
  beforeEach(() => fakeBrowser.reset());
  afterEach(() => vi.restoreAllMocks());

  it('are none at first', async () => {
    expect(await linksOfTab(1)).toEqual([]);
  });

  it('belong to one tab, and live in memory only', async () => {
    const [one, two] = [link('one', 1, 80), link('two', 2, 80)];
    await addLink(one);
    await addLink(two);
    expect(await linksOfTab(1)).toEqual([one]);
    expect(await linksOfTab(2)).toEqual([two]);
    expect(await fakeBrowser.storage.session.get()).toEqual({ links: [one, two] });
    expect(await fakeBrowser.storage.local.get()).toEqual({});
  });

  it('are changed one by one', async () => {
    await addLink(link('one', 1, 80));
    await addLink(link('two', 1, 81));
    const changed = { ...link('two', 1, 81), allowed: place };
    expect(await changeLink(named('two'), { allowed: place })).toEqual(changed);
    expect(await linksOfTab(1)).toEqual([link('one', 1, 80), changed]);
  });

  it('stay as they are when the one to change is gone', async () => {
    await addLink(link('one', 1, 80));
    expect(await changeLink(named('gone'), { question: place })).toBeNull();
    expect(await linksOfTab(1)).toEqual([link('one', 1, 80)]);
  });

  it('are removed by what they have in common', async () => {
    await addLink(link('one', 1, 80));
    await addLink(link('two', 1, 81));
    await addLink(link('three', 2, 80));
    expect(await removeLinks(({ tabId }) => tabId === 1)).toEqual([link('one', 1, 80), link('two', 1, 81)]);
    expect(await linksOfTab(1)).toEqual([]);
    expect(await linksOfTab(2)).toEqual([link('three', 2, 80)]);
  });

  it('lose nothing to changes at the same time, and readers see all that was asked for before', async () => {
    void addLink(link('one', 1, 80));
    void addLink(link('two', 1, 81));
    void changeLink(named('one'), { question: place });
    void removeLinks(named('two'));
    expect(await linksOfTab(1)).toEqual([{ ...link('one', 1, 80), question: place }]);
  });

  it('take the next change after one that failed', async () => {
    vi.spyOn(fakeBrowser.storage.session, 'set').mockRejectedValueOnce(new Error('No space.'));
    await expect(addLink(link('one', 1, 80))).rejects.toThrow('No space.');
    await addLink(link('two', 1, 81));
    expect(await linksOfTab(1)).toEqual([link('two', 1, 81)]);
  });
});
