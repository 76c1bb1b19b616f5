import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { FakeTab } from '../support/fake-tab.ts';
import { GoogleLikeServer } from '../support/google-like-server.ts';

let server: GoogleLikeServer;
let tabs: FakeTab[];

beforeEach(async () => {
  tabs = [];
  server = await GoogleLikeServer.start();
});

afterEach(async () => {
  for (const tab of tabs) await tab.drop();
  await server.close();
});

async function open(options: Partial<ConstructorParameters<typeof FakeTab>[0]> = {}): Promise<FakeTab> {
  const tab = new FakeTab({ port: server.port, token: () => server.token, linkId: null, ...options });
  tabs.push(tab);
  return tab.connect();
}

async function statusOf(path: string, headers: Record<string, string>, protocols = ['mcp']): Promise<number> {
  const socket = new WebSocket(`ws://localhost:${server.port}${path}`, protocols, { headers });
  socket.on('error', () => {});
  const [, response] = await once(socket, 'unexpected-response');
  socket.terminate();
  return response.statusCode;
}

describe('the stand-in for colab-mcp', () => {
  it('asks for token, Origin and subprotocol', async () => {
    const Origin = 'https://colab.research.google.com';
    const good = `/any/path?x&access_token=${server.token}`;
    expect(await statusOf('/', { Origin })).toBe(401);
    expect(await statusOf('/?access_token=wrong', { Origin })).toBe(401);
    expect(await statusOf('/', { Origin, Authorization: 'Bearer wrong' })).toBe(403);
    expect(await statusOf('/', { Origin, Authorization: 'nonsense' })).toBe(400);
    expect(await statusOf(good, { Origin: 'https://evil.example' })).toBe(403);
    expect(await statusOf(good, {})).toBe(403);
    expect(await statusOf(good, { Origin }, [])).toBe(400);
    expect(server.origins).toContain('https://evil.example');
    await open({ origin: 'https://colab.google.com' });
    await server.waitForTab();
    expect(server.fragment).toBe(`#mcpProxyToken=${server.token}&mcpProxyPort=${server.port}`);
  });

  it('initializes once, whatever happens to the socket', async () => {
    const tab = await open();
    expect((await server.callTool('get_cells')).content).toEqual([{ type: 'text', text: 'get_cells done' }]);
    await server.dropSocket();
    expect(server.connected).toBe(false);
    const waiting = server.callTool('execute_cell');
    const seen = tab.frames.length;
    await tab.connect();
    expect((await waiting).content).toEqual([{ type: 'text', text: 'execute_cell done' }]);
    expect(tab.frames[seen]?.method).toBe('tools/call');
    expect(server.initializeCount).toBe(1);
    expect(tab.count('initialize')).toBe(1);
  });

  it('takes the answer to a pending call from the next socket', async () => {
    let finish = (_result: unknown): void => {};
    const tab = await open({
      onCall: () =>
        new Promise((resolve) => {
          finish = resolve;
        }),
    });
    const call = server.callTool('execute_cell');
    await tab.received('tools/call');
    await server.dropSocket();
    await tab.drop();
    finish({ content: [] });
    await tab.connect();
    expect(await call).toMatchObject({ content: [] });
  });

  it('has room for one', async () => {
    await open();
    const second = await open();
    expect(await second.closed()).toEqual({ code: 1013, reason: 'Server is busy' });
    expect(server.connected).toBe(true);
  });

  it('closes the socket on a frame of more than 1 MiB', async () => {
    const tab = await open();
    tab.sendRaw(JSON.stringify({ jsonrpc: '2.0', method: 'x', params: { p: 'x'.repeat(1_000_000) } }));
    await server.request('ping');
    expect(server.received).toHaveLength(1);
    const closed = tab.closed();
    tab.sendRaw(' '.repeat(1_048_577));
    expect((await closed).code).toBe(1009);
  });
});
