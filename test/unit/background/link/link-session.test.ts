import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Link } from '../../../../background/link/link.ts';
import type { LinkState } from '../../../../src/wire/messages.ts';
import { latest, useFakeSockets, useRealSockets } from './fake-socket.ts';
import {
  attachSession,
  cancelled,
  exchange,
  failedCall,
  makeLink,
  notification,
  orderOf,
  refused,
  requestOf,
  resultOf,
  serverSays,
  settle,
  updated,
} from './link-rig.ts';

const cutOff = (soFar: string) =>
  [
    'lost',
    `The notebook tab was reloaded or left while the call was under way; ${soFar}`,
    'Read the notebook with get_cells (includeOutputs) to see what was done, then go on.',
  ] as const;
const RELOADED = cutOff('what it had begun may go on.');
const NO_TAB = [
  'not_connected',
  'The notebook tab is not ready: it is still loading, or waits for the user to allow access.',
  'Ask the user to look at the Colab tab, then call again. Nothing was done.',
] as const;
const URI = 'cellwire://abc123';

let link: Link;
let states: LinkState[];

beforeEach(() => {
  useFakeSockets();
  states = [];
  link = makeLink(states);
  latest().opens();
});
afterEach(useRealSockets);

describe('a tab without a session', () => {
  it('gets what was asked meanwhile, in that order, with its first session', () => {
    serverSays(requestOf(1, 'tools/list'), notification('notifications/initialized'), requestOf(2, 'ping'));
    vi.advanceTimersByTime(29_999);
    const session = attachSession(link);
    expect(session.take()).toEqual([
      requestOf(1, 'tools/list'),
      notification('notifications/initialized'),
      requestOf(2, 'ping'),
    ]);
    vi.advanceTimersByTime(60_000);
    expect(latest().takeSent()).toEqual([]);
    session.answers(1, { tools: [] });
    expect(latest().takeSent()).toEqual([resultOf(1, { tools: [] })]);
  });

  it('is waited for only so long, and what nobody answered is not asked later', () => {
    serverSays(requestOf(1, 'tools/call'), notification('notifications/initialized'));
    vi.advanceTimersByTime(1_000);
    serverSays(requestOf(2, 'tools/list'));
    vi.advanceTimersByTime(29_000);
    expect(latest().takeSent()).toEqual([failedCall(1, ...NO_TAB)]);
    vi.advanceTimersByTime(1_000);
    expect(latest().takeSent()).toEqual([refused(2, -32_000, NO_TAB.join(' ').replace(' ', ': '))]);
    expect(states.at(-1)).toMatchObject({ busy: false });
    expect(attachSession(link).take()).toEqual([]);
  });

  it('is asked what still waits, after something else has waited too long or was cancelled', () => {
    serverSays(requestOf(1, 'tools/call'), requestOf(2, 'tools/call'));
    vi.advanceTimersByTime(10_000);
    serverSays(requestOf(3, 'tools/call'), cancelled(2));
    vi.advanceTimersByTime(20_000);
    expect(latest().takeSent()).toEqual([failedCall(1, ...NO_TAB)]);
    const session = attachSession(link);
    expect(session.take()).toEqual([requestOf(3, 'tools/call'), cancelled(2)]);
    session.answers(3);
    link.detach(session);
    serverSays(requestOf(4, 'tools/list'), requestOf(5, 'tools/call'), cancelled(4));
    latest().takeSent();
    vi.advanceTimersByTime(30_000);
    expect(latest().takeSent()).toEqual([failedCall(5, ...NO_TAB)]);
  });

  it.each([1, 'one'])('is not asked what was cancelled before it came (%s)', (id) => {
    serverSays(requestOf(id, 'tools/call'), requestOf(2, 'tools/list'), cancelled(id));
    vi.advanceTimersByTime(10);
    expect(attachSession(link).take()).toEqual([requestOf(2, 'tools/list'), cancelled(id)]);
    vi.advanceTimersByTime(60_000);
    expect(latest().takeSent()).toEqual([]);
  });

  it.each([
    cancelled(undefined),
    cancelled(null),
    notification('notifications/cancelled', null),
    notification('notifications/cancelled', 'x'),
    notification('notifications/progress', { requestId: 1 }),
  ])('is asked although something else was cancelled: %j', (other) => {
    serverSays(requestOf(1, 'tools/call'), other);
    const session = attachSession(link);
    expect(session.take()[0]).toEqual(requestOf(1, 'tools/call'));
    session.answers(1);
    expect(latest().takeSent()).toEqual([resultOf(1)]);
  });

  it('is answered before the server is given free, because no answer reaches it then', () => {
    vi.advanceTimersByTime(20_000);
    serverSays(requestOf(1, 'tools/call'));
    vi.advanceTimersByTime(12_000);
    expect(latest().closedWith).toMatchObject({ code: 1000 });
    expect(latest().takeSent()).toMatchObject([
      { id: 1, result: { isError: true, structuredContent: { error: { kind: 'not_connected' } } } },
    ]);
  });

  it('gives the server free after a while, and takes it back with a session', () => {
    vi.advanceTimersByTime(31_999);
    expect(latest().closedWith).toBeNull();
    vi.advanceTimersByTime(1);
    const reason = 'The tab shows no notebook that the server may work in';
    expect(latest().closedWith).toEqual({ code: 1000, reason });
    expect(link.state).toMatchObject({ phase: 'no-notebook', detail: reason });
    const left = latest();
    attachSession(link);
    expect(latest()).not.toBe(left);
    latest().opens();
    settle();
    expect(link.state).toEqual({
      linkId: 'link-1',
      tabId: 7,
      port: 4242,
      phase: 'open',
      busy: false,
      isOurBridge: false,
      agent: "an agent by Google's server",
      refused: null,
      detail: null,
    });
  });

  it('gives the server free as long after it left as after the start', () => {
    vi.advanceTimersByTime(20_000);
    const session = attachSession(link);
    vi.advanceTimersByTime(60_000);
    expect(latest().closedWith).toBeNull();
    link.detach(session);
    vi.advanceTimersByTime(31_999);
    expect(latest().closedWith).toBeNull();
    vi.advanceTimersByTime(1);
    expect(latest().closedWith).not.toBeNull();
  });

  it('is not connected to people, although the socket is open', () => {
    settle();
    expect(states.at(-1)?.phase).toBe('connecting');
    const session = attachSession(link);
    expect(states.at(-1)?.phase).toBe('open');
    link.detach(session);
    expect(states.at(-1)?.phase).toBe('connecting');
  });
});

describe('a session that is new after a reload', () => {
  it('hears initialize and subscriptions before anything else, and its answers to them stay here', () => {
    const before = attachSession(link);
    const params = { protocolVersion: '2025-06-18' };
    exchange(before, 0, 'initialize', params);
    exchange(before, 1, 'resources/subscribe', { uri: URI });
    exchange(before, 2, 'resources/subscribe', { uri: 'cellwire://abc123/cells/a' });
    exchange(before, 3, 'resources/subscribe', { uri: 'cellwire://abc123/cells/b' });
    exchange(before, 4, 'resources/unsubscribe', { uri: 'cellwire://abc123/cells/a' });
    link.detach(before);
    serverSays(requestOf(5, 'tools/list'));
    const after = attachSession(link);
    expect(after.take()).toEqual([
      requestOf('cellwire-replayed-0', 'initialize', params),
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      requestOf('cellwire-replayed-1', 'resources/subscribe', { uri: URI }),
      requestOf('cellwire-replayed-2', 'resources/subscribe', { uri: 'cellwire://abc123/cells/b' }),
      requestOf(5, 'tools/list'),
    ]);
    expect(latest().takeSent()).toEqual([updated(URI), updated('cellwire://abc123/cells/b')]);
    after.answers('cellwire-replayed-0');
    after.answers('cellwire-replayed-1');
    after.answers(5);
    expect(latest().takeSent()).toEqual([resultOf(5)]);
  });

  it('does not hear of what was refused', () => {
    const before = attachSession(link);
    exchange(before, 0, 'initialize');
    serverSays(requestOf(1, 'resources/subscribe', { uri: URI }));
    before.refuses(1);
    link.detach(before);
    const after = attachSession(link);
    expect(after.take()).toHaveLength(2);
    exchange(after, 2, 'resources/subscribe', { uri: URI });
    serverSays(requestOf(3, 'resources/unsubscribe', { uri: URI }));
    after.refuses(3);
    expect(attachSession(link).take()).toHaveLength(3);
  });

  it('hears nothing of a conversation that has not begun', () => {
    const before = attachSession(link);
    serverSays(requestOf(0, 'initialize'));
    before.refuses(0);
    exchange(before, 1, 'tools/list');
    exchange(before, 2, 'resources/subscribe', { uri: URI });
    expect(attachSession(link).take()).toEqual([]);
  });

  it('is asked again what had no effects; a call that had begun ends with a word on what may have been done', () => {
    const before = attachSession(link);
    serverSays(requestOf(1, 'tools/call', { name: 'update_cell' }), requestOf(2, 'tools/list'));
    serverSays(requestOf(3, 'initialize'), requestOf(4, 'tools/call', { name: 'get_cells' }));
    before.begins(1);
    vi.advanceTimersByTime(150);
    expect(link.state.busy).toBe(true);
    link.detach(before);
    const had = 'update_cell had begun and may have been carried out in part or in full.';
    expect(latest().takeSent()).toEqual([failedCall(1, ...cutOff(had))]);
    const after = attachSession(link);
    expect(after.take()).toEqual([
      requestOf(2, 'tools/list'),
      requestOf(3, 'initialize'),
      requestOf(4, 'tools/call', { name: 'get_cells' }),
    ]);
    for (const id of [2, 3, 4]) after.answers(id);
    expect(latest().takeSent()).toEqual([resultOf(2), resultOf(3), resultOf(4)]);
    expect(link.state.busy).toBe(false);
  });

  it('names the run that a call had started', () => {
    const before = attachSession(link);
    serverSays(requestOf(1, 'tools/call', { name: 'execute_cell' }));
    before.begins(1);
    before.begins(1, 'run-abc123-0v-1');
    // It waits for that before it has effects, and need not wait again.
    expect(before.heard).toEqual([1]);
    link.detach(before);
    const soFar = 'execute_cell had started run-abc123-0v-1, which may go on.';
    expect(latest().takeSent()).toEqual([failedCall(1, ...cutOff(soFar))]);
    expect(attachSession(link).take()).toEqual([]);
  });

  it('is not asked what was meant for another notebook', () => {
    const before = attachSession(link);
    const reading = requestOf('mine', 'tools/call', { name: 'get_cells' });
    serverSays(reading, requestOf(2, 'tools/list'));
    link.detach(before);
    // This one comes when there is none in the tab, and is for whichever comes next.
    serverSays(requestOf(3, 'tools/call'));
    link.update(orderOf({ notebookId: 'other1' }));
    expect(attachSession(link).take()).toEqual([requestOf(2, 'tools/list'), requestOf(3, 'tools/call')]);
    expect(latest().takeSent()).toEqual([
      failedCall(
        'mine',
        'lost',
        'The user opened another notebook in the tab before the call had begun, so nothing was done.',
        'Call get_status to see which notebook the tab shows now.',
      ),
    ]);
  });

  it('may come before the old one went: that one is let go, and what it still says is not passed on', () => {
    const before = attachSession(link);
    serverSays(requestOf(1, 'tools/call'), requestOf(2, 'tools/list'));
    const after = attachSession(link);
    expect(before.disconnected).toBe(1);
    expect(latest().takeSent()).toEqual([failedCall(1, ...RELOADED)]);
    before.answers(1, { late: true });
    before.answers(2, { late: true });
    before.notifies('notifications/resources/updated', { uri: URI });
    expect(latest().takeSent()).toEqual([]);
    link.detach(before);
    expect(link.state.phase).toBe('open');
    after.answers(2, { late: false });
    expect(latest().takeSent()).toEqual([resultOf(2, { late: false })]);
    expect(after.disconnected).toBe(0);
  });
});

describe('what a session says', () => {
  it('is passed on only where somebody asked, and once', () => {
    const session = attachSession(link);
    serverSays(requestOf(1, 'tools/call'), requestOf(2, 'tools/call'), cancelled(2));
    session.answers(1);
    session.answers(1);
    session.answers(2);
    session.answers(3);
    expect(latest().takeSent()).toEqual([resultOf(1)]);
  });

  it('never makes a frame that would close the socket', () => {
    const session = attachSession(link);
    serverSays(requestOf(1, 'tools/call'));
    // Two bytes each: under the limit in characters, over it in bytes.
    const tooLong = 'ü'.repeat(600_000);
    session.notifies('notifications/progress', { message: tooLong });
    session.answers(1, { tooLong });
    expect(latest().takeSent()).toEqual([
      failedCall(
        1,
        'unsupported',
        'The call was carried out, but its result is larger than one frame may be (1,000,000 bytes) and was not sent.',
        'Do not do it again. Read the result in smaller parts: a smaller range of cells, or without outputs.',
      ),
    ]);
  });

  it('lights the badge only for a call that takes its time', () => {
    const session = attachSession(link);
    states.length = 0;
    serverSays(requestOf(1, 'tools/call'));
    states.length = 0;
    vi.advanceTimersByTime(149);
    session.answers(1);
    vi.advanceTimersByTime(1_000);
    expect(states).toEqual([]);
    serverSays(requestOf(2, 'tools/call'));
    vi.advanceTimersByTime(100);
    serverSays(requestOf(3, 'tools/call'));
    vi.advanceTimersByTime(49);
    expect(states).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(states.map(({ busy }) => busy)).toEqual([true]);
    serverSays(cancelled(2));
    vi.advanceTimersByTime(1_000);
    expect(states).toHaveLength(1);
    serverSays(cancelled(3));
    expect(states.map(({ busy }) => busy)).toEqual([true, false]);
  });
});

describe('frames that nobody can read', () => {
  it.each([
    ['{"jsonrpc":', -32_700, 'Parse error: the frame is not JSON.'],
    ['[]', -32_600, 'Invalid request: one JSON-RPC 2.0 object per frame, no batches.'],
    [
      '{"jsonrpc":"2.0","id":1}',
      -32_600,
      'Invalid request: neither a request, a notification nor a response.',
    ],
  ])('are answered, and the session does not get them: %s', (text, code, message) => {
    const session = attachSession(link);
    latest().receives(text);
    expect(latest().takeSent()).toEqual([refused(null, code, message)]);
    expect(session.take()).toEqual([]);
  });

  it('are answered by their id where they ask for something', () => {
    const session = attachSession(link);
    latest().receives('{"jsonrpc":"2.0","id":1,"method":"tools/list","params":5}');
    const reason = 'Invalid request: neither a request, a notification nor a response.';
    expect(latest().takeSent()).toEqual([refused(1, -32_600, reason)]);
    expect(session.take()).toEqual([]);
  });
});

describe('the end of a link', () => {
  it('tells the server why, and what becomes of what is under way', async () => {
    const session = attachSession(link);
    serverSays(requestOf(1, 'tools/call'), requestOf(2, 'tools/list'));
    const closed = link.close('The user disconnected');
    const message = 'The user disconnected. The call was under way; what it had begun may go on.';
    const next = 'Ask the user to open the notebook and connect it again.';
    expect(latest().takeSent()).toEqual([
      failedCall(1, 'lost', message, next),
      refused(2, -32_000, `lost: ${message} ${next}`),
    ]);
    expect(latest().closedWith).toEqual({ code: 1000, reason: 'The user disconnected' });
    expect(session.disconnected).toBe(1);
    latest().ends(1000);
    await closed;
    states.length = 0;
    session.answers(1);
    vi.advanceTimersByTime(60_000);
    expect(states).toEqual([]);
    expect([latest().sent, latest().lost]).toEqual([[], []]);
  });

  it('leaves nothing that would go off later', async () => {
    serverSays(requestOf(1, 'tools/list'));
    const closed = link.close('The notebook tab was closed');
    latest().ends(1000);
    await closed;
    states.length = 0;
    serverSays(requestOf(2, 'tools/call'));
    // The wait for the goodbye, which has come.
    expect(vi.getTimerCount()).toBe(1);
    vi.advanceTimersByTime(60_000);
    expect(states).toEqual([]);
    expect(latest().lost).toEqual([]);
  });
});
