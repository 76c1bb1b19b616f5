import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Link } from '../../../../background/link/link.ts';
import { latest, useFakeSockets, useRealSockets } from './fake-socket.ts';
import type { FakeSession } from './link-rig.ts';
import {
  attachSession,
  cancelled,
  failedCall,
  makeLink,
  notification,
  refused,
  requestOf,
  resultOf,
  serverSays,
  settle,
} from './link-rig.ts';

const WHY =
  'The page of the notebook does not answer: the browser has put the tab to sleep, or a dialog or a computation blocks it';
const NEXT =
  'Ask the user to look at the Colab tab. Read the notebook with get_cells (includeOutputs) before you do it again.';
const mayCome = `${WHY}; the call may still be carried out when the page wakes.`;

let link: Link;
let session: FakeSession;

beforeEach(() => {
  useFakeSockets();
  link = makeLink();
  latest().opens();
  settle();
  session = attachSession(link);
});
afterEach(useRealSockets);

const call = (id: number, name = 'execute_cell') => requestOf(id, 'tools/call', { name });

describe('a page that lives', () => {
  it('is not asked while nothing is under way', () => {
    serverSays(call(1));
    session.answers(1);
    vi.advanceTimersByTime(3_600_000);
    expect(session.pings).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is asked after ten seconds without a word, and may take as long as it wants', () => {
    serverSays(call(1));
    vi.advanceTimersByTime(9_999);
    expect(session.pings).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(session.pings).toHaveLength(1);
    vi.advanceTimersByTime(24 * 3_600_000);
    expect(latest().takeSent()).toEqual([]);
    session.answers(1);
    expect(latest().takeSent()).toEqual([resultOf(1)]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is not asked while it tells how far it is', () => {
    serverSays(call(1));
    for (let second = 0; second < 100; second += 5) {
      session.notifies('notifications/progress');
      vi.advanceTimersByTime(5_000);
    }
    expect(session.pings).toEqual([]);
  });

  it('is given the time anew when the computer slept, whose clock may have run on', () => {
    serverSays(call(1));
    session.isFrozen = true;
    vi.advanceTimersByTime(10_000);
    // One timer is late by hours, and only that one.
    vi.setSystemTime(Date.now() + 8 * 3_600_000);
    vi.advanceTimersByTime(5_000);
    session.thaws();
    vi.advanceTimersByTime(60_000);
    expect(latest().takeSent()).toEqual([]);
  });
});

describe('a page that is frozen or blocked', () => {
  beforeEach(() => {
    session.isFrozen = true;
  });

  it('is given up after half a minute: what is open ends, and says what may still happen', () => {
    serverSays(call(1), call(2), call(3, 'get_cells'), requestOf(4, 'tools/list'));
    session.begins(1, 'run-1');
    session.begins(2);
    vi.advanceTimersByTime(39_999);
    expect(latest().takeSent()).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(latest().takeSent()).toEqual([
      failedCall(1, 'timeout', `${WHY}; execute_cell had started run-1, which may go on.`, NEXT),
      failedCall(
        2,
        'timeout',
        `${WHY}; execute_cell had begun and may have been carried out in part or in full.`,
        NEXT,
      ),
      failedCall(3, 'timeout', mayCome, NEXT),
      refused(4, -32_000, `timeout: ${mayCome} ${NEXT}`),
    ]);
    expect(link.state).toMatchObject({ phase: 'connecting', detail: 'The page does not answer.' });
    expect(session.take().slice(4)).toEqual([1, 2, 3, 4].map(cancelled));
  });

  it('answers too late: nobody hears it twice', () => {
    serverSays(call(1));
    vi.advanceTimersByTime(30_000);
    expect(latest().takeSent()).toHaveLength(1);
    session.answers(1, { late: true });
    expect(latest().takeSent()).toEqual([]);
    expect(link.state).toMatchObject({ phase: 'open', detail: null });
  });

  it('does not get more to do; that ends untouched, or is done when it wakes', () => {
    serverSays(call(1));
    vi.advanceTimersByTime(30_000);
    latest().takeSent();
    session.take();
    serverSays(call(2));
    vi.advanceTimersByTime(30_000);
    expect(latest().takeSent()).toEqual([
      failedCall(
        2,
        'timeout',
        `${WHY}. The call was not passed on to it, so nothing was done.`,
        'Ask the user to look at the Colab tab, then call again.',
      ),
    ]);
    serverSays(call(3), notification('notifications/initialized'));
    expect(session.take()).toEqual([]);
    session.thaws();
    expect(session.take()).toEqual([call(3), notification('notifications/initialized')]);
    session.answers(3);
    expect(latest().takeSent()).toEqual([resultOf(3)]);
  });

  it('is reloaded: the next one gets what the frozen one did not, once', () => {
    serverSays(call(1));
    vi.advanceTimersByTime(30_000);
    latest().takeSent();
    serverSays(call(2), call(3));
    link.detach(session);
    const next = attachSession(link);
    expect(next.take()).toEqual([call(2), call(3)]);
    next.answers(2);
    next.answers(3);
    expect(latest().takeSent()).toEqual([resultOf(2), resultOf(3)]);
    expect(link.state).toMatchObject({ phase: 'open', detail: null });
  });

  it('leaves no timer when the link ends', async () => {
    serverSays(call(1));
    vi.advanceTimersByTime(15_000);
    const closed = link.close('The notebook tab was closed');
    latest().ends(1000);
    await closed;
    vi.advanceTimersByTime(1_000);
    expect(vi.getTimerCount()).toBe(0);
  });
});
