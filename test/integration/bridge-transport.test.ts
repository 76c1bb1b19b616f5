import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { WebSocket } from 'ws';
import { NewSocket } from '../../bridge/tabs/new-socket.ts';
import { TabClient } from '../../bridge/tabs/tab-client.ts';
import { TabTransport } from '../../bridge/tabs/tab-transport.ts';
import { capturedLog } from '../support/captured-log.ts';
import { Inbox } from '../support/inbox.ts';
import { SocketPairs } from '../support/socket-pairs.ts';

let sockets: SocketPairs;
let transport: TabTransport;
let lines: string[];

beforeEach(async () => {
  sockets = await new SocketPairs().start();
  const captured = capturedLog();
  lines = captured.lines;
  transport = new TabTransport(captured.log);
});

afterEach(() => sockets.close());

/** The methods that reach the tab. */
function heardBy(socket: WebSocket): Inbox<string> {
  const heard = new Inbox<string>();
  socket.on('message', (data: Buffer) => heard.put(JSON.parse(data.toString()).method));
  return heard;
}

const saying = (method: string) => ({ jsonrpc: '2.0' as const, method });

it('what waits for a socket is neither forgotten nor sent twice, and comes after what was lost', async () => {
  const client = new TabClient(transport);
  const first = await sockets.open();
  transport.attach(new NewSocket(first.ours), []);
  client.request('sent', {}).catch(() => {});
  expect(client.awaiting).toHaveLength(1);
  expect(transport.open).toBe(true);

  // The goodbye is under way: the socket is still ours, but takes nothing any more.
  first.theirs.pause();
  first.ours.close();
  client.request('held', {}).catch(() => {});
  client.notify('notifications/held');
  const { awaiting } = client;
  expect(awaiting).toHaveLength(1);
  expect(transport).toMatchObject({ attached: true, open: false });

  const second = await sockets.open();
  const heard = heardBy(second.theirs);
  transport.attach(new NewSocket(second.ours), client.requests(awaiting));
  client.notify('last');
  for (const method of ['sent', 'held', 'notifications/held', 'last'])
    expect(await heard.take()).toBe(method);
  expect(first.ours.readyState).toBe(first.ours.CLOSED);
  client.end(new Error('The test is over.'));
});

describe('the socket of a tab', () => {
  it('is not there at first: what is sent waits', async () => {
    expect(transport).toMatchObject({ attached: false, open: false });
    const message = saying('early');
    transport.send(message);
    expect(transport.holds(message)).toBe(true);
    expect(transport.holds(saying('early'))).toBe(false);
    const { ours, theirs } = await sockets.open();
    const heard = heardBy(theirs);
    transport.attach(new NewSocket(ours), []);
    expect(await heard.take()).toBe('early');
    expect(transport.holds(message)).toBe(false);
  });

  it('is given up when another takes its place', async () => {
    const [first, second] = [await sockets.open(), await sockets.open()];
    transport.attach(new NewSocket(first.ours), []);
    const closed = once(first.theirs, 'close');
    transport.attach(new NewSocket(second.ours), []);
    await closed;
    expect(transport.detach(first.ours)).toBe(false);
    expect(transport.attached).toBe(true);
    expect(transport.detach(second.ours)).toBe(true);
    expect(transport).toMatchObject({ attached: false, open: false });
    expect(transport.detach(second.ours)).toBe(false);
  });

  it('is cut when the tab has left it, and what is sent from then on waits', async () => {
    const { ours, theirs } = await sockets.open();
    transport.attach(new NewSocket(ours), []);
    const closed = once(theirs, 'close');
    transport.abandon();
    expect((await closed)[0]).toBe(1006);
    expect(transport.attached).toBe(false);
    const message = saying('later');
    transport.send(message);
    expect(transport.holds(message)).toBe(true);
    expect(() => transport.abandon()).not.toThrow();
  });

  it('is closed with a reason', async () => {
    const { ours, theirs } = await sockets.open();
    transport.attach(new NewSocket(ours), []);
    const closed = once(theirs, 'close');
    transport.close(1011, 'because');
    expect((await closed).map(String)).toEqual(['1011', 'because']);
  });
});

describe('what a tab says', () => {
  it('is passed on from the first word, also what came before we listened', async () => {
    const { ours, theirs } = await sockets.open();
    const newSocket = new NewSocket(ours);
    const methods = new Inbox<string>();
    transport.onmessage = (message) => methods.put('method' in message ? message.method : '');
    theirs.send(JSON.stringify(saying('one')));
    theirs.send(JSON.stringify(saying('two')));
    theirs.ping();
    await once(ours, 'ping');
    transport.attach(newSocket, []);
    theirs.send(JSON.stringify(saying('three')));
    for (const method of ['one', 'two', 'three']) expect(await methods.take()).toBe(method);
  });

  it.each([
    ['no JSON', '{', []],
    ['no answer to anything', '{"jsonrpc":"2.0","result":3}', []],
    ['a question', '{"jsonrpc":"1.0","id":7,"method":"x"}', []],
    ['an answer', '{"jsonrpc":"2.0","id":7,"result":3}', [7]],
  ])('is ignored, but not silently, when it is not JSON-RPC: %s', async (_what, text, ids) => {
    const { ours, theirs } = await sockets.open();
    const onmessage = vi.fn();
    const malformed: unknown[] = [];
    transport.onmessage = onmessage;
    transport.onmalformed = (id) => malformed.push(id);
    transport.attach(new NewSocket(ours), []);
    theirs.send(text);
    await once(ours, 'message');
    expect(lines).toEqual([
      `warning: The tab sent ${text.length} characters that are not JSON-RPC; ignored.`,
    ]);
    expect(malformed).toEqual(ids);
    expect(onmessage).not.toHaveBeenCalled();
  });
});
