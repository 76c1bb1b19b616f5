import { fakeBrowser } from '@webext-core/fake-browser';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { serveActivity } from '../../../content-scripts/session/activity-port.ts';
import { Journal } from '../../../src/journal/journal.ts';
import { PortEnd } from '../../support/port-pair.ts';
import { Visitors } from '../../support/visitors.ts';

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }));

const NAME = 'cellwire-activity';
const call = (name: string) => ({ name, effect: 'reads', subject: null }) as const;
const NOTHING = { now: [], last: null };

describe('what agents do, pushed to whoever shows it', () => {
  let visitors: Visitors;
  let journal: Journal;
  let stop: () => void;

  beforeEach(() => {
    fakeBrowser.reset();
    visitors = Visitors.install();
    journal = new Journal();
    stop = serveActivity(journal);
  });

  afterEach(() => vi.restoreAllMocks());

  it('is told at once, and again with every change', async () => {
    const visit = visitors.open(NAME);
    expect(await visit.got.take()).toEqual(NOTHING);
    const end = journal.begin(call('one'));
    expect(await visit.got.take()).toMatchObject({ now: [{ name: 'one', outcome: 'running' }], last: null });
    end('ok');
    expect(await visit.got.take()).toMatchObject({ now: [], last: { name: 'one', outcome: 'ok' } });
  });

  it('is all that is under way, oldest first, and the last of what has ended', async () => {
    for (const name of ['one', 'two']) journal.begin(call(name))('timeout');
    const [third] = ['three', 'four'].map((name) => journal.begin(call(name)));
    const visit = visitors.open(NAME);
    expect(await visit.got.take()).toMatchObject({
      now: [{ name: 'three' }, { name: 'four' }],
      last: { name: 'two', outcome: 'timeout' },
    });
    third?.('ok');
    expect(await visit.got.take()).toMatchObject({ now: [{ name: 'four' }], last: { name: 'three' } });
  });

  it('goes to everybody who looks, and to nobody who has gone', async () => {
    const [gone, looks] = [visitors.open(NAME), visitors.open(NAME)];
    for (const visit of [gone, looks]) expect(await visit.got.take()).toEqual(NOTHING);
    gone.port.disconnect();
    await vi.waitFor(() => expect(gone.other.onDisconnect.all.size).toBe(1));
    // A Port that is closed would throw.
    journal.begin(call('one'));
    expect(await looks.got.take()).toMatchObject({ now: [{ name: 'one' }] });
  });

  it('is not what other Ports are for', () => {
    const sent = vi.spyOn(PortEnd.prototype, 'postMessage');
    visitors.open('cellwire-session:one');
    journal.begin(call('one'));
    expect(sent).not.toHaveBeenCalled();
    visitors.open(NAME);
    expect(sent).toHaveBeenCalledTimes(1);
  });

  it('ends with the notebook: whoever looked is let go, and a call that ends later disturbs nobody', async () => {
    const visit = visitors.open(NAME);
    expect(await visit.got.take()).toEqual(NOTHING);
    const end = journal.begin(call('one'));
    await visit.got.take();
    stop();
    expect(visitors.listeners).toBe(0);
    await vi.waitFor(() => expect(visit.isOpen).toBe(false));
    expect(() => end('ok')).not.toThrow();
    expect(journal.entries).toMatchObject([{ outcome: 'ok' }]);
  });
});
