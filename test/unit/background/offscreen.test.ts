import { fakeBrowser } from '@webext-core/fake-browser';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { closeIfIdle, linkStates, tellLink } from '../../../background/offscreen.ts';
import type { LinkMessage } from '../../../src/wire/messages.ts';
import { FakeExtension } from './fake-extension.ts';

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }));

const open = (linkId: string): LinkMessage => ({
  to: 'link',
  type: 'open',
  linkId,
  tabId: 7,
  notebookId: 'nb',
  credentials: { token: 'secret', port: 8765 },
  version: '1.2.3',
});
const close = (linkId: string): LinkMessage => ({ to: 'link', type: 'close', linkId, reason: 'enough' });
const list: LinkMessage = { to: 'link', type: 'list' };
const state = (linkId: string) => expect.objectContaining({ linkId, tabId: 7, port: 8765 });

describe('the offscreen document', () => {
  let extension: FakeExtension;
  beforeEach(() => {
    extension = FakeExtension.install();
  });

  it('is made for the first link to open, and serves the next', async () => {
    expect(await tellLink(open('one'))).toEqual([state('one')]);
    expect(await tellLink(open('two'))).toEqual([state('one'), state('two')]);
    expect(extension.orders).toEqual([open('one'), open('two')]);
    expect(extension.documents).toEqual([
      {
        url: 'background/link/link.html',
        reasons: ['WORKERS'],
        justification: 'Holds the WebSocket to the server on this computer while the service worker sleeps.',
      },
    ]);
  });

  it('is one, however many ask for it at the same time', async () => {
    await Promise.all(['one', 'two', 'three'].map((linkId) => tellLink(open(linkId))));
    expect(extension.documents).toHaveLength(1);
    expect(await linkStates()).toEqual(['one', 'two', 'three'].map(state));
  });

  it('is not made only to be asked or to close something', async () => {
    expect(await linkStates()).toEqual([]);
    expect(await tellLink(close('one'))).toEqual([]);
    await closeIfIdle();
    expect(extension.documents).toEqual([]);
    expect(extension.orders).toEqual([]);
  });

  it('tells how its links stand when it runs', async () => {
    await tellLink(open('one'));
    expect(await linkStates()).toEqual([state('one')]);
    expect(extension.orders.at(-1)).toEqual(list);
  });

  it('goes with its last link, not before', async () => {
    await tellLink(open('one'));
    await tellLink(open('two'));
    await tellLink(close('one'));
    await closeIfIdle();
    expect(extension.hasDocument).toBe(true);
    expect(extension.orders.at(-1)).toEqual(list);
    await tellLink(close('two'));
    await closeIfIdle();
    expect(extension.hasDocument).toBe(false);
  });

  it('is not closed under a link that is just being opened', async () => {
    await tellLink(open('one'));
    await Promise.all([tellLink(close('one')), closeIfIdle(), tellLink(open('two'))]);
    expect(await linkStates()).toEqual([state('two')]);
  });

  it('that fails once is asked again by the next', async () => {
    extension.trouble = new Error('The document crashed.');
    await expect(tellLink(open('one'))).rejects.toThrow('The document crashed.');
    extension.trouble = null;
    expect(await tellLink(open('two'))).toEqual([state('two')]);
  });
});
