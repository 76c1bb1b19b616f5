import { fakeBrowser } from '@webext-core/fake-browser';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { forgetState, pushState } from '../../../background/pushed-state.ts';
import { NO_LINKS } from '../../../src/ui/watch-state.ts';
import { tabStateKey } from '../../../src/wire/pushed-state.ts';

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }));

describe('how a tab stands', () => {
  beforeEach(() => fakeBrowser.reset());

  const waiting = { ...NO_LINKS, waitingForConsent: [8765] };

  it('is kept for each tab', async () => {
    await pushState(7, waiting);
    await pushState(8, NO_LINKS);
    expect(await fakeBrowser.storage.session.get()).toEqual({
      [tabStateKey(7)]: waiting,
      [tabStateKey(8)]: NO_LINKS,
    });
  });

  it('is forgotten with the tab, and with no other', async () => {
    await pushState(7, waiting);
    await pushState(8, waiting);
    await forgetState(7);
    expect(await fakeBrowser.storage.session.get()).toEqual({ [tabStateKey(8)]: waiting });
  });
});
