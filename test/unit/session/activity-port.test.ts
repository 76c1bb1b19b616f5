import { fakeBrowser } from '@webext-core/fake-browser';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { serveActivity } from '../../../content-scripts/session/activity-port.ts';
import { OpenNotebook } from '../../../content-scripts/session/open-notebook.ts';
import { CLAUDE } from '../../support/agents.ts';
import { code, memoryNotebook, noInspection, noKernel, noWishes } from '../../support/memory-notebook.ts';
import { PortEnd } from '../../support/port-pair.ts';
import { Visitors } from '../../support/visitors.ts';

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }));

const NAME = 'cellwire-activity';
const call = (name: string) => ({ name, effect: 'reads', subject: null, agent: CLAUDE }) as const;

describe('what agents do, pushed to whoever shows it', () => {
  let visitors: Visitors;
  let open: OpenNotebook;
  let stop: () => void;

  beforeEach(() => {
    fakeBrowser.reset();
    visitors = Visitors.install();
    open = new OpenNotebook(
      'nb',
      { notebook: memoryNotebook([code('a', '1')]), kernel: noKernel, inspection: noInspection },
      noWishes,
    );
    stop = serveActivity(open);
  });

  afterEach(() => vi.restoreAllMocks());

  const look = () => visitors.open(NAME);
  const names = (entries: unknown) => expect.objectContaining({ entries });

  it('is told at once, and then only what is new, together', async () => {
    open.journal.begin(call('one'))('ok');
    const visit = look();
    expect(await visit.got.take()).toMatchObject({ type: 'view', view: { agents: [], now: [] } });
    expect(await visit.got.take()).toMatchObject({ type: 'entries', entries: [{ name: 'one' }], total: 1 });
    const end = open.journal.begin(call('two'));
    open.journal.begin(call('three'));
    end('timeout', { error: 'too late' });
    expect(await visit.got.take()).toMatchObject({ type: 'view', view: { now: [{ name: 'three' }] } });
    expect(await visit.got.take()).toMatchObject({
      entries: [
        { name: 'two', outcome: 'timeout', error: 'too late', agent: CLAUDE },
        { name: 'three', outcome: 'running' },
      ],
      total: 3,
    });
  });

  it('begins with the newest, and gives earlier ones to who asks', async () => {
    for (let n = 1; n <= 300; n++) open.journal.begin(call(`call ${n}`))('ok');
    const visit = look();
    await visit.got.take();
    const first = await visit.got.take();
    expect(first).toMatchObject({ total: 300 });
    expect(first).toEqual(names(expect.arrayContaining([expect.objectContaining({ number: 101 })])));
    expect(first).not.toEqual(names(expect.arrayContaining([expect.objectContaining({ number: 100 })])));
    visit.port.postMessage({ id: 7, action: 'earlier', args: [101, 2] });
    expect(await visit.got.take()).toMatchObject({
      ...{ type: 'answer', id: 7 },
      result: [{ number: 100 }, { number: 99 }],
    });
  });

  it('takes what people want, and says so when it cannot be done', async () => {
    const visit = look();
    await visit.got.take();
    await visit.got.take();
    visit.port.postMessage({ id: 1, action: 'capabilities', args: [] });
    expect(await visit.got.take()).toEqual({ type: 'failed', id: 1, message: 'Not here.' });
    visit.port.postMessage({ id: 2, action: 'constructor', args: [] });
    expect(await visit.got.take()).toEqual({
      ...{ type: 'failed', id: 2 },
      message: 'There is no action "constructor".',
    });
    for (const nonsense of [null, 'x', { action: 'stop' }, { id: 1, action: 'stop' }]) {
      visit.port.postMessage(nonsense);
    }
    visit.port.postMessage({ id: 3, action: 'setFollows', args: [true] });
    expect(await visit.got.take()).toEqual({ type: 'answer', id: 3, result: null });
    expect(open.view().follows).toBe(true);
  });

  it('is not what other Ports are for', () => {
    const sent = vi.spyOn(PortEnd.prototype, 'postMessage');
    visitors.open('cellwire-session:one');
    expect(sent).not.toHaveBeenCalled();
    look();
    expect(sent).toHaveBeenCalledTimes(2);
  });

  it('goes to nobody who has gone, and ends with the notebook', async () => {
    const [gone, looks] = [look(), look()];
    gone.port.disconnect();
    await vi.waitFor(() => expect(gone.other.onDisconnect.all.size).toBe(1));
    await looks.got.take();
    await looks.got.take();
    const end = open.journal.begin(call('one'));
    // A Port that is closed would throw.
    expect(await looks.got.take()).toMatchObject({ view: { now: [{ name: 'one' }] } });
    stop();
    expect(visitors.listeners).toBe(0);
    await vi.waitFor(() => expect(looks.isOpen).toBe(false));
    expect(() => end('ok')).not.toThrow();
  });
});
