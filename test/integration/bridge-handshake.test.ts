import type { IncomingHttpHeaders } from 'node:http';
import { request } from 'node:http';
import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EXTENSION_ID } from '../../src/wire/socket.ts';
import { FakeTab } from '../support/fake-tab.ts';
import type { Agent } from '../support/mcp-stdio-client.ts';
import { startAgent } from '../support/mcp-stdio-client.ts';

let agent: Agent;

beforeEach(async () => {
  agent = await startAgent();
});

afterEach(async () => {
  await agent.close();
});

interface Knock {
  path?: string;
  host?: string;
  address?: string;
  headers?: Record<string, string>;
  /** A header to leave out. */
  without?: string;
}

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

/** A handshake by hand: what a browser would never send, an attacker might. */
async function knock({ path, host, address = '127.0.0.1', headers = {}, without }: Knock): Promise<Answer> {
  const { port } = agent;
  const all: Record<string, string> = {
    Host: host ?? `localhost:${port}`,
    Origin: 'https://colab.research.google.com',
    Connection: 'Upgrade',
    Upgrade: 'websocket',
    'Sec-WebSocket-Version': '13',
    'Sec-WebSocket-Key': Buffer.from('sixteen bytes ok').toString('base64'),
    'Sec-WebSocket-Protocol': 'mcp',
    ...headers,
  };
  const sent = Object.entries(all).filter(([name]) => name !== without);
  return new Promise((resolve, reject) => {
    const knocking = request({
      host: address,
      port,
      path: path ?? `/?access_token=${agent.newToken()}`,
      headers: Object.fromEntries(sent),
    });
    knocking.on('upgrade', (response, socket) => {
      socket.destroy();
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body: '' });
    });
    knocking.on('response', async (response) => {
      const parts: Buffer[] = [];
      for await (const part of response) parts.push(part);
      const body = Buffer.concat(parts).toString();
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body });
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
    expect((await knock({ host: `${name}:${agent.port}` })).status).toBe(101);
  });

  it.each(['Bearer ', 'bearer ', 'Bearer   '])('with the token as a bearer: "%s"', async (scheme) => {
    const headers = { Authorization: `${scheme}${agent.newToken()}` };
    expect((await knock({ path: '/', headers })).status).toBe(101);
  });

  it('over IPv6 on the same port', async () => {
    expect((await knock({ address: '::1' })).status).toBe(101);
  });

  it.each(['other,mcp', 'other, mcp', 'mcp , other'])('asking for "%s": gets mcp', async (asked) => {
    const { status, headers } = await knock({ headers: { 'Sec-WebSocket-Protocol': asked } });
    expect({ status, protocol: headers['sec-websocket-protocol'] }).toEqual({ status: 101, protocol: 'mcp' });
  });

  it('asking for compression: gets none', async () => {
    const { headers } = await knock({ headers: { 'Sec-WebSocket-Extensions': 'permessage-deflate' } });
    expect(headers).not.toHaveProperty('sec-websocket-extensions');
  });
});

describe('who is not', () => {
  const WRONG_TOKEN = [401, 'The access token is wrong, or was used already.'] as const;
  const WRONG_KEY = [401, 'The key is not known here, or is void.'] as const;
  const NO_CHALLENGE = [400, 'The challenge is missing.'] as const;
  const NO_TOKEN = [401, 'The access token is missing.'] as const;
  const WRONG_ORIGIN = [
    403,
    'This Origin may not connect; only Colab and the Cellwire extension may.',
  ] as const;
  const WRONG_HOST = [403, 'The Host header does not name this bridge.'] as const;
  const WRONG_PATH = [404, 'There is nothing here; connect to /.'] as const;
  const MALFORMED = [400, 'The address asked for is malformed.'] as const;
  const WRONG_PROTOCOL = [400, 'The subprotocol "mcp" is required.'] as const;
  const bearer = (words: string): Knock => ({ path: '/', headers: { Authorization: words } });
  const origin = (value: string): Knock => ({ headers: { Origin: value } });
  const port = (): number => agent.port;
  const token = (): string => agent.newToken();
  const key = (): string => token().split('.')[0] ?? '';
  const CHALLENGE = 'c'.repeat(43);

  const cases: Array<[string, readonly [number, string], () => Knock]> = [
    ['a wrong token', WRONG_TOKEN, () => ({ path: '/?access_token=wrong' })],
    ['an empty token', WRONG_TOKEN, () => ({ path: '/?access_token=' })],
    ['the token with a letter more', WRONG_TOKEN, () => ({ path: `/?access_token=${token()}x` })],
    [
      'the token without its last letter',
      WRONG_TOKEN,
      () => ({ path: `/?access_token=${token().slice(0, -1)}` }),
    ],
    ['half a token', WRONG_TOKEN, () => ({ path: `/?access_token=${key()}` })],
    ['the name of no key', WRONG_KEY, () => ({ path: `/?cellwire_key=${'k'.repeat(16)}` })],
    ['a key and no challenge', NO_CHALLENGE, () => ({ path: `/?cellwire_key=${key()}` })],
    [
      'a challenge that is short',
      NO_CHALLENGE,
      () => ({ path: `/?cellwire_key=${key()}&cellwire_challenge=${CHALLENGE.slice(1)}` }),
    ],
    ['no token', NO_TOKEN, () => ({ path: '/' })],
    ['a wrong bearer', WRONG_TOKEN, () => bearer('Bearer wrong')],
    ['another scheme than bearer', NO_TOKEN, () => bearer(`Basic ${token()}`)],
    ['a scheme that ends like bearer', NO_TOKEN, () => bearer(`Not-a-Bearer ${token()}`)],
    ['a bearer with more behind it', NO_TOKEN, () => bearer(`Bearer ${token()} more`)],
    ['a bearer without a space', NO_TOKEN, () => bearer(`Bearer${token()}`)],
    ['a foreign Origin', WRONG_ORIGIN, () => origin('https://evil.example')],
    ['Colab without TLS', WRONG_ORIGIN, () => origin('http://colab.research.google.com')],
    ['a host that begins like Colab', WRONG_ORIGIN, () => origin('https://colab.research.google.com.evil')],
    ['a host that ends like Colab', WRONG_ORIGIN, () => origin('https://evil-colab.research.google.com')],
    ['Colab on another port', WRONG_ORIGIN, () => origin('https://colab.research.google.com:8443')],
    ['another extension', WRONG_ORIGIN, () => origin(`chrome-extension://${'a'.repeat(32)}`)],
    [
      'an extension named like ours and more',
      WRONG_ORIGIN,
      () => origin(`chrome-extension://${EXTENSION_ID}a`),
    ],
    ['an opaque Origin', WRONG_ORIGIN, () => origin('null')],
    ['an empty Origin', WRONG_ORIGIN, () => origin('')],
    ['no Origin', WRONG_ORIGIN, () => ({ without: 'Origin' })],
    ['a forged Host', WRONG_HOST, () => ({ host: `evil.example:${port()}` })],
    ['a Host that begins like ours', WRONG_HOST, () => ({ host: `localhost.evil:${port()}` })],
    ['a Host that ends like ours', WRONG_HOST, () => ({ host: `evil.localhost:${port()}` })],
    ['a Host with another port', WRONG_HOST, () => ({ host: 'localhost:1' })],
    ['a Host whose port begins like ours', WRONG_HOST, () => ({ host: `localhost:${port()}1` })],
    ['a Host without a port', WRONG_HOST, () => ({ host: 'localhost' })],
    ['another path', WRONG_PATH, () => ({ path: `/mcp?access_token=${token()}` })],
    ['a malformed address', MALFORMED, () => ({ path: '//' })],
    ['another malformed address', MALFORMED, () => ({ path: 'http://[' })],
    ['no subprotocol', WRONG_PROTOCOL, () => ({ without: 'Sec-WebSocket-Protocol' })],
    ['another subprotocol', WRONG_PROTOCOL, () => ({ headers: { 'Sec-WebSocket-Protocol': 'mcp2' } })],
  ];

  it.each(cases)('%s', async (_who, [status, sentence], how) => {
    const { headers, ...answer } = await knock(how());
    expect(answer).toEqual({ status, body: `${sentence}\n` });
    expect(headers).toEqual({
      connection: 'close',
      'content-type': 'text/plain; charset=utf-8',
      'content-length': String(sentence.length + 1),
    });
    expect(agent.stderr()).toContain(`Refused a connection (${status}): ${sentence}`);
    expect(agent.stderr()).not.toMatch(/[\w-]{43}/);
  });

  it.each([
    ['/', 426, 'This is the Cellwire bridge; it speaks WebSocket with the subprotocol "mcp".', 'websocket'],
    ['/favicon.ico', 404, 'There is nothing here.', undefined],
    ['//', 400, 'The address asked for is malformed.', undefined],
  ])('someone who does not speak WebSocket and asks for %s', async (path, status, sentence, upgrade) => {
    const { headers, ...answer } = await knock({
      path,
      headers: { Connection: 'close' },
      without: 'Upgrade',
    });
    expect(answer).toEqual({ status, body: `${sentence}\n` });
    expect(headers).toMatchObject({ connection: 'close', 'content-type': 'text/plain; charset=utf-8' });
    expect(headers.upgrade).toBe(upgrade);
  });

  it('someone who hangs up in the middle: nobody else notices', async () => {
    const socket = connect(agent.port, '127.0.0.1');
    socket.write('GET / HTTP/1.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n');
    socket.resetAndDestroy();
    const tab = await new FakeTab({ port: agent.port, token: agent.newToken }).connect();
    await tab.received('tools/list');
    await tab.leave();
  });

  it('a second frontend that is not ours, while one is there: it may come back later', async () => {
    const foreign = { port: agent.port, token: agent.newToken, linkId: null };
    const first = await new FakeTab(foreign).connect();
    await first.received('tools/list');
    const second = await new FakeTab(foreign).connect();
    expect(await second.closed()).toEqual({ code: 1013, reason: 'Server is busy' });
    expect(second.count('initialize')).toBe(0);

    await first.leave();
    await second.connect();
    await second.received('initialize');
    await second.leave();
  });
});
