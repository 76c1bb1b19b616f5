import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Link } from '../../../../background/link/link.ts';
import { PROTOCOL } from '../../../../src/wire/hello.ts';
import { asJson, objectIn } from '../../../support/agent.ts';
import { latest, useFakeSockets, useRealSockets } from './fake-socket.ts';
import type { FakeSession } from './link-rig.ts';
import {
  attachSession,
  exchange,
  failedCall,
  hello,
  makeLink,
  NOTEBOOK,
  orderOf,
  reconnect,
  requestOf,
  resultOf,
  serverSays,
  settle,
  updated,
} from './link-rig.ts';

const URI = `cellwire://${NOTEBOOK}`;
const CELL = `${URI}/cells/a`;
const LINK_ID = expect.stringMatching(/^link-1:[\da-f-]{36}$/);
const greeted = (id: string, missing: string[] = []) =>
  resultOf(id, {
    linkId: LINK_ID,
    extensionVersion: '9',
    protocol: PROTOCOL,
    notebookId: NOTEBOOK,
    notebookUrl: orderOf().notebookUrl,
    refused: null,
    proof: null,
    missing,
  });

let link: Link;
let session: FakeSession;

beforeEach(() => {
  useFakeSockets();
  link = makeLink();
  session = attachSession(link);
  latest().opens();
});
afterEach(useRealSockets);

describe('a server that does not say hello', () => {
  it('gets what it is owed as soon as a new socket has settled', () => {
    serverSays(requestOf(1, 'tools/call'), requestOf(2, 'tools/call'));
    latest().ends();
    session.answers(1);
    session.answers(2);
    vi.advanceTimersByTime(250);
    latest().opens();
    vi.advanceTimersByTime(199);
    expect(latest().takeSent()).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(latest().takeSent()).toEqual([resultOf(1), resultOf(2)]);
    reconnect();
    settle();
    expect(latest().takeSent()).toEqual([]);
  });

  it('cannot pass a request off as one that was granted before', () => {
    serverSays(requestOf('cellwire-replayed-1', 'resources/subscribe', { uri: URI }));
    expect(session.take()).toEqual([]);
    const error = { code: -32600, message: 'Invalid request: only the link may use such an id.' };
    expect(latest().takeSent()).toEqual([{ jsonrpc: '2.0', id: 'cellwire-replayed-1', error }]);
  });

  it('loses nothing to a socket that is closing, nor to one that says busy', () => {
    serverSays(requestOf(1, 'tools/call'));
    latest().close();
    session.answers(1);
    expect(latest().lost).toEqual([]);
    latest().ends();
    vi.advanceTimersByTime(250);
    const busy = latest();
    busy.opens();
    vi.advanceTimersByTime(199);
    busy.ends(1013);
    expect([busy.sent, busy.lost]).toEqual([[], []]);
    vi.advanceTimersByTime(10_000);
    // After so long it may be another, and the user is asked.
    latest().opens();
    settle();
    expect(latest().takeSent()).toEqual([]);
    link.update(orderOf({ isWanted: true }));
    latest().opens();
    settle();
    expect(latest().takeSent()).toEqual([resultOf(1)]);
  });

  it('is told on the next socket, once, that something changed meanwhile; progress is past', () => {
    latest().ends();
    session.notifies('notifications/resources/updated', { uri: URI });
    session.notifies('notifications/progress', { progress: 1 });
    session.notifies('notifications/resources/updated', { uri: URI });
    session.notifies('notifications/resources/updated', { uri: CELL });
    vi.advanceTimersByTime(250);
    latest().opens();
    settle();
    expect(latest().takeSent()).toEqual([updated(URI), updated(CELL)]);
    session.notifies('notifications/progress', { progress: 2 });
    expect(latest().takeSent()).toMatchObject([{ params: { progress: 2 } }]);
  });

  it('is told on the next socket of a reload that it missed', () => {
    exchange(session, 0, 'initialize');
    exchange(session, 1, 'resources/subscribe', { uri: URI });
    latest().ends();
    attachSession(link);
    vi.advanceTimersByTime(250);
    latest().opens();
    settle();
    expect(latest().takeSent()).toEqual([updated(URI)]);
  });

  it('may start over: nothing of the conversation before reaches it', () => {
    exchange(session, 0, 'initialize');
    exchange(session, 1, 'resources/subscribe', { uri: URI });
    serverSays(requestOf(2, 'tools/call'));
    serverSays(requestOf(0, 'initialize'));
    session.take();
    session.answers(2, { stale: true });
    session.answers(0, { fresh: true });
    expect(latest().takeSent()).toEqual([resultOf(0, { fresh: true })]);
    expect(attachSession(link).take()).toMatchObject([
      { method: 'initialize' },
      { method: 'notifications/initialized' },
    ]);
  });
});

describe('our bridge', () => {
  beforeEach(() => {
    serverSays(hello('h1', 'process-a'));
    expect(latest().takeSent()).toEqual([greeted('h1')]);
    expect(session.take()).toEqual([]);
  });

  it('gets nothing on a new socket before it said who it is', () => {
    serverSays(requestOf('1', 'tools/call'), requestOf('2', 'tools/call'));
    latest().ends();
    session.answers('1');
    vi.advanceTimersByTime(250);
    latest().opens();
    settle();
    session.answers('2');
    session.notifies('notifications/progress', { progress: 1 });
    session.notifies('notifications/resources/updated', { uri: URI });
    expect(latest().takeSent()).toEqual([]);
    serverSays(hello('h2', 'process-a', ['1', '2']));
    expect(latest().takeSent()).toEqual([greeted('h2'), resultOf('1'), resultOf('2'), updated(URI)]);
    session.notifies('notifications/resources/updated', { uri: URI });
    expect(latest().takeSent()).toEqual([updated(URI)]);
  });

  it('is told which of its calls never came, and of no other', () => {
    serverSays(requestOf('under-way', 'tools/call'), requestOf('waits', 'tools/call'));
    serverSays(requestOf('sent', 'tools/call'));
    session.answers('sent');
    expect(latest().takeSent()).toEqual([resultOf('sent')]);
    latest().ends();
    session.answers('waits');
    vi.advanceTimersByTime(250);
    latest().opens();
    serverSays(hello('h2', 'process-a', ['under-way', 'waits', 'sent', 'never-came', 'nor-this']));
    expect(latest().takeSent()).toEqual([
      greeted('h2', ['never-came', 'nor-this']),
      resultOf('waits'),
      resultOf('sent'),
    ]);
    session.answers('under-way');
    expect(latest().takeSent()).toEqual([resultOf('under-way')]);
    // The session was asked each of them once.
    expect(session.take()).toHaveLength(3);
  });

  it('gets an answer again as often as it was lost, and only then', () => {
    serverSays(requestOf('1', 'tools/call'));
    session.answers('1', { done: true });
    for (const again of ['h2', 'h3']) {
      reconnect();
      serverSays(hello(again, 'process-a', ['1']));
      expect(latest().takeSent()).toEqual([greeted(again), resultOf('1', { done: true })]);
    }
    reconnect();
    serverSays(hello('h4', 'process-a'));
    expect(latest().takeSent()).toEqual([greeted('h4')]);
  });

  it('may ask twice on one socket', () => {
    serverSays(requestOf('1', 'tools/call'));
    session.answers('1');
    reconnect();
    serverSays(hello('h2', 'process-a', ['1', '1']), hello('h3', 'process-a', ['2']));
    expect(latest().takeSent()).toEqual([greeted('h2'), resultOf('1'), greeted('h3', ['2'])]);
  });

  it('is told that an answer is lost which is too old to be had again', () => {
    serverSays(requestOf('old', 'tools/call'));
    session.answers('old');
    for (let count = 0; count < 5; count += 1) {
      serverSays(requestOf(`large-${count}`, 'tools/call'));
      session.answers(`large-${count}`, 'x'.repeat(900_000));
    }
    reconnect();
    serverSays(hello('h2', 'process-a', ['old', 'large-4']));
    expect(latest().takeSent()).toEqual([
      greeted('h2'),
      failedCall(
        'old',
        'lost',
        'The call was carried out, but its answer was lost with the connection.',
        'Read the notebook to see what was done before you do it again.',
      ),
      resultOf('large-4', 'x'.repeat(900_000)),
    ]);
  });

  it('begins anew when it was restarted: nothing of the one before reaches it', () => {
    exchange(session, '0', 'initialize');
    exchange(session, '1', 'resources/subscribe', { uri: URI });
    serverSays(requestOf('2', 'tools/call'), requestOf('3', 'tools/call'));
    session.take();
    latest().ends();
    session.answers('2', { stale: true });
    session.notifies('notifications/resources/updated', { uri: URI });
    vi.advanceTimersByTime(250);
    latest().opens();
    serverSays(hello('h2', 'process-b', ['2']));
    expect(latest().takeSent()).toEqual([greeted('h2', ['2'])]);
    session.answers('3', { stale: true });
    expect(latest().takeSent()).toEqual([]);
    expect(attachSession(link).take()).toEqual([]);
  });

  it('does not get from the past what it asks for in the same words', () => {
    serverSays(requestOf('1', 'tools/call'));
    session.answers('1', { stale: true });
    reconnect();
    serverSays(hello('h2', 'process-b'), requestOf('1', 'tools/call'));
    latest().takeSent();
    reconnect();
    serverSays(hello('h3', 'process-b', ['1']));
    expect(latest().takeSent()).toEqual([greeted('h3')]);
  });

  it('drops what waits for a session when it was restarted', () => {
    link.detach(session);
    serverSays(requestOf('1', 'tools/list'));
    reconnect();
    serverSays(hello('h2', 'process-b'));
    expect(attachSession(link).take()).toEqual([]);
  });

  it('is greeted also where its hello is not as agreed', () => {
    serverSays(requestOf('h2', 'cellwire/hello', { instance: 5 }));
    expect(latest().takeSent()).toEqual([greeted('h2')]);
    reconnect();
    serverSays(hello('h3', 'process-a'));
    expect(latest().takeSent()).toEqual([greeted('h3')]);
  });
});

describe('our bridge in the place of a server that does not say hello', () => {
  it('gets nothing that the other one asked for', () => {
    exchange(session, 0, 'initialize');
    serverSays(requestOf(1, 'tools/call'));
    reconnect();
    serverSays(hello('h1', 'process-a', ['1']));
    session.answers(1, { stale: true });
    expect(latest().takeSent()).toEqual([greeted('h1', ['1'])]);
    expect(attachSession(link).take()).toEqual([]);
  });
});

describe('a link made anew', () => {
  it('is another one to the bridge, and knows nothing of the calls before', () => {
    const incarnation = (): unknown => objectIn(asJson(latest().takeSent()[0]), 'result').linkId;
    serverSays(hello('h1', 'process-a'));
    const before = incarnation();
    makeLink();
    latest().opens();
    serverSays(hello('h1', 'process-a', ['1']));
    // It might be that a page that lives on knows more.
    expect(latest().sent).toEqual([]);
    vi.advanceTimersByTime(700);
    serverSays(hello('h2', 'process-a', ['1']));
    expect(latest().sent.map((text) => JSON.parse(text))).toEqual([
      greeted('h1', ['1']),
      greeted('h2', ['1']),
    ]);
    expect(incarnation()).not.toBe(before);
  });
});
