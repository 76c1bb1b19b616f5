import { fakeBrowser } from '@webext-core/fake-browser';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Sender } from './worker-rig.ts';
import { popup, sessionOf } from './worker-rig.ts';

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }));
const { openPanelOnRequest } = await import('../../../background/side-panel.ts');

describe('the panel that is asked for in a page', () => {
  const open = vi.fn((_options: { tabId: number }) => Promise.resolve());
  const say = (message: unknown, sender: Sender): Promise<unknown[]> =>
    fakeBrowser.runtime.onMessage.trigger(message, sender, () => {});
  const message = { to: 'worker', type: 'open-panel' };

  beforeEach(() => {
    open.mockClear();
    vi.stubGlobal('chrome', { sidePanel: { open } });
    fakeBrowser.reset();
    openPanelOnRequest();
  });
  afterEach(() => vi.unstubAllGlobals());

  it('is opened for the tab that asks, within the same task, and is not answered', async () => {
    const answers = say(message, sessionOf(7));
    expect(open.mock.calls).toEqual([[{ tabId: 7 }]]);
    expect(await answers).toEqual([undefined]);
  });

  it('is not opened by a frame in the page, by what is no tab, or by another message', async () => {
    await say(message, sessionOf(7, undefined, 3));
    await say(message, popup());
    await say({ ...message, type: 'tab-started' }, sessionOf(7));
    await say(null, sessionOf(7));
    expect(open).not.toHaveBeenCalled();
  });

  it('survives that Chrome does not open it', async () => {
    const warned = vi.spyOn(console, 'warn').mockReturnValue();
    open.mockRejectedValueOnce(new Error('No gesture'));
    await say(message, sessionOf(7));
    await vi.waitFor(() => expect(warned).toHaveBeenCalled());
  });
});
