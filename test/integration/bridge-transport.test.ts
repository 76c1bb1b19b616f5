import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { StdioTransport } from '../../bridge/agent/stdio-transport.ts';
import { MAX_MESSAGE_BYTES } from '../../bridge/limits.ts';
import { Log } from '../../bridge/log.ts';
import { Newcomer } from '../../bridge/tabs/newcomer.ts';
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

it('what waits for a socket is neither forgotten nor sent twice, and comes after what was lost', async () => {
  const transport = new TabTransport(new Log());
  const client = new TabClient(transport);
  const first = await pair();
  transport.attach(new Newcomer(first.ours), []);
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
  transport.attach(new Newcomer(second.ours), client.requests(awaiting));
  client.notify('last');
  await arrived;
  expect(methods).toEqual(['sent', 'held', 'notifications/held', 'last']);
  client.end(new Error('The test is over.'));
});

describe('a line of the agent that cannot be taken', () => {
  /** What the bridge writes, logs and passes on when the agent sends this, and then a ping. */
  async function send(line: string | Buffer) {
    const [input, output] = [new PassThrough(), new PassThrough()];
    const transport = new StdioTransport(input, output);
    const errors: string[] = [];
    transport.onerror = ({ message }) => void errors.push(message);
    const pinged = new Promise<void>((resolve) => {
      transport.onmessage = (message) => {
        expect(message).toMatchObject({ method: 'ping' });
        resolve();
      };
    });
    await transport.start();
    input.write(line);
    input.write('\n{"jsonrpc":"2.0","id":9,"method":"ping"}\n');
    await pinged;
    const written = String(output.read() ?? '').split('\n');
    return { errors, answers: written.filter(Boolean).map((text): unknown => JSON.parse(text)) };
  }

  it.each([
    ['no protocol', '{"id":"a","method":"tools/list"}', 'a'],
    ['parameters in a list', '{"jsonrpc":"2.0","id":7,"method":"tools/list","params":[]}', 7],
    ['no method', '{"jsonrpc":"2.0","id":0}', 0],
  ])('is answered when it has an id: %s', async (_what, line, id) => {
    const { errors, answers } = await send(line);
    expect(answers).toEqual([
      { jsonrpc: '2.0', id, error: { code: -32600, message: expect.stringMatching(/^Invalid request: /) } },
    ]);
    expect(errors).toHaveLength(1);
  });

  it.each([
    ['no JSON', '{'],
    ['a notification', '{"method":"x"}'],
    ['an answer, to which none is due', '{"jsonrpc":"2.0","id":1,"result":3}'],
  ])('is logged only: %s', async (_what, line) => {
    const { errors, answers } = await send(line);
    expect(answers).toEqual([]);
    expect(errors).toEqual([expect.stringContaining('not JSON-RPC')]);
  });

  it('is answered without an id when it is too long to be read', async () => {
    const { errors, answers } = await send(Buffer.alloc(MAX_MESSAGE_BYTES + 1, 'x'));
    expect(answers).toEqual([
      {
        jsonrpc: '2.0',
        id: null,
        error: { code: -32600, message: expect.stringContaining('33554433 bytes') },
      },
    ]);
    expect(errors).toEqual([expect.stringContaining('33554433 bytes')]);
  });
});
