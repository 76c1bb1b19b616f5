import { once } from 'node:events';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { Log } from '../../bridge/log.ts';
import type { Greeting } from '../../bridge/tabs/greeting.ts';
import { TabClient } from '../../bridge/tabs/tab-client.ts';
import { TabTransport } from '../../bridge/tabs/tab-transport.ts';

let server: WebSocketServer;

beforeEach(async () => {
  server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  await once(server, 'listening');
});

afterEach(() => {
  for (const socket of server.clients) socket.terminate();
  server.close();
});

/** A socket as the bridge has it, and its other end. */
async function pair(): Promise<{ ours: WebSocket; theirs: WebSocket }> {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  const connection: Promise<unknown[]> = once(server, 'connection');
  const theirs = new WebSocket(`ws://127.0.0.1:${address.port}`);
  const [[ours]] = await Promise.all([connection, once(theirs, 'open')]);
  if (!(ours instanceof WebSocket)) throw new Error('No socket.');
  return { ours, theirs };
}

const greeting = (missing: string[]): Greeting => ({
  hello: { linkId: 'link', extensionVersion: '1', missing },
  read: () => {},
});

it('what waits for a socket is neither forgotten nor sent twice, and comes after what was lost', async () => {
  const transport = new TabTransport(new Log());
  const client = new TabClient(transport);
  const first = await pair();
  transport.attach(first.ours, greeting([]), []);
  client.request('sent', {}).catch(() => {});
  expect(client.awaiting).toHaveLength(1);

  // The goodbye is under way: the socket is still ours, but takes nothing any more.
  first.theirs.pause();
  first.ours.close();
  client.request('held', {}).catch(() => {});
  client.notify('notifications/held');
  const { awaiting } = client;
  expect(awaiting).toHaveLength(1);

  const second = await pair();
  const methods: string[] = [];
  const arrived = new Promise<void>((resolve) => {
    second.theirs.on('message', (data: Buffer) => {
      const { method } = JSON.parse(data.toString());
      methods.push(method);
      if (method === 'last') resolve();
    });
  });
  transport.attach(second.ours, greeting(awaiting), client.requests(awaiting));
  client.notify('last');
  await arrived;
  expect(methods).toEqual(['sent', 'held', 'notifications/held', 'last']);
  client.end(new Error('The test is over.'));
});
