import { fakeBrowser } from '@webext-core/fake-browser';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LinkState } from '../../../src/wire/messages.ts';
import { CLAUDE, linkOf } from '../../support/panel-states.ts';

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }));

const retrying = (port: number, detail: string): LinkState =>
  linkOf(CLAUDE, 1, { linkId: `link-${port}`, port, phase: 'retrying', detail });
const connecting = (port: number): LinkState =>
  linkOf(CLAUDE, 1, { linkId: `link-${port}`, port, phase: 'connecting' });

describe('the record of dialling', () => {
  let noteDial: (state: LinkState) => Promise<void>;
  beforeEach(async () => {
    fakeBrowser.reset();
    vi.useFakeTimers({ now: 1_000 });
    vi.resetModules();
    ({ noteDial } = await import('../../../background/dial-record.ts'));
  });
  afterEach(() => vi.useRealTimers());

  const failures = async () => (await fakeBrowser.storage.session.get('dialFailures')).dialFailures;
  const met = async () => (await fakeBrowser.storage.local.get('lastMet')).lastMet;

  it('keeps who was met last, and writes nothing for the calls that follow', async () => {
    await noteDial(linkOf(CLAUDE, 1));
    expect(await met()).toEqual({ agent: 'Claude Code', isOurBridge: true, at: 1_000 });
    vi.setSystemTime(2_000);
    await noteDial(linkOf(CLAUDE, 1, { busy: true }));
    await noteDial(linkOf(CLAUDE, 1, { busy: false }));
    expect(await met()).toMatchObject({ at: 1_000 });
    await noteDial(linkOf(CLAUDE, 1, { phase: 'connecting' }));
    await noteDial(linkOf(CLAUDE, 1));
    expect(await met()).toMatchObject({ at: 2_000 });
    expect(await failures()).toBeUndefined();
  });

  it('counts failures that are the same, and keeps the latest ten', async () => {
    for (const at of [1_000, 2_000]) {
      vi.setSystemTime(at);
      await noteDial(retrying(7, 'Nobody answers.'));
      await noteDial(connecting(7));
    }
    expect(await failures()).toEqual([{ port: 7, words: 'Nobody answers.', at: 2_000, times: 2 }]);
    for (let port = 10; port < 20; port++) await noteDial(retrying(port, 'x'.repeat(1_000)));
    const kept = await failures();
    expect(kept).toHaveLength(10);
    expect(kept).toMatchObject([{ port: 10 }, ...Array(8).fill({}), { port: 19, words: 'x'.repeat(300) }]);
    expect(await met()).toBeUndefined();
  });

  it('loses none of those that come at once', async () => {
    await Promise.all([noteDial(retrying(1, 'a')), noteDial(retrying(2, 'b')), noteDial(retrying(3, 'c'))]);
    expect(await failures()).toHaveLength(3);
  });
});
