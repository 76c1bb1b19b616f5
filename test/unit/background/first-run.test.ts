import { fakeBrowser } from '@webext-core/fake-browser';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { openStartPage } from '../../../background/first-run.ts';

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }));

describe('the start page', () => {
  const opened: unknown[] = [];
  beforeEach(() => {
    fakeBrowser.reset();
    opened.length = 0;
    Object.assign(fakeBrowser.runtime, { getManifest: () => ({ options_ui: { page: 'start.html' } }) });
    Object.assign(fakeBrowser.tabs, { create: async (asked: unknown) => void opened.push(asked) });
    openStartPage();
  });

  it('is opened behind what the user looks at, once the extension is installed', async () => {
    await fakeBrowser.runtime.onInstalled.trigger({ reason: 'install' });
    expect(opened).toEqual([{ url: fakeBrowser.runtime.getURL('start.html'), active: false }]);
  });

  it('is not opened after an update of the extension or the browser', async () => {
    await fakeBrowser.runtime.onInstalled.trigger({ reason: 'update', previousVersion: '0.0.1' });
    await fakeBrowser.runtime.onInstalled.trigger({ reason: 'chrome_update' });
    expect(opened).toEqual([]);
  });
});
