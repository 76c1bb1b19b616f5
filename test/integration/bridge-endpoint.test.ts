import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { Socket } from 'node:net';
import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { WebSocket } from 'ws';
import { Keys } from '../../bridge/endpoint/keys.ts';
import { TabEndpoint } from '../../bridge/endpoint/tab-endpoint.ts';
import { MAX_MESSAGE_BYTES } from '../../bridge/limits.ts';
import { tokenOf } from '../../src/wire/keys.ts';
import { capturedLog } from '../support/captured-log.ts';
import { FakeTab } from '../support/fake-tab.ts';

let endpoint: TabEndpoint;
let keys: Keys;
let port: number;
let lines: string[];
let sockets: WebSocket[];
let onsocket: (socket: WebSocket) => void;

beforeEach(async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  port = address.port;
  sockets = [];
  onsocket = (socket) => sockets.push(socket);
  const captured = capturedLog();
  lines = captured.lines;
  keys = new Keys('server', [], async () => {});
  endpoint = new TabEndpoint([server], {
    port,
    keys,
    log: captured.log,
    onsocket: (socket) => onsocket(socket),
    status: () => ({ version: '1.2.3', pid: 4, tabs: [] }),
  });
});

afterEach(() => {
  endpoint.close();
  endpoint.terminate();
});

const newToken = (): string => tokenOf(keys.newCode());
const dial = (): Promise<FakeTab> => new FakeTab({ port, token: newToken, host: '127.0.0.1' }).connect();

/** A connection that says nothing of itself. */
async function plain(): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  return socket;
}

/** A tab's connection after the handshake, for frames written by hand. */
function handshake(): Promise<Duplex> {
  return new Promise((resolve) => {
    const headers = {
      Origin: 'https://colab.research.google.com',
      Connection: 'Upgrade',
      Upgrade: 'websocket',
      'Sec-WebSocket-Version': '13',
      'Sec-WebSocket-Key': Buffer.from('sixteen bytes ok').toString('base64'),
      'Sec-WebSocket-Protocol': 'mcp',
    };
    request({ host: '127.0.0.1', port, path: `/?access_token=${newToken()}`, headers })
      .on('upgrade', (_response, socket) => resolve(socket))
      .end();
  });
}

/** The head of a binary message of this length, with a mask that changes nothing. */
function frameOf(length: number): Buffer {
  const head = Buffer.alloc(14);
  head.writeUInt16BE(0x82ff, 0);
  head.writeBigUInt64BE(BigInt(length), 2);
  return head;
}

const isServing = async (): Promise<boolean> => (await fetch(`http://127.0.0.1:${port}/`)).status === 426;

describe('where tabs come in', () => {
  it('hands over their sockets', async () => {
    await dial();
    expect(sockets).toHaveLength(1);
    expect(lines).toEqual([]);
  });

  it('someone whose coming nobody foresaw costs that connection only', async () => {
    onsocket = () => {
      throw new Error('surprise');
    };
    const tab = await dial();
    await tab.closed();
    expect(lines).toEqual(['error: A connection was given up: Error: surprise']);
    expect(await isServing()).toBe(true);
  });

  it('someone who hangs up in the middle of a refusal disturbs nobody', async () => {
    const socket = await plain();
    socket.write('GET / HTTP/1.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n');
    socket.resetAndDestroy();
    expect(await isServing()).toBe(true);
  });

  it('a message that is announced as too long ends the socket, before any of it is read', async () => {
    const tab = await handshake();
    const [socket] = sockets;
    if (!socket) throw new Error('No socket.');
    const error = once(socket, 'error');
    tab.write(frameOf(MAX_MESSAGE_BYTES + 1));
    expect(await error).toMatchObject([{ message: 'Max payload size exceeded' }]);
  });
});

describe('at the end', () => {
  it('tabs are told, and nobody new gets in', async () => {
    const closed = (await dial()).closed();
    endpoint.close();
    expect(await closed).toEqual({ code: 1001, reason: 'bridge is going away' });
    await expect(dial()).rejects.toThrow('ECONNREFUSED');
  });

  it('a tab that does not heed the goodbye is cut off', async () => {
    const tab = await dial();
    tab.pause();
    const [socket] = sockets;
    endpoint.close();
    expect(socket?.readyState).toBe(socket?.CLOSING);
    const ended = new Promise((resolve) => socket?.once('close', resolve));
    endpoint.terminate();
    expect(await ended).toBe(1006);
  });

  it('so is whoever never said what they want', async () => {
    const socket = await plain();
    expect(await isServing()).toBe(true);
    const ended = once(socket.resume(), 'close');
    endpoint.close();
    endpoint.terminate();
    await ended;
  });
});
