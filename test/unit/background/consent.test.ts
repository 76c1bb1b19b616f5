import { fakeBrowser } from '@webext-core/fake-browser';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { forget, isAllowed, remember } from '../../../background/consent.ts';
import { samePlace } from '../../../src/wire/notebook-place.ts';

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }));

const ORIGIN = 'https://colab.research.google.com';
const at = (path: string, origin = ORIGIN) => ({ origin, path });

describe('which notebooks need no question', () => {
  beforeEach(() => fakeBrowser.reset());

  it('the scratch notebook needs none, on either of the site’s origins', async () => {
    expect(await isAllowed(at('/notebooks/empty.ipynb'))).toBe(true);
    expect(await isAllowed(at('/notebooks/empty.ipynb', 'https://colab.google.com'))).toBe(true);
  });

  it.each([
    '/notebooks/empty.ipynb#fileId=https://example.org/mine.ipynb',
    '/notebooks/empty.ipynb/mine',
    '/drive/notebooks/empty.ipynb',
    '/notebooks/intro.ipynb',
    '/drive/mine',
    '',
  ])('%s is not the scratch notebook', async (path) => {
    expect(await isAllowed(at(path))).toBe(false);
  });

  it('"always" counts for that notebook and no other', async () => {
    await remember(at('/drive/one'));
    await remember(at('/drive/two'));
    expect(await isAllowed(at('/drive/one'))).toBe(true);
    expect(await isAllowed(at('/drive/two'))).toBe(true);
    expect(await isAllowed(at('/drive/one', 'https://colab.google.com'))).toBe(false);
    expect(await isAllowed(at('/drive/on'))).toBe(false);
    expect(await isAllowed(at('/drive/one/more'))).toBe(false);
  });

  it('keeps "always" on disk with its time, where later versions look for it', async () => {
    vi.useFakeTimers({ now: new Date('2026-01-02T03:04:05Z') });
    await remember(at('/drive/one'));
    vi.useRealTimers();
    expect(await fakeBrowser.storage.local.get()).toEqual({
      allowedNotebooks: { [`${ORIGIN}/drive/one`]: '2026-01-02T03:04:05.000Z' },
    });
  });

  it('forgets one and keeps the others', async () => {
    await remember(at('/drive/one'));
    await remember(at('/drive/two'));
    await forget(at('/drive/one'));
    await forget(at('/drive/never-allowed'));
    expect(await isAllowed(at('/drive/one'))).toBe(false);
    expect(await isAllowed(at('/drive/two'))).toBe(true);
  });
});

describe('the same place', () => {
  it('is the same origin and the same path', () => {
    expect(samePlace(at('/drive/one'), at('/drive/one'))).toBe(true);
    expect(samePlace(at('/drive/one'), at('/drive/two'))).toBe(false);
    expect(samePlace(at('/drive/one'), at('/drive/one', 'https://colab.google.com'))).toBe(false);
  });
});
