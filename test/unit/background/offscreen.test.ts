import { fakeBrowser } from '@webext-core/fake-browser';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { closeIfIdle, linkStates, tellOffscreen } from '../../../background/offscreen.ts';
import type { OffscreenMessage } from '../../../src/wire/messages.ts';
import { FakeExtension } from './fake-extension.ts';

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }));

const open = (linkId: string): OffscreenMessage => ({
  to: 'offscreen',
  type: 'open',
  linkId,
  tabId: 7,
  notebookId: 'nb',
  notebookUrl: 'https://colab.research.google.com/drive/nb',
  credentials: { token: 'secret', port: 8765 },
  agent: null,
  refused: null,
  paired: null,
  isWanted: false,
  version: '1.2.3',
});
const close = (linkId: string): OffscreenMessage => ({
  to: 'offscreen',
  type: 'close',
  linkId,
  reason: 'enough',
});
const list: OffscreenMessage = { to: 'offscreen', type: 'list' };
const state = (linkId: string) => expect.objectContaining({ linkId, tabId: 7, port: 8765 });

describe('the offscreen document', () => {
  let extension: FakeExtension;
  beforeEach(() => {
    extension = FakeExtension.install();
  });

  it('is made for the first link to open, and serves the next', async () => {
    expect(await tellOffscreen(open('one'))).toEqual([state('one')]);
    expect(await tellOffscreen(open('two'))).toEqual([state('one'), state('two')]);
    expect(extension.told).toEqual([open('one'), open('two')]);
    expect(extension.documents).toEqual([
      {
        url: 'background/link/link.html',
        reasons: ['WORKERS'],
        justification: 'Holds the WebSocket to the server on this computer while the service worker sleeps.',
      },
    ]);
  });

  it('is one, however many ask for it at the same time', async () => {
    await Promise.all(['one', 'two', 'three'].map((linkId) => tellOffscreen(open(linkId))));
    expect(extension.documents).toHaveLength(1);
    expect(await linkStates()).toEqual(['one', 'two', 'three'].map(state));
  });

  it('is not made only to be asked or to close something', async () => {
    expect(await linkStates()).toEqual([]);
    expect(await tellOffscreen(close('one'))).toEqual([]);
    await closeIfIdle();
    expect(extension.documents).toEqual([]);
    expect(extension.told).toEqual([]);
  });

  it('tells how its links stand when it runs', async () => {
    await tellOffscreen(open('one'));
    expect(await linkStates()).toEqual([state('one')]);
    expect(extension.told.at(-1)).toEqual(list);
  });

  it('goes with its last link, not before', async () => {
    await tellOffscreen(open('one'));
    await tellOffscreen(open('two'));
    await tellOffscreen(close('one'));
    await closeIfIdle();
    expect(extension.hasDocument).toBe(true);
    expect(extension.told.at(-1)).toEqual(list);
    await tellOffscreen(close('two'));
    await closeIfIdle();
    expect(extension.hasDocument).toBe(false);
  });

  it('is not closed under a link that is just being opened', async () => {
    await tellOffscreen(open('one'));
    await Promise.all([tellOffscreen(close('one')), closeIfIdle(), tellOffscreen(open('two'))]);
    expect(await linkStates()).toEqual([state('two')]);
  });

  it('that fails once is asked again by the next', async () => {
    extension.trouble = new Error('The document crashed.');
    await expect(tellOffscreen(open('one'))).rejects.toThrow('The document crashed.');
    extension.trouble = null;
    expect(await tellOffscreen(open('two'))).toEqual([state('two')]);
  });
});
