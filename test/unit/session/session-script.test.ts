import { fakeBrowser } from '@webext-core/fake-browser';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Starter } from '../../../content-scripts/starter/starter.ts';

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }));

describe('the script of the session', () => {
  const channel = new MessageChannel();
  beforeEach(() => {
    vi.resetModules();
    vi.stubGlobal('document', new EventTarget());
  });
  afterEach(() => {
    globalThis.cellwireStarter = undefined;
    channel.port1.close();
    vi.unstubAllGlobals();
  });

  const bringIn = (): Promise<unknown> => import('../../../content-scripts/session.iife.ts');

  it('gives the starter its sessions, once', async () => {
    const starter = new Starter(channel.port1);
    globalThis.cellwireStarter = starter;
    await bringIn();
    const first = starter.sessions;
    expect(first).not.toBeNull();
    vi.resetModules();
    await bringIn();
    expect(starter.sessions).toBe(first);
  });

  it('does nothing where there is no starter', async () => {
    await expect(bringIn()).resolves.toBeDefined();
  });
});
