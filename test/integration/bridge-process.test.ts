import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, symlink } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { splitConnectionUrl } from '../../src/wire/connection-url.ts';
import type { RunningBridge } from '../support/bridge.ts';
import { BRIDGE_FILE, startBridge } from '../support/bridge.ts';
import type { FakeTabOptions } from '../support/fake-tab.ts';
import { FakeTab } from '../support/fake-tab.ts';
import { onPosix } from '../support/on-posix.ts';
import type { TemporaryFolder } from '../support/temporary-folder.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

let folder: TemporaryFolder;
let tokenFile: string;
let cleanUp: Array<() => unknown>;

beforeEach(async () => {
  cleanUp = [];
  folder = await temporaryFolder('process');
  tokenFile = join(folder.path, 'bridge.json');
});

afterEach(async () => {
  for (const undo of cleanUp) await undo();
  await folder.remove();
});

const OPENING = [
  {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'agent', version: '1' } },
  },
  { jsonrpc: '2.0', method: 'notifications/initialized' },
  { jsonrpc: '2.0', id: 2, method: 'tools/list' },
  // Its answer names the port, which is opened after the agent is served.
  { jsonrpc: '2.0', id: 3, method: 'tools/call', params: { name: 'get_cells', arguments: {} } },
]
  .map((message) => `${JSON.stringify(message)}\n`)
  .join('');

/** The built file as a child process, without a client. */
function start(args: string[], nodeArgs: string[] = [], file = BRIDGE_FILE, env = process.env) {
  const child = spawn(process.execPath, [...nodeArgs, file, ...args], { env });
  cleanUp.push(() => child.kill('SIGKILL'));
  let [stderr, stdout] = ['', ''];
  child.stdout.on('data', (chunk) => {
    stdout += chunk;
  });
  const listening = new Promise<void>((resolve) => {
    child.stderr.on('data', (chunk) => {
      stderr += chunk;
      if (stderr.includes('Listening')) resolve();
    });
  });
  const exit = once(child, 'close').then(([code, signal]: unknown[]) => ({ code, signal }));
  return { child, exit, listening, stderr: () => stderr, stdout: () => stdout };
}

/** What it says and how it ends when it does so by itself. */
async function ends(args: string[], nodeArgs: string[] = []) {
  const { exit, stderr, stdout } = start(args, nodeArgs);
  const { code } = await exit;
  return { code, stderr: stderr(), stdout: stdout() };
}

/** A tab that opens this address, and that the bridge has taken in. */
async function openTab(address: string, options: Partial<FakeTabOptions> = {}): Promise<FakeTab> {
  const { caller } = splitConnectionUrl(address);
  if (!caller) throw new Error(`The address connects nothing: ${address}`);
  const { port, token } = caller.credentials;
  const tab = await new FakeTab({ port, token: () => token, ...options }).connect();
  await tab.received('tools/list');
  return tab;
}

/** The address that a call without a tab is answered with. */
async function addressOf({ child, stdout }: ReturnType<typeof start>): Promise<string> {
  child.stdin.write(OPENING);
  for (;;) {
    const found = /https:[^"\s\\]+mcpProxyPort[^"\s\\]+/.exec(stdout())?.[0];
    if (found) return found;
    await once(child.stdout, 'data');
  }
}

describe('the process ends with code 0 and says goodbye to tabs', () => {
  const ways: Array<[string, (bridge: ReturnType<typeof start>) => void]> = [
    ['when stdin ends', ({ child }) => child.stdin.end()],
    [
      'when nobody reads stdout',
      ({ child }) => {
        child.stdout.destroy();
        child.stdin.write('{"jsonrpc":"2.0","id":1,"method":"ping"}\n');
      },
    ],
  ];

  async function leaves(leave: (bridge: ReturnType<typeof start>) => void): Promise<void> {
    const bridge = start(['--token-file', tokenFile]);
    await bridge.listening;
    const closed = (await openTab(await addressOf(bridge))).closed();
    leave(bridge);
    expect(await closed).toEqual({ code: 1001, reason: 'bridge is going away' });
    expect(await bridge.exit).toEqual({ code: 0, signal: null });
  }

  it.each(ways)('%s', (_when, leave) => leaves(leave));

  onPosix.it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('on %s', (signal) =>
    leaves(({ child }) => child.kill(signal)),
  );

  it('even when a tab does not answer the goodbye', async () => {
    const bridge = start(['--token-file', tokenFile]);
    await bridge.listening;
    (await openTab(await addressOf(bridge))).pause();
    bridge.child.stdin.end();
    expect(await bridge.exit).toEqual({ code: 0, signal: null });
  });
});

onPosix.it('without a home folder it listens all the same, keeps nothing, and says so', async () => {
  const { XDG_CONFIG_HOME: _, ...others } = process.env;
  const bridge = start(['--no-browser'], [], BRIDGE_FILE, { ...others, HOME: '' });
  await bridge.listening;
  expect(bridge.stderr()).toContain('There is no home folder to keep port and keys in');
  bridge.child.stdin.end();
  expect(await bridge.exit).toEqual({ code: 0, signal: null });
});

onPosix.it('an error that nobody foresaw ends the process with a sentence and code 1', async () => {
  const trap = 'data:text/javascript,process.on("SIGUSR2",()=>{throw new Error("surprise")})';
  const bridge = start(['--token-file', tokenFile], ['--import', trap]);
  await bridge.listening;
  bridge.child.kill('SIGUSR2');
  expect(await bridge.exit).toEqual({ code: 1, signal: null });
  expect(bridge.stderr()).toContain('Something unforeseen happened, please report it: Error: surprise');
  expect(bridge.stdout()).toBe('');
});

onPosix.it(
  'an agent that says all it has to say at once, and goes, is answered before the process ends',
  async () => {
    // Through a link, as npm puts one among its commands: the other files of the bridge are found all the same.
    const link = join(folder.path, 'cellwire');
    await symlink(BRIDGE_FILE, link);
    const bridge = start(['--token-file', tokenFile], [], link);
    bridge.child.stdin.end(OPENING);
    expect(await bridge.exit).toEqual({ code: 0, signal: null });
    const answers = bridge.stdout().trim().split('\n');
    expect(answers.map((line): unknown => JSON.parse(line))).toEqual([
      { jsonrpc: '2.0', id: 1, result: expect.objectContaining({ protocolVersion: '2025-06-18' }) },
      { jsonrpc: '2.0', id: 2, result: { tools: expect.any(Array) } },
      { jsonrpc: '2.0', id: 3, result: expect.objectContaining({ isError: true }) },
    ]);
    expect(answers[2]).toContain('not_connected');
  },
);

describe('the built file serves an agent, as an MCP client starts it', () => {
  async function serve(options: Partial<FakeTabOptions> = {}): Promise<RunningBridge> {
    const bridge = await startBridge({ colabUrl: 'https://colab.research.google.com/drive/1', tokenFile });
    cleanUp.push(bridge.close);
    expect(await bridge.connect((address) => openTab(address, options))).toBe(true);
    return bridge;
  }

  it('with tools and their results', async () => {
    const { client, log } = await serve();
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('get_cells');
    const { content } = await client.callTool({ name: 'get_cells', arguments: {} });
    expect(content).toEqual([{ type: 'text', text: 'get_cells done' }]);
    await expect.poll(log).toContain('A tab is connected (Cellwire 0.0.0-fake).');
  });

  it('with 30 MB to the tab, and 5 MB back', async () => {
    const { client } = await serve({
      onCall: async (_name, { args }) => ({
        content: [{ type: 'text', text: String(args.code).slice(-5_000_000) }],
      }),
    });
    const code = `${'x'.repeat(25_000_000)}${'y'.repeat(5_000_000)}`;
    const { content } = await client.callTool({ name: 'add_code_cell', arguments: { code } });
    expect(content).toEqual([{ type: 'text', text: 'y'.repeat(5_000_000) }]);
  });
});

describe('the command line', () => {
  it('fails loudly when the port asked for is taken', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    cleanUp.push(() => server.close());
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('The server has no port.');
    const args = ['--port', String(address.port), '--token-file', tokenFile];
    const failed = {
      code: 1,
      stderr: `cellwire: error: Port ${address.port} is taken by another process. Choose another with --port, or leave --port out.\n`,
    };
    expect(await ends(args)).toEqual({ ...failed, stdout: '' });

    // Also where the agent has had its first answer by then.
    const bridge = start(args);
    bridge.child.stdin.write(OPENING);
    expect(await bridge.exit).toEqual({ code: 1, signal: null });
    expect(bridge.stderr()).toBe(failed.stderr);
    expect(bridge.stdout()).toContain('"id":1,"result"');
  });

  it('is refused with one line when it cannot be understood', async () => {
    expect(await ends(['dance'])).toEqual({
      code: 2,
      stderr: 'cellwire: There is no command "dance". Try "cellwire --help".\n',
      stdout: '',
    });
  });

  it('tells its version and how to use it', async () => {
    const { version } = JSON.parse(await readFile(join(import.meta.dirname, '../../package.json'), 'utf8'));
    expect(await ends(['--version'])).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
    const { code, stdout, stderr } = await ends(['--help']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('Usage: cellwire [options]');
  });

  it('refuses an old Node with one line', async () => {
    const pretend = 'data:text/javascript,Object.defineProperty(process.versions,"node",{value:"18.19.1"})';
    const { code, stderr } = await ends([], ['--import', pretend]);
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^cellwire needs Node 20\.19, or 22\.12 and newer, and this is Node 18\.19\.1\..*\n$/,
    );
  });
});
