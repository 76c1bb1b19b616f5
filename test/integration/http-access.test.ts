import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, readFile, stat, writeFile } from 'node:fs/promises';
import { request as dial } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { parseCommandLine } from '../../bridge/cli/command-line.ts';
import type { HttpBridge, HttpBridgeOptions } from '../support/http-bridge.ts';
import { startHttpBridge } from '../support/http-bridge.ts';
import type { TemporaryFolder } from '../support/temporary-folder.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const INITIALIZE = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'tests', version: '1' },
  },
});

const bridges: HttpBridge[] = [];
const folders: TemporaryFolder[] = [];
async function start(options: HttpBridgeOptions = {}): Promise<HttpBridge> {
  const bridge = await startHttpBridge(options);
  bridges.push(bridge);
  return bridge;
}
async function newFolder(): Promise<string> {
  const folder = await temporaryFolder('http-files');
  folders.push(folder);
  return folder.path;
}
afterEach(async () => {
  for (const bridge of bridges.splice(0)) await bridge.close();
  for (const folder of folders.splice(0)) await folder.remove();
});

interface Asked {
  method?: string;
  path?: string;
  body?: string;
  headers?: Record<string, string>;
}

/** A request as it is written here: `fetch` would not let us name another host. */
async function ask(
  { url, token }: HttpBridge,
  { method = 'POST', path = '/mcp', body = INITIALIZE, headers = {} }: Asked = {},
): Promise<{ status: number; body: string; headers: NodeJS.Dict<string | string[]> }> {
  const { port, hostname } = new URL(url);
  const sent = dial({
    ...{ port, host: hostname, method, path },
    headers: {
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      ...headers,
    },
  });
  sent.end(method === 'POST' ? body : undefined);
  const [response] = await once(sent, 'response');
  return { status: response.statusCode, body: await text(response), headers: response.headers };
}

describe('who may talk to a bridge over HTTP', () => {
  it('whoever has the token', async () => {
    const answer = await ask(await start());
    expect(answer.status).toBe(200);
    expect(answer.body).toContain('"serverInfo":{"name":"cellwire"');
    expect(answer.headers['mcp-session-id']).toMatch(/^[\w-]{36}$/);
  });

  it.each([
    ['no token', { Authorization: '' }],
    ['another token', { Authorization: 'Bearer nonsense' }],
    ['a token of the same length', { Authorization: `Bearer ${'x'.repeat(43)}` }],
    ['another scheme', { Authorization: 'Basic nonsense' }],
  ])('nobody with %s', async (_what, headers) => {
    const answer = await ask(await start(), { headers });
    expect(answer.status).toBe(401);
    expect(answer.headers['www-authenticate']).toBe('Bearer');
    expect(answer.body).toContain('The token is missing or wrong.');
  });

  it.each([
    ['a host that only resolves to this machine', { Host: 'evil.example:80' }, 'The Host header'],
    ['a web page', { Origin: 'https://evil.example' }, 'Web pages may not connect'],
    ['a page without an origin of its own', { Origin: 'null' }, 'Web pages may not connect'],
  ])('nobody by %s, though with the token', async (_what, headers, sentence) => {
    const answer = await ask(await start(), { headers });
    expect(answer.status).toBe(403);
    expect(answer.body).toContain(sentence);
  });

  it('a page of this computer, which has the token', async () => {
    const bridge = await start();
    const headers = { Origin: 'http://localhost:6274', Host: `localhost:${new URL(bridge.url).port}` };
    expect((await ask(bridge, { headers })).status).toBe(200);
  });

  it.runIf(process.platform === 'linux' && process.getuid?.() === 0)(
    'no other user of this machine, though with the token',
    async () => {
      const { url, token } = await start();
      const script = `fetch(${JSON.stringify(url)}, { method: 'POST', headers: { Authorization: 'Bearer ${token}' } })
        .then(async (answer) => process.stdout.write(answer.status + ' ' + (await answer.text())));`;
      const child = spawn(process.execPath, ['-e', script], {
        ...{ uid: 65_534, cwd: '/' },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const [said] = await Promise.all([text(child.stdout), once(child, 'close')]);
      expect(said).toContain('403 ');
      expect(said).toContain('another user of this machine');
    },
  );

  it('only at its address, and in its own words', async () => {
    const bridge = await start();
    expect((await ask(bridge, { path: '/' })).status).toBe(404);
    expect((await ask(bridge, { body: '{' })).status).toBe(400);
    expect((await ask(bridge, { body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}' })).status).toBe(400);
    expect((await ask(bridge, { method: 'GET' })).status).toBe(400);
    expect((await ask(bridge, { headers: { 'Mcp-Session-Id': 'gone' } })).status).toBe(404);
    expect((await ask(bridge, { method: 'GET', headers: { 'Mcp-Session-Id': 'gone' } })).status).toBe(404);
  });

  it('the token is shown to the person at the terminal, and never logged', async () => {
    const bridge = await start();
    expect(bridge.stderr()).toContain(`claude mcp add --transport http cellwire ${bridge.url}`);
    expect(bridge.stderr()).toContain(`Authorization: Bearer ${bridge.token}`);
    expect(bridge.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/mcp$/);
    expect(bridge.stderr()).not.toContain('not encrypted');
  });
});

describe('where a bridge listens', () => {
  it('is said to be open where others can reach it, and names of other machines stay shut out', async () => {
    const bridge = await start({ flags: ['--host', '0.0.0.0'] });
    expect(bridge.stderr()).toContain('not encrypted');
    expect((await ask(bridge)).status).toBe(200);
    expect((await ask(bridge, { headers: { Host: 'evil.example' } })).status).toBe(403);
  });

  it('is on both families of the loopback', async () => {
    const bridge = await start();
    const six = { ...bridge, url: bridge.url.replace('127.0.0.1', '[::1]') };
    const answer = await ask(six, { headers: { Host: `[::1]:${new URL(bridge.url).port}` } }).catch(
      () => null,
    );
    // A machine without IPv6 has only the one.
    expect(answer?.status ?? 200).toBe(200);
  });
});

describe('port and token', () => {
  it('are private, and the same the next time', async () => {
    const folder = await newFolder();
    const first = await start({ folder });
    expect((await stat(join(folder, 'http.json'))).mode & 0o777).toBe(0o600);
    await first.end();
    const second = await start({ folder });
    expect([second.url, second.token]).toEqual([first.url, first.token]);
  });

  it('are renewed where others could read them, or the file is damaged', async () => {
    const folder = await newFolder();
    const file = join(folder, 'http.json');
    const first = await start({ folder });
    await first.end();
    await chmod(file, 0o644);
    const second = await start({ folder });
    expect(second.token).not.toBe(first.token);
    expect(second.stderr()).toContain('could be read by others');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    await second.end();
    await writeFile(file, '{"token":"short"}');
    const third = await start({ folder });
    expect(third.stderr()).toContain('is damaged');
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ token: third.token });
  });

  it('another port is used where that of last time is taken, and asked for in vain where it was named', async () => {
    const folder = await newFolder();
    const first = await start({ folder });
    const second = await start({ folder });
    expect(second.url).not.toBe(first.url);
    expect(second.token).toBe(first.token);
    const { port } = new URL(first.url);
    await expect(start({ flags: ['--http-port', port] })).rejects.toThrow('Choose another with --http-port.');
  });
});

describe('the command line', () => {
  it('has options of HTTP only where HTTP is served', () => {
    expect(parseCommandLine(['serve'], {})).toMatchObject({ kind: 'serve', options: {} });
    expect(parseCommandLine(['serve', '--http', '--host', '[::1]', '--port', '99'], {})).toMatchObject({
      options: { port: 99, tokenFile: expect.stringMatching(/shared-bridge\.json$/) },
      http: { host: '::1', tokenFile: expect.stringMatching(/http\.json$/) },
    });
    expect(() => parseCommandLine(['--http-port', '80'], {})).toThrow('--http-port goes with --http.');
    expect(() => parseCommandLine(['serve', '--http', '--http-port', 'x'], {})).toThrow('--http-port takes');
    expect(() => parseCommandLine(['serve', '--http', '--runtime', 'http://localhost:1'], {})).toThrow(
      '--http is for',
    );
  });
});
