import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, lstat, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writeCredentials } from '../../bridge/endpoint/credentials-file.ts';
import { Log } from '../../bridge/log.ts';
import { tools } from '../../src/tools/catalogue.ts';
import type { ToolGroup } from '../../src/tools/tool.ts';
import { FakeTab } from '../support/fake-tab.ts';
import { BRIDGE_FILE, startAgent } from '../support/mcp-stdio-client.ts';

let folder: string;
let tokenFile: string;
let cleanUp: Array<() => unknown>;

beforeEach(async () => {
  cleanUp = [];
  folder = await mkdtemp(join(tmpdir(), 'cellwire-process-'));
  tokenFile = join(folder, 'bridge.json');
});

afterEach(async () => {
  for (const undo of cleanUp) await undo();
  await rm(folder, { recursive: true });
});

function start(args: string[], nodeArgs: string[] = []) {
  const child = spawn(process.execPath, [...nodeArgs, BRIDGE_FILE, ...args]);
  cleanUp.push(() => child.kill('SIGKILL'));
  let stderr = '';
  let stdout = '';
  child.stdout.on('data', (chunk) => {
    stdout += chunk;
  });
  const exit = once(child, 'exit').then(([code, signal]: unknown[]) => ({ code, signal }));
  const said = (what: string): Promise<void> =>
    new Promise((resolve) => {
      const look = (): void => {
        if (stderr.includes(what)) resolve();
      };
      child.stderr.on('data', (chunk) => {
        stderr += chunk;
        look();
      });
      look();
    });
  const listening = said('Listening');
  return { child, exit, listening, stderr: () => stderr, stdout: () => stdout };
}

async function occupy(port = 0): Promise<number> {
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  cleanUp.push(() => server.close());
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return address.port;
}

describe('the process ends, with code 0 and soon', () => {
  const ways: Array<[string, (bridge: ReturnType<typeof start>) => void]> = [
    ['when stdin ends', ({ child }) => child.stdin.end()],
    ['on SIGTERM', ({ child }) => child.kill('SIGTERM')],
    ['on SIGINT', ({ child }) => child.kill('SIGINT')],
    ['on SIGHUP', ({ child }) => child.kill('SIGHUP')],
    [
      'when nobody reads stdout',
      ({ child }) => {
        child.stdout.destroy();
        child.stdin.write('{"jsonrpc":"2.0","id":1,"method":"ping"}\n');
      },
    ],
  ];

  it.each(ways)('%s', async (_when, leave) => {
    const bridge = start(['--token-file', tokenFile]);
    await bridge.listening;
    const credentials = JSON.parse(await readFile(tokenFile, 'utf8'));
    const tab = await new FakeTab(credentials).connect();
    await tab.received('tools/list');
    const closed = tab.closed();
    const started = performance.now();
    leave(bridge);
    expect(await closed).toEqual({ code: 1001, reason: 'bridge is going away' });
    expect(await bridge.exit).toEqual({ code: 0, signal: null });
    expect(performance.now() - started).toBeLessThan(2_000);
  });

  it('even when a tab does not answer the goodbye', async () => {
    const bridge = start(['--token-file', tokenFile]);
    await bridge.listening;
    const { port, token } = JSON.parse(await readFile(tokenFile, 'utf8'));
    const tab = await new FakeTab({ port, token }).connect();
    tab.pause();
    const started = performance.now();
    bridge.child.stdin.end();
    expect(await bridge.exit).toEqual({ code: 0, signal: null });
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});

it('an error that nobody foresaw ends the process with a sentence and code 1', async () => {
  const trap = 'data:text/javascript,process.on("SIGUSR2",()=>{throw new Error("surprise")})';
  const bridge = start(['--token-file', tokenFile], ['--import', trap]);
  await bridge.listening;
  bridge.child.kill('SIGUSR2');
  expect(await bridge.exit).toEqual({ code: 1, signal: null });
  expect(bridge.stderr()).toContain('Something unforeseen happened, please report it: Error: surprise');
  expect(bridge.stdout()).toBe('');
});

describe('port and token', () => {
  it('are private', async () => {
    const file = join(folder, 'a', 'b', 'bridge.json');
    const agent = await startAgent({ tokenFile: file });
    cleanUp.push(agent.close);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await stat(join(folder, 'a', 'b'))).mode & 0o777).toBe(0o700);
    expect(agent.credentials.token).toMatch(/^[\w-]{43}$/);
  });

  it('are made private again, with a new token, since others may know the old one', async () => {
    const first = await startAgent({ tokenFile });
    await first.close();
    await chmod(tokenFile, 0o644);
    const second = await startAgent({ tokenFile });
    cleanUp.push(second.close);
    expect(second.stderr()).toContain('could be read by others');
    expect((await stat(tokenFile)).mode & 0o777).toBe(0o600);
    expect(second.stderr()).toContain('with a new token');
    expect(second.credentials.port).toBe(first.credentials.port);
    expect(second.credentials.token).toMatch(/^[\w-]{43}$/);
    expect(second.credentials.token).not.toBe(first.credentials.token);
    await expect(new FakeTab(first.credentials).connect()).rejects.toThrow('401');
    const tab = await new FakeTab(second.credentials).connect();
    await tab.received('initialize');
    await tab.drop();
    expect(await readdir(folder)).toEqual(['bridge.json']);
  });

  it('are not written through a link that somebody has put there', async () => {
    const victim = join(folder, 'victim');
    await writeFile(victim, 'untouched');
    await symlink(victim, `${tokenFile}.${process.pid}.tmp`);
    await writeCredentials(tokenFile, { port: 1, token: 'x' }, new Log());
    expect(await readFile(victim, 'utf8')).toBe('untouched');
    expect((await lstat(tokenFile)).isFile()).toBe(true);
  });

  it('are replaced when the file is damaged', async () => {
    await writeFile(tokenFile, '{"port":', { mode: 0o600 });
    const agent = await startAgent({ tokenFile });
    cleanUp.push(agent.close);
    expect(agent.stderr()).toContain('is damaged');
    expect(agent.credentials.token).toMatch(/^[\w-]{43}$/);
  });

  it('are left alone when the port of last time is taken', async () => {
    const first = await startAgent({ tokenFile });
    cleanUp.push(first.close);
    const second = await startAgent({ tokenFile });
    cleanUp.push(second.close);
    expect(second.credentials).toEqual(first.credentials);
    expect(second.stderr()).toContain(`Port ${first.credentials.port}, used last time, is taken`);
    const { structuredContent } = await second.call('get_cells');
    const link = JSON.stringify(structuredContent);
    expect(link).toContain('mcpProxyPort=');
    expect(link).not.toContain(first.credentials.token);
    expect(link).not.toContain(`mcpProxyPort=${first.credentials.port}`);
  });

  it('are as asked with --port, with the token of last time', async () => {
    const first = await startAgent({ tokenFile });
    await first.close();
    const port = await freePort();
    const second = await startAgent({ tokenFile, flags: ['--port', String(port)] });
    cleanUp.push(second.close);
    const tab = await new FakeTab({ port, token: first.credentials.token }).connect();
    cleanUp.push(() => tab.drop());
    await tab.received('initialize');
  });
});

async function freePort(): Promise<number> {
  const port = await occupy();
  await cleanUp.pop()?.();
  return port;
}

describe('the command line', () => {
  const ends = async (args: string[], nodeArgs: string[] = []) => {
    const { child, exit, stderr, stdout } = start(args, nodeArgs);
    const closed = once(child, 'close');
    const { code } = await exit;
    await closed;
    return { code, stderr: stderr(), stdout: stdout() };
  };

  it('fails loudly when the port asked for is taken', async () => {
    const port = await occupy();
    const { code, stderr } = await ends(['--port', String(port), '--token-file', tokenFile]);
    expect(code).toBe(1);
    expect(stderr).toContain(`Port ${port} is taken by another process.`);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });

  it.each([
    [['--nonsense'], '--nonsense'],
    [['dance'], '"dance"'],
    [['--port', 'x'], '--port'],
    [['--port', '0'], '--port'],
    [['--tools', 'cookery'], 'cookery'],
    [['--colab-url', 'ftp://x'], '--colab-url'],
  ])('refuses %j with one line', async (args, named) => {
    const { code, stderr, stdout } = await ends(args);
    expect(code).toBe(2);
    expect(stderr).toContain(named);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(stdout).toBe('');
  });

  it('tells its version and how to use it', async () => {
    const { version } = JSON.parse(await readFile(join(import.meta.dirname, '../../package.json'), 'utf8'));
    expect(await ends(['--version'])).toMatchObject({ code: 0, stdout: `${version}\n` });
    const { code, stdout } = await ends(['--help']);
    expect(code).toBe(0);
    for (const flag of ['--port', '--token-file', '--no-browser', '--browser', '--colab-url', '--tools']) {
      expect(stdout).toContain(flag);
    }
  });

  it('offers the groups that have tools, and no others', async () => {
    const groups: ToolGroup[] = ['notebook', 'run', 'runtime', 'state', 'files', 'session'];
    const filled = new Set(tools.map(({ group }) => group));
    const { stdout } = await ends(['--help']);
    const offered = /groups of tools: (.*)\n/.exec(stdout)?.[1]?.split(', ');
    expect(new Set(offered)).toEqual(filled);
    for (const group of groups.filter((name) => !filled.has(name))) {
      const { code, stderr } = await ends(['--tools', group]);
      expect(code).toBe(2);
      expect(stderr).toContain(`there is no group "${group}"`);
    }
  });

  it('says what --save-dir does today', async () => {
    expect((await ends(['--help'])).stdout).toMatch(/--save-dir DIR +reserved/);
  });

  it('refuses an old Node with one line', async () => {
    const pretend = 'data:text/javascript,Object.defineProperty(process.versions,"node",{value:"18.19.1"})';
    const { code, stderr } = await ends([], ['--import', pretend]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^cellwire needs Node 20\.19 or newer, and this is Node 18\.19\.1\..*\n$/);
  });

  it('keeps a log in a file, without the token', async () => {
    const logFile = join(folder, 'bridge.log');
    const agent = await startAgent({
      tokenFile,
      flags: ['--log-file', logFile, '--save-dir', join(folder, 'saved')],
    });
    await agent.close();
    const log = await readFile(logFile, 'utf8');
    expect(log).toContain('Listening for notebook tabs');
    expect(log).not.toContain(agent.credentials.token);
    expect((await stat(join(folder, 'saved'))).isDirectory()).toBe(true);
  });

  it('offers only the groups asked for, and session', async () => {
    const agent = await startAgent({ tokenFile, flags: ['--tools', 'run'] });
    cleanUp.push(agent.close);
    const names = (await agent.client.listTools()).tools.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining(['open_colab_browser_connection', 'get_status', 'execute_cell']),
    );
    expect(names).not.toContain('get_cells');
    expect(await agent.call('get_cells')).toMatchObject({ isError: true });
  });
});
