import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, connect as dial } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isOfAnotherUser } from '../../bridge/endpoint/peer-owner.ts';
import { EXTENSION_ID } from '../../src/wire/socket.ts';
import type { Agent } from '../support/mcp-stdio-client.ts';
import { startAgent } from '../support/mcp-stdio-client.ts';

/** Nobody in particular; every system has the number. */
const OTHER_USER = 65_534;
/** Only root can be somebody else. */
const mayBeAnother = process.platform === 'linux' && process.getuid?.() === 0;

/** A request by a program of this user's. Gives the first line of the answer. */
async function ask(
  uid: number,
  port: number,
  host: string,
  lines: readonly string[],
  { isDisguised = false } = {},
): Promise<string> {
  const script = `
    const net = require('node:net');
    const to = { port: ${port}, host: ${JSON.stringify(host)} };
    function ask(from) {
      const socket = net.connect({ ...to, ...from });
      socket.write(${JSON.stringify(`${lines.join('\r\n')}\r\n\r\n`)});
      socket.once('data', (data) => { process.stdout.write(String(data).split('\\r\\n')[0]); socket.destroy(); });
    }
    // What he has closed before, from the same port to another address, is in the table as root's.
    function disguise() {
      const other = net.createServer((socket) => socket.resume()).listen(to.port, '127.0.0.2', () => {
        const before = net.connect({ port: to.port, host: '127.0.0.2', localAddress: '127.0.0.1' });
        before.resume();
        before.once('connect', () => {
          const { localPort } = before;
          before.once('close', () => {
            other.close();
            ask({ localAddress: '127.0.0.1', localPort });
          });
          before.end();
        });
      });
    }
    ${isDisguised ? 'disguise()' : 'ask()'};
  `;
  const child = spawn(process.execPath, ['-e', script], {
    uid,
    stdio: ['ignore', 'pipe', 'inherit'],
    cwd: '/',
  });
  const [line] = await Promise.all([text(child.stdout), once(child, 'close')]);
  return line;
}

let agent: Agent;
beforeEach(async () => {
  agent = await startAgent();
});
afterEach(() => agent.close());

const upgrade = (): string[] => [
  `GET /?access_token=${agent.newToken()} HTTP/1.1`,
  `Host: localhost:${agent.port}`,
  `Origin: chrome-extension://${EXTENSION_ID}`,
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  `Sec-WebSocket-Key: ${Buffer.from('sixteen bytes ok').toString('base64')}`,
  'Sec-WebSocket-Protocol: mcp',
];

describe.each(['127.0.0.1', '::1'])('at %s', (host) => {
  it('a program of the same user is let in', async () => {
    expect(await ask(process.getuid?.() ?? 0, agent.port, host, upgrade())).toBe(
      'HTTP/1.1 101 Switching Protocols',
    );
  });

  it.runIf(mayBeAnother)('a program of another user is refused, though it has the token', async () => {
    expect(await ask(OTHER_USER, agent.port, host, upgrade())).toBe('HTTP/1.1 403 Forbidden');
    expect(agent.stderr()).toContain('This bridge belongs to another user of this machine.');
  });

  it.runIf(mayBeAnother)(
    'nor is it led to a notebook, and the address still works for its owner',
    async () => {
      const opening = new URL(agent.openingTo());
      const visit = [`GET ${opening.pathname} HTTP/1.1`, `Host: 127.0.0.1:${agent.port}`];
      expect(await ask(OTHER_USER, agent.port, host, visit)).toBe('HTTP/1.1 403 Forbidden');
      expect(await ask(0, agent.port, host, visit)).toBe('HTTP/1.1 302 Found');
    },
  );
});

it.runIf(mayBeAnother)(
  'nor is one that connects from a port which the system still has as root’s',
  async () => {
    const disguised = { isDisguised: true };
    expect(await ask(OTHER_USER, agent.port, '127.0.0.1', upgrade(), disguised)).toBe(
      'HTTP/1.1 403 Forbidden',
    );
    expect(await ask(0, agent.port, '127.0.0.1', upgrade(), disguised)).toBe(
      'HTTP/1.1 101 Switching Protocols',
    );
  },
);

it('a connection of which the system says nothing is nobody else’s', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  const client = dial(address.port, '127.0.0.1');
  const [socket] = await once(server, 'connection');
  expect(isOfAnotherUser(socket)).toBe(false);
  expect(isOfAnotherUser({ remoteAddress: '10.0.0.1', remotePort: 1, localPort: 2 })).toBe(false);
  expect(isOfAnotherUser({})).toBe(false);
  client.destroy();
  server.close();
});
