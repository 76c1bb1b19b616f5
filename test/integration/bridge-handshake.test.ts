import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TabEndpoint } from '../../bridge/endpoint/tab-endpoint.ts';
import { Log } from '../../bridge/log.ts';
import { EXTENSION_ID } from '../../src/wire/extension-id.ts';
import { FakeTab } from '../support/fake-tab.ts';
import type { Agent } from '../support/mcp-stdio-client.ts';
import { startAgent } from '../support/mcp-stdio-client.ts';

let agent: Agent;

beforeAll(async () => {
  agent = await startAgent();
});

afterAll(async () => {
  await agent.close();
});

interface Knock {
  path?: string;
  host?: string;
  address?: string;
  headers?: Record<string, string>;
}

/** A handshake by hand: what a browser would never send, an attacker might. */
function knock({
  path,
  host,
  address = '127.0.0.1',
  headers = {},
}: Knock): Promise<{ status: number; body: string }> {
  const { port, token } = agent.credentials;
  return new Promise((resolve, reject) => {
    const knocking = request({
      host: address,
      port,
      path: path ?? `/?access_token=${token}`,
      headers: {
        Host: host ?? `localhost:${port}`,
        Origin: 'https://colab.research.google.com',
        Connection: 'Upgrade',
        Upgrade: 'websocket',
        'Sec-WebSocket-Version': '13',
        'Sec-WebSocket-Key': Buffer.from('sixteen bytes ok').toString('base64'),
        'Sec-WebSocket-Protocol': 'mcp',
        ...headers,
      },
    });
    knocking.on('upgrade', (response, socket) => {
      socket.destroy();
      resolve({ status: response.statusCode ?? 0, body: '' });
    });
    knocking.on('response', async (response) => {
      const parts: Buffer[] = [];
      for await (const part of response) parts.push(part);
      resolve({ status: response.statusCode ?? 0, body: Buffer.concat(parts).toString() });
    });
    knocking.on('error', reject);
    knocking.end();
  });
}

describe('who is let in', () => {
  it.each([
    ['https://colab.research.google.com'],
    ['https://colab.google.com'],
    [`chrome-extension://${EXTENSION_ID}`],
  ])('%s', async (origin) => {
    expect((await knock({ headers: { Origin: origin } })).status).toBe(101);
  });

  it.each(['localhost', '127.0.0.1', '[::1]'])('by the name %s', async (name) => {
    expect((await knock({ host: `${name}:${agent.credentials.port}` })).status).toBe(101);
  });

  it('with the token as a bearer', async () => {
    const headers = { Authorization: `Bearer ${agent.credentials.token}` };
    expect((await knock({ path: '/', headers })).status).toBe(101);
  });

  it('over IPv6 on the same port', async () => {
    expect((await knock({ address: '::1' })).status).toBe(101);
  });

  it('asking for other subprotocols too', async () => {
    expect((await knock({ headers: { 'Sec-WebSocket-Protocol': 'other, mcp' } })).status).toBe(101);
  });
});

describe('who is not', () => {
  const cases: Array<[string, number, () => Knock]> = [
    ['a wrong token', 401, () => ({ path: '/?access_token=wrong' })],
    ['no token', 401, () => ({ path: '/' })],
    ['a wrong bearer', 401, () => ({ path: '/', headers: { Authorization: 'Bearer wrong' } })],
    ['the token with a letter more', 401, () => ({ path: `/?access_token=${agent.credentials.token}x` })],
    ['a foreign Origin', 403, () => ({ headers: { Origin: 'https://evil.example' } })],
    ['Colab without TLS', 403, () => ({ headers: { Origin: 'http://colab.research.google.com' } })],
    ['another extension', 403, () => ({ headers: { Origin: `chrome-extension://${'a'.repeat(32)}` } })],
    ['an opaque Origin', 403, () => ({ headers: { Origin: 'null' } })],
    ['no Origin', 403, () => ({ headers: { Origin: '' } })],
    ['a forged Host', 403, () => ({ host: `evil.example:${agent.credentials.port}` })],
    ['a Host with another port', 403, () => ({ host: 'localhost:1' })],
    ['a Host without a port', 403, () => ({ host: 'localhost' })],
    ['another path', 404, () => ({ path: `/mcp?access_token=${agent.credentials.token}` })],
    ['a malformed address', 400, () => ({ path: '//' })],
    ['another malformed address', 400, () => ({ path: 'http://[' })],
    ['no subprotocol', 400, () => ({ headers: { 'Sec-WebSocket-Protocol': '' } })],
    ['another subprotocol', 400, () => ({ headers: { 'Sec-WebSocket-Protocol': 'mcp2' } })],
  ];

  it.each(cases)('%s: %i', async (_who, status, how) => {
    const answer = await knock(how());
    expect(answer.status).toBe(status);
    expect(answer.body).toMatch(/^[A-Z].*\.\n$/);
  });

  it('someone who does not speak WebSocket', async () => {
    const base = `http://127.0.0.1:${agent.credentials.port}`;
    expect((await fetch(`${base}/`)).status).toBe(426);
    expect((await fetch(`${base}/favicon.ico`)).status).toBe(404);
  });

  it('someone who asks for nonsense without WebSocket', async () => {
    const plain = { Connection: 'close', Upgrade: '' };
    expect((await knock({ path: '//', headers: plain })).status).toBe(400);
    expect((await knock({ path: '/favicon.ico', headers: plain })).status).toBe(404);
    await agent.client.ping();
  });

  it('someone whose coming nobody foresaw: it costs that connection only', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('The server has no port.');
    const log = new Log();
    const errors: string[] = [];
    log.error = (sentence) => void errors.push(sentence);
    const { port } = address;
    const onsocket = (): void => {
      throw new Error('surprise');
    };
    const endpoint = new TabEndpoint([server], { port, token: 'token', log, onsocket });
    const tab = await new FakeTab({ port, token: 'token', host: '127.0.0.1' }).connect();
    await tab.closed();
    expect(errors).toEqual(['A connection was given up: Error: surprise']);
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(426);
    endpoint.close();
    endpoint.terminate();
  });

  it('someone who hangs up in the middle: nobody else notices', async () => {
    const socket = connect(agent.credentials.port, '127.0.0.1');
    socket.write('GET / HTTP/1.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n');
    socket.resetAndDestroy();
    const tab = await new FakeTab(agent.credentials).connect();
    await tab.received('tools/list');
    await tab.leave();
  });

  it('a second tab, while one is there: it may come back later', async () => {
    const first = await new FakeTab(agent.credentials).connect();
    await first.received('tools/list');
    const second = await new FakeTab(agent.credentials).connect();
    expect(await second.closed()).toEqual({ code: 1013, reason: 'Server is busy' });
    expect(second.count('initialize')).toBe(0);

    await first.leave();
    await second.connect();
    await second.received('initialize');
    await second.leave();
  });

  it('and no token is ever logged', () => {
    expect(agent.stderr()).toContain('Refused a connection (401)');
    expect(agent.stderr()).not.toContain(agent.credentials.token);
  });
});
