import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LinkEvents } from '../../background/link/link.ts';
import { Link } from '../../background/link/link.ts';
import type { LinkState } from '../../src/wire/messages.ts';
import { asJson } from '../support/agent.ts';
import { Inbox } from '../support/inbox.ts';
import {
  answer,
  BareServer,
  BareSession,
  BrowserLikeSocket,
  hello,
  request,
  useBrowserLikeSockets,
} from '../support/link-ends.ts';

/** Only the test moves the clock; sockets go on by themselves. */
const CLOCK_ALONE: Parameters<typeof vi.useFakeTimers>[0] = {
  toFake: ['setTimeout', 'clearTimeout', 'performance'],
};

const UNHEARD: LinkEvents = {
  report: () => {},
  ask: async () => {},
  wish: async () => ({}),
  paired: () => {},
  returned: () => {},
  left: () => {},
};

/** The socket that the link dialled last. */
const dialled = (): BrowserLikeSocket | undefined => BrowserLikeSocket.dialled.at(-1);

describe('the link between a server and a tab', () => {
  let server: BareServer;
  let link: Link;
  let states: Inbox<LinkState>;
  const settings = () => ({
    linkId: 'link-1',
    tabId: 1,
    notebookId: 'abc123',
    notebookUrl: 'https://colab.research.google.com/drive/1',
    credentials: { token: 'secret', port: server.port },
    paired: null,
    agent: null,
    refused: null,
    isWanted: false,
    version: '9',
  });

  beforeEach(async () => {
    useBrowserLikeSockets();
    server = new BareServer();
    await server.listening;
    states = new Inbox();
    link = new Link(settings(), { ...UNHEARD, report: (state) => states.put(state) });
  });

  afterEach(async () => {
    vi.useRealTimers();
    vi.restoreAllMocks();
    await link.close('The test ends');
    server.close();
    vi.unstubAllGlobals();
  });

  it('passes requests to the session and answers back', async () => {
    const session = new BareSession();
    link.attach(session);
    const socket = await server.sockets.take();
    socket.send(request(1, 'tools/list'));
    expect(await session.frames.take()).toMatchObject({ id: 1, method: 'tools/list' });
    link.fromSession(session, answer(1, { tools: [] }));
    expect(await server.frames.take()).toMatchObject({ id: 1, result: { tools: [] } });
  });

  it('delivers an answer on the next socket when the first one dropped, without a new initialize', async () => {
    const session = new BareSession();
    link.attach(session);
    const first = await server.sockets.take();
    first.send(request(1, 'tools/call', { name: 'execute_cell' }));
    await session.frames.take();
    first.terminate();
    await states.takeUntil(({ phase }) => phase === 'retrying');
    link.fromSession(session, answer(1, { done: true }));
    await server.sockets.take();
    expect(await server.frames.take()).toMatchObject({ id: 1, result: { done: true } });
  });

  it('says initialize again to a session that is new after a reload, and keeps its answer to itself', async () => {
    const before = new BareSession();
    link.attach(before);
    const socket = await server.sockets.take();
    socket.send(request(0, 'initialize', { protocolVersion: '2025-06-18' }));
    await before.frames.take();
    link.fromSession(before, answer(0, { serverInfo: {} }));
    await server.frames.take();

    link.detach(before);
    const after = new BareSession();
    link.attach(after);
    const replayed = await after.frames.take();
    expect(replayed).toMatchObject({ method: 'initialize', params: { protocolVersion: '2025-06-18' } });
    expect(await after.frames.take()).toMatchObject({ method: 'notifications/initialized' });
    link.fromSession(after, answer(String(replayed.id), { serverInfo: {} }));
    socket.send(request(1, 'tools/list'));
    expect(await after.frames.take()).toMatchObject({ id: 1 });
    link.fromSession(after, answer(1, {}));
    expect(await server.frames.take()).toMatchObject({ id: 1 });
  });

  it('subscribes again for a server that did, and tells it that something may have changed', async () => {
    const before = new BareSession();
    link.attach(before);
    const socket = await server.sockets.take();
    for (const [id, method] of [
      [0, 'initialize'],
      [1, 'resources/subscribe'],
    ] as const) {
      socket.send(request(id, method, { uri: 'cellwire://abc123' }));
      await before.frames.take();
      link.fromSession(before, answer(id, {}));
      await server.frames.take();
    }
    link.detach(before);
    const after = new BareSession();
    link.attach(after);
    await after.frames.take();
    await after.frames.take();
    expect(await after.frames.take()).toMatchObject({
      method: 'resources/subscribe',
      params: { uri: 'cellwire://abc123' },
    });
    expect(await server.frames.take()).toMatchObject({
      method: 'notifications/resources/updated',
      params: { uri: 'cellwire://abc123' },
    });
  });

  it('ends a call whose tab was reloaded, and asks the new session what had no effects', async () => {
    const before = new BareSession();
    link.attach(before);
    const socket = await server.sockets.take();
    socket.send(request(1, 'tools/call', { name: 'execute_cell' }));
    socket.send(request(2, 'tools/list'));
    await before.frames.take();
    await before.frames.take();
    link.heed(before, { began: 1, runId: null });
    link.detach(before);
    expect(await server.frames.take()).toMatchObject({
      id: 1,
      result: { isError: true, structuredContent: { error: { kind: 'lost' } } },
    });
    const after = new BareSession();
    link.attach(after);
    expect(await after.frames.take()).toMatchObject({ id: 2, method: 'tools/list' });
  });

  it('keeps requests that come while the tab reloads', async () => {
    const socket = await server.sockets.take();
    socket.send(request(7, 'tools/list'));
    const session = new BareSession();
    link.attach(session);
    expect(await session.frames.take()).toMatchObject({ id: 7 });
  });

  it('answers malformed frames and goes on', async () => {
    const session = new BareSession();
    link.attach(session);
    const socket = await server.sockets.take();
    socket.send('{"jsonrpc":');
    expect(await server.frames.take()).toMatchObject({ id: null, error: { code: -32700 } });
    socket.send('[]');
    expect(await server.frames.take()).toMatchObject({ id: null, error: { code: -32600 } });
    socket.send('{"jsonrpc":"2.0","id":1}');
    expect(await server.frames.take()).toMatchObject({ id: null, error: { code: -32600 } });
    socket.send(request(3, 'ping'));
    expect(await session.frames.take()).toMatchObject({ id: 3 });
  });

  it('never sends a frame that would close the socket', async () => {
    const session = new BareSession();
    link.attach(session);
    const socket = await server.sockets.take();
    socket.send(request(1, 'tools/call'));
    await session.frames.take();
    // Two bytes each: under the limit in characters, over it in bytes.
    link.fromSession(session, answer(1, { text: 'ü'.repeat(600_000) }));
    expect(await server.frames.take()).toMatchObject({
      id: 1,
      result: { structuredContent: { error: { kind: 'unsupported' } } },
    });
  });

  it('drops answers to a bridge that was restarted: its ids begin anew', async () => {
    const session = new BareSession();
    link.attach(session);
    const first = await server.sockets.take();
    first.send(hello('h1', 'process-a'));
    expect(await server.frames.take()).toMatchObject({
      id: 'h1',
      result: { linkId: expect.stringMatching(/^link-1:/), extensionVersion: '9' },
    });
    first.send(request('1', 'tools/call'));
    await session.frames.take();
    first.terminate();
    await states.takeUntil(({ phase }) => phase === 'retrying');
    link.fromSession(session, answer('1', { stale: true }));
    const second = await server.sockets.take();
    second.send(hello('h2', 'process-b'));
    expect(await server.frames.take()).toMatchObject({ id: 'h2' });
    second.send(request('1', 'tools/list'));
    await session.frames.take();
    link.fromSession(session, answer('1', { fresh: true }));
    expect(await server.frames.take()).toMatchObject({ id: '1', result: { fresh: true } });
  });

  it('sends again what our bridge says it never got', async () => {
    const session = new BareSession();
    link.attach(session);
    const first = await server.sockets.take();
    first.send(hello('h1', 'process-a'));
    await server.frames.take();
    first.send(request('1', 'tools/call'));
    await session.frames.take();
    link.fromSession(session, answer('1', { done: true }));
    await server.frames.take();
    first.terminate();
    const second = await server.sockets.take();
    second.send(hello('h2', 'process-a', ['1', '2']));
    expect(await server.frames.take()).toMatchObject({ id: 'h2', result: { missing: ['2'] } });
    expect(await server.frames.take()).toMatchObject({ id: '1', result: { done: true } });
  });

  it('tells the server why it ends, and ends what is under way', async () => {
    const session = new BareSession();
    link.attach(session);
    const socket = await server.sockets.take();
    socket.send(request(1, 'tools/call'));
    await session.frames.take();
    const closed = once(socket, 'close');
    await link.close('The notebook tab was closed');
    expect(await server.frames.take()).toMatchObject({
      id: 1,
      result: {
        structuredContent: { error: { kind: 'lost', message: expect.stringContaining('tab was closed') } },
      },
    });
    const [code, reason] = await closed;
    expect([code, String(reason)]).toEqual([1000, 'The notebook tab was closed']);
    expect(session.disconnected).toBe(true);
  });

  it('settles what an old session owed when a new one comes first', async () => {
    const before = new BareSession();
    link.attach(before);
    const socket = await server.sockets.take();
    socket.send(request(1, 'tools/call'));
    await before.frames.take();
    link.attach(new BareSession());
    expect(before.disconnected).toBe(true);
    expect(await server.frames.take()).toMatchObject({
      id: 1,
      result: { structuredContent: { error: { kind: 'lost' } } },
    });
  });

  it('does not hand over a call that was cancelled before a session came', async () => {
    const socket = await server.sockets.take();
    socket.send(request(1, 'tools/call'));
    socket.send(
      JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } }),
    );
    socket.send(request(2, 'tools/list'));
    await states.takeUntil(({ phase }) => phase === 'connecting');
    const session = new BareSession();
    socket.send('ping?');
    await server.frames.take();
    link.attach(session);
    expect(await session.frames.take()).toMatchObject({ method: 'notifications/cancelled' });
    expect(await session.frames.take()).toMatchObject({ id: 2 });
  });

  it('is another link to the bridge when it was made anew', async () => {
    const first = await server.sockets.take();
    first.send(hello('h1', 'process-a'));
    const before = await server.frames.take();
    await link.close('The link was lost');
    link = new Link(settings(), UNHEARD);
    (await server.sockets.take()).send(hello('h2', 'process-a', ['1']));
    expect(asJson((await server.frames.take()).result).linkId).not.toBe(asJson(before.result).linkId);
  });

  it('gives the server free when the tab shows no notebook, and comes back with the notebook', async () => {
    await server.sockets.take();
    await link.close('Another one, with a clock of its own');
    vi.useFakeTimers(CLOCK_ALONE);
    link = new Link(settings(), { ...UNHEARD, report: (state) => states.put(state) });
    const socket = await server.sockets.take();
    // An answer shows that the other end is open too.
    socket.send('ping?');
    await server.frames.take();
    const closed = once(socket, 'close');
    vi.advanceTimersByTime(32_000);
    const [code, reason] = await closed;
    expect([code, String(reason)]).toEqual([1000, 'The tab shows no notebook that the server may work in']);
    expect(link.state).toMatchObject({ phase: 'no-notebook', detail: String(reason) });
    const session = new BareSession();
    link.attach(session);
    (await server.sockets.take()).send(request(1, 'tools/list'));
    expect(await session.frames.take()).toMatchObject({ id: 1 });
  });

  it('respects a busy server, and loses nothing to it', async () => {
    const session = new BareSession();
    link.attach(session);
    const first = await server.sockets.take();
    first.send(request(1, 'tools/call'));
    await session.frames.take();
    // The jitter makes pauses as short as can be.
    vi.useFakeTimers(CLOCK_ALONE);
    vi.spyOn(Math, 'random').mockReturnValue(0);
    first.terminate();
    await states.takeUntil(({ phase }) => phase === 'retrying');
    link.fromSession(session, answer(1, { done: true }));
    vi.advanceTimersByTime(250);
    const second = await server.sockets.take();
    const busy = dialled();
    second.close(1013, 'Server is busy');
    const state = await states.takeUntil(({ phase }) => phase === 'server-busy');
    expect(state.detail).toBe('The server is connected to another notebook.');
    expect(busy?.sent).toEqual([]);
    // It was the second attempt, so twice the first pause for a busy server; an ordinary one would be over by now.
    vi.advanceTimersByTime(7_499);
    expect(dialled()).toBe(busy);
    vi.advanceTimersByTime(1);
    expect(dialled()).not.toBe(busy);
    const third = await server.sockets.take();
    third.send(request(2, 'tools/list'));
    expect(await server.frames.take()).toMatchObject({ id: 1, result: { done: true } });
    expect(await session.frames.take()).toMatchObject({ id: 2 });
  });

  it('shows busy only while a call is under way', async () => {
    const session = new BareSession();
    link.attach(session);
    const socket = await server.sockets.take();
    socket.send(request(1, 'tools/call'));
    await states.takeUntil(({ busy }) => busy);
    socket.send(
      JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } }),
    );
    await states.takeUntil(({ busy }) => !busy);
    expect(link.state.busy).toBe(false);
  });
});
