import { fakeBrowser } from '@webext-core/fake-browser';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { forget, isAllowed, remember } from '../../../background/consent.ts';
import type { TabLink } from '../../../background/tab-links.ts';
import { newKey, tokenOf } from '../../../src/wire/keys.ts';
import { samePlace } from '../../../src/wire/notebook-place.ts';

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }));

const ORIGIN = 'https://colab.research.google.com';
const at = (path: string, origin = ORIGIN) => ({ origin, path });
const SCRATCH = at('/notebooks/empty.ipynb');

const link = (news: Partial<TabLink> = {}): TabLink => ({
  ...{ linkId: 'link', tabId: 1, credentials: { token: 'secret', port: 80 }, paired: null, agent: null },
  ...{ isSuspect: false, isAlways: false, allowed: null, question: null, refused: null },
  ...news,
});
const bridge = (serverId: string): TabLink => link({ paired: { serverId, key: newKey() } });
/** Of our bridge, which has not proven itself yet. */
const code = link({ credentials: { token: tokenOf(newKey()), port: 80 } });
const suspect = link({ isSuspect: true });

describe('which notebooks need no question', () => {
  beforeEach(() => fakeBrowser.reset());

  it.each([
    ['a server that no page led to', link(), true],
    ['our bridge', code, true],
    ['our bridge, known from before', bridge('one'), true],
    ['our bridge, known from before, though a page led to it', { ...bridge('one'), isSuspect: true }, true],
    ['a server that a page led to', suspect, false],
    ['one that the user has allowed in this tab', { ...suspect, allowed: at('/drive/one') }, true],
  ])('the scratch notebook: %s', async (_who, asking, expected) => {
    expect(await isAllowed(SCRATCH, asking)).toBe(expected);
    expect(await isAllowed(at(SCRATCH.path, 'https://colab.google.com'), asking)).toBe(expected);
    expect(await isAllowed(at('/drive/one'), asking)).toBe(false);
  });

  it.each([
    '/notebooks/empty.ipynb#fileId=https://example.org/mine.ipynb',
    '/notebooks/empty.ipynb/mine',
    '/drive/notebooks/empty.ipynb',
    '/notebooks/intro.ipynb',
    '/drive/mine',
    '',
  ])('%s is not the scratch notebook', async (path) => {
    expect(await isAllowed(at(path), link())).toBe(false);
    expect(await isAllowed(at(path), bridge('one'))).toBe(false);
  });

  it('"always" counts for that notebook and no other', async () => {
    await remember(at('/drive/one'), bridge('one'));
    await remember(at('/drive/two'), bridge('one'));
    expect(await isAllowed(at('/drive/one'), bridge('one'))).toBe(true);
    expect(await isAllowed(at('/drive/two'), bridge('one'))).toBe(true);
    expect(await isAllowed(at('/drive/one', 'https://colab.google.com'), bridge('one'))).toBe(false);
    expect(await isAllowed(at('/drive/on'), bridge('one'))).toBe(false);
    expect(await isAllowed(at('/drive/one/more'), bridge('one'))).toBe(false);
  });

  it('"always" to our bridge counts for that bridge and no other server', async () => {
    await remember(at('/drive/one'), bridge('one'));
    for (const other of [bridge('two'), link(), code, suspect]) {
      expect(await isAllowed(at('/drive/one'), other)).toBe(false);
    }
  });

  it('"always" to a server that cannot prove itself counts for those, where no page led to them', async () => {
    await remember(at('/drive/one'), link());
    expect(await isAllowed(at('/drive/one'), link({ credentials: { token: 'other', port: 81 } }))).toBe(true);
    for (const other of [bridge('one'), code, suspect]) {
      expect(await isAllowed(at('/drive/one'), other)).toBe(false);
    }
  });

  it('"always" to our bridge is kept when it has proven itself, and not before', async () => {
    await remember(at('/drive/one'), code);
    expect(await fakeBrowser.storage.local.get()).toEqual({});
  });

  it('keeps "always" on disk with its time, where later versions look for it', async () => {
    vi.useFakeTimers({ now: new Date('2026-01-02T03:04:05Z') });
    await remember(at('/drive/one'), bridge('one'));
    await remember(at('/drive/one'), link());
    vi.useRealTimers();
    expect(await fakeBrowser.storage.local.get()).toEqual({
      allowedPairs: {
        [`one ${ORIGIN}/drive/one`]: '2026-01-02T03:04:05.000Z',
        [`unproven ${ORIGIN}/drive/one`]: '2026-01-02T03:04:05.000Z',
      },
    });
  });

  it('forgets one and keeps the others', async () => {
    for (const path of ['/drive/one', '/drive/two']) await remember(at(path), bridge('one'));
    await remember(at('/drive/one'), bridge('two'));
    await forget(at('/drive/one'), bridge('one'));
    await forget(at('/drive/never-allowed'), bridge('one'));
    expect(await isAllowed(at('/drive/one'), bridge('one'))).toBe(false);
    expect(await isAllowed(at('/drive/one'), bridge('two'))).toBe(true);
    expect(await isAllowed(at('/drive/two'), bridge('one'))).toBe(true);
  });
});

describe('the same place', () => {
  it('is the same origin and the same path', () => {
    expect(samePlace(at('/drive/one'), at('/drive/one'))).toBe(true);
    expect(samePlace(at('/drive/one'), at('/drive/two'))).toBe(false);
    expect(samePlace(at('/drive/one'), at('/drive/one', 'https://colab.google.com'))).toBe(false);
  });
});
