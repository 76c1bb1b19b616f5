import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keepAlive } from '../../bridge/tabs/keep-alive.ts';
import type { HelloAnswer } from '../../bridge/tabs/new-socket.ts';
import { NewSocket } from '../../bridge/tabs/new-socket.ts';
import type { HelloParams } from '../../src/wire/hello.ts';
import { PROTOCOL } from '../../src/wire/hello.ts';
import { Inbox } from '../support/inbox.ts';
import type { SocketPair } from '../support/socket-pairs.ts';
import { SocketPairs } from '../support/socket-pairs.ts';

const PARAMS: HelloParams = {
  server: 'cellwire',
  version: '1',
  protocol: PROTOCOL,
  instance: 'i',
  awaiting: ['a'],
  agent: 'Tester',
  serverId: 'server',
  challenge: null,
  proof: null,
};
const HELLO = {
  linkId: 'link',
  extensionVersion: '2',
  protocol: PROTOCOL,
  notebookId: 'abc123',
  notebookUrl: 'https://colab.research.google.com/drive/1',
  refused: null,
  proof: null,
  missing: ['a'],
};
const STRANGER = { hello: null };

let sockets: SocketPairs;
let pair: SocketPair;
let newSocket: NewSocket;
let frames: Inbox<{ id: string; method: string; params: unknown }>;

beforeEach(async () => {
  sockets = await new SocketPairs().start();
  pair = await sockets.open();
  newSocket = new NewSocket(pair.ours);
  frames = new Inbox();
  pair.theirs.on('message', (data: Buffer) => frames.put(JSON.parse(data.toString())));
});

afterEach(() => {
  vi.useRealTimers();
  sockets.close();
});

/** Greets, and answers with what `reply` makes of the id. */
async function greetedWith(...replies: Array<(id: string) => unknown>): Promise<HelloAnswer | null> {
  const answer = newSocket.sayHello(PARAMS, 60_000);
  const { id } = await frames.take();
  for (const reply of replies) pair.theirs.send(JSON.stringify(reply(id)));
  return answer;
}

const hello = (id: string) => ({ jsonrpc: '2.0', id, result: HELLO });

describe('a newSocket', () => {
  it('is asked who it is, under another id each time', async () => {
    const listeners = pair.ours.listenerCount('close');
    const first = newSocket.sayHello(PARAMS, 60_000);
    const frame = await frames.take();
    expect(frame).toEqual({ jsonrpc: '2.0', id: frame.id, method: 'cellwire/hello', params: PARAMS });
    pair.theirs.send(JSON.stringify(hello(frame.id)));
    expect(await first).toEqual({ hello: HELLO });

    const second = newSocket.sayHello(PARAMS, 60_000);
    const { id } = await frames.take();
    expect(id).not.toBe(frame.id);
    pair.theirs.send(JSON.stringify(hello(id)));
    expect(await second).toEqual({ hello: HELLO });
    expect(pair.ours.listenerCount('close')).toBe(listeners);
  });

  it.each([
    ['an error', { error: { code: -32601, message: 'Method not found' } }],
    ['no name', { result: { extensionVersion: '2' } }],
    ['no version', { result: { linkId: 'link' } }],
    ['a name that is none', { result: { linkId: 1, extensionVersion: '2' } }],
    ['a version that is none', { result: { linkId: 'link', extensionVersion: 2 } }],
    ['what is not JSON-RPC', { result: 'hello' }],
  ])('is a stranger when it answers with %s', async (_what, answer) => {
    expect(await greetedWith((id) => ({ jsonrpc: '2.0', id, ...answer }))).toEqual(STRANGER);
  });

  it('is a stranger when it does not answer in time; what it says then is an ordinary word', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const onend = vi.fn();
    const answer = newSocket.sayHello(PARAMS, 1_000);
    void answer.then(onend);
    const { id } = await frames.take();
    await vi.advanceTimersByTimeAsync(999);
    expect(onend).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(await answer).toEqual(STRANGER);
    pair.theirs.send(JSON.stringify(hello(id)));
    await once(pair.ours, 'message');
    const read: string[] = [];
    newSocket.read((text) => read.push(text));
    expect(read).toEqual([JSON.stringify(hello(id))]);
  });

  it('may go before it answers', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const answer = newSocket.sayHello(PARAMS, 1_000);
    await frames.take();
    pair.theirs.terminate();
    expect(await answer).toBeNull();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('loses no word: neither those beside the hello nor those after it', async () => {
    const words = [
      (id: string) => ({ jsonrpc: '2.0', id, method: 'a question under the same id' }),
      () => ({ jsonrpc: '2.0', id: 'another', result: {} }),
      () => 'not JSON-RPC',
    ];
    const seen: string[] = [];
    expect(await greetedWith(...words, hello)).toEqual({ hello: HELLO });
    newSocket.read((text) => seen.push(text));
    pair.theirs.send('"after"');
    await once(pair.ours, 'message');
    expect(seen.map((text) => JSON.parse(text))).toEqual([
      expect.objectContaining({ method: 'a question under the same id' }),
      { jsonrpc: '2.0', id: 'another', result: {} },
      'not JSON-RPC',
      'after',
    ]);
  });
});

it('a socket that is closed is pinged no more', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  keepAlive(pair.ours, 10);
  expect(vi.getTimerCount()).toBe(1);
  pair.theirs.close();
  await once(pair.ours, 'close');
  expect(vi.getTimerCount()).toBe(0);
});
