import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { TIMINGS } from '../../../bridge/limits.ts';
import { NewSocket } from '../../../bridge/tabs/new-socket.ts';
import { TabSession } from '../../../bridge/tabs/tab-session.ts';
import { capturedLog } from '../../support/captured-log.ts';

const http = createServer();
const server = new WebSocketServer({ server: http });
let port: number;

beforeEach(async () => {
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  const address = http.address();
  port = typeof address === 'object' && address ? address.port : 0;
});
afterEach(() => {
  server.close();
  http.close();
});

it('a socket that has closed while it was looked into is not taken for a tab', async () => {
  const tab = new WebSocket(`ws://127.0.0.1:${port}`);
  const [socket]: WebSocket[] = await once(server, 'connection');
  if (!socket) throw new Error('No socket came.');
  const session = new TabSession({
    ...{ hello: null, mismatch: null, timings: TIMINGS, log: capturedLog().log },
    ...{ onchange: () => {}, onnotebook: () => {}, onaddress: () => {}, onresource: () => {} },
    onlost: () => {},
  });
  const newSocket = new NewSocket(socket);
  const closed = once(socket, 'close');
  await once(tab, 'open');
  tab.terminate();
  await closed;
  session.attach(newSocket);
  expect([session.attached, session.isPresent]).toEqual([false, false]);
});
