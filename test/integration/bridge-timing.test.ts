import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import type { CallToolResult } from '@modelcontextprotocol/client';
import { Client } from '@modelcontextprotocol/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { StdioTransport } from '../../bridge/agent/stdio-transport.ts';
import { parseCommandLine } from '../../bridge/cli/command-line.ts';
import type { Timings } from '../../bridge/limits.ts';
import { TIMINGS } from '../../bridge/limits.ts';
import { Log } from '../../bridge/log.ts';
import { runBridge } from '../../bridge/run-bridge.ts';
import { HELLO_METHOD } from '../../src/wire/hello.ts';
import type { FakeTabOptions } from '../support/fake-tab.ts';
import { FakeTab } from '../support/fake-tab.ts';
import { failureIn } from '../support/mcp-stdio-client.ts';

let folder: string;
let cleanUp: Array<() => unknown>;

beforeEach(async () => {
  cleanUp = [];
  folder = await mkdtemp(join(tmpdir(), 'cellwire-timing-'));
});

afterEach(async () => {
  for (const undo of cleanUp.reverse()) await undo();
  await rm(folder, { recursive: true });
});

/** The bridge in this process, with a clock that runs faster where the test says so. */
async function start(timings: Partial<Timings>, flags: string[] = ['--no-browser']) {
  const tokenFile = join(folder, 'bridge.json');
  const command = parseCommandLine([...flags, '--token-file', tokenFile]);
  if (command.kind !== 'serve') throw new Error('The command line is for something else.');
  const [input, output] = [new PassThrough(), new PassThrough()];
  const log = new Log();
  const shown: string[] = [];
  log.info = log.warn = () => {};
  log.show = (sentence) => void shown.push(sentence);
  const bridge = await runBridge(command.options, {
    log,
    input,
    output,
    timings: { ...TIMINGS, ...timings },
  });
  const client = new Client({ name: 'cellwire-tests', version: '1.0.0' });
  let onListChange = (): void => {};
  client.setNotificationHandler('notifications/tools/list_changed', () => onListChange());
  await client.connect(new StdioTransport(output, input));
  const close = async (): Promise<void> => {
    await client.close();
    await bridge.close();
    bridge.terminate();
  };
  cleanUp.push(close);
  const credentials: { port: number; token: string } = JSON.parse(await readFile(tokenFile, 'utf8'));
  return {
    /** Ends the tab's socket and waits until the bridge has noticed. */
    drop: async (tab: FakeTab): Promise<void> => {
      const noticed = new Promise<void>((resolve) => {
        onListChange = resolve;
      });
      await tab.drop();
      await noticed;
    },
    call: (name: string): Promise<CallToolResult> => client.callTool({ name, arguments: {} }),
    open: async (options: Partial<FakeTabOptions> = {}): Promise<FakeTab> => {
      const tab = new FakeTab({ ...credentials, ...options });
      cleanUp.push(() => tab.drop());
      return tab.connect();
    },
    credentials,
    close,
    /** What the user was asked to do. */
    shown,
  };
}

/** Whether every part of a promise's fate is known. */
const isSettled = (promise: Promise<unknown>): Promise<boolean> =>
  Promise.race([promise.then(() => true), new Promise<boolean>((resolve) => setImmediate(resolve, false))]);

describe('every call ends', () => {
  it('a new one, when the tab that has just gone does not come back', async () => {
    const { call, open, drop } = await start({ comebackMs: 200 });
    const tab = await open();
    await call('get_cells');
    await drop(tab);
    const waiting = call('get_cells');
    expect(await isSettled(waiting)).toBe(false);
    expect(failureIn(await waiting).kind).toBe('not_connected');
    expect(tab.count('tools/call')).toBe(1);
    // By now the tab has been away for too long to wait for.
    const started = performance.now();
    expect(failureIn(await call('get_cells')).kind).toBe('not_connected');
    expect(performance.now() - started).toBeLessThan(100);
  });

  it('one in flight, as lost', async () => {
    const { call, open } = await start({ lostMs: 200 });
    const tab = await open({ onCall: () => new Promise(() => {}) });
    const inFlight = call('execute_cell');
    await tab.received('tools/call');
    await tab.drop();
    expect(failureIn(await inFlight).kind).toBe('lost');

    tab.onCall = async () => ({ content: [] });
    await tab.connect();
    await tab.received('initialize', 1);
    expect(await call('get_cells')).toMatchObject({ content: [] });
  });

  it('one for a connection, with the link; and the tab may still come', async () => {
    const { call, open, credentials } = await start({ connectMs: 200 });
    const { structuredContent } = await call('open_colab_browser_connection');
    const { port, token } = credentials;
    expect(structuredContent).toMatchObject({
      result: false,
      connected: false,
      url: expect.stringContaining(`#mcpProxyToken=${token}&mcpProxyPort=${port}`),
      message: expect.stringContaining('Ask the user to open the url'),
    });

    const tab = await open();
    await tab.received('tools/list');
    expect(await call('get_cells')).not.toHaveProperty('isError');
  });
});

describe('a peer that says nothing', () => {
  it('to our hello is taken for a stranger', async () => {
    const { call, open } = await start({ helloMs: 100 });
    const tab = await open({ ignores: [HELLO_METHOD] });
    expect(await call('get_cells')).not.toHaveProperty('isError');
    expect(tab.count('initialize')).toBe(1);
  });

  it('to initialize is sent away', async () => {
    const { call, open } = await start({ initializeMs: 100, comebackMs: 300 });
    const tab = await open({ ignores: ['initialize'] });
    const waiting = call('get_cells');
    expect(await tab.closed()).toEqual({ code: 1011, reason: 'initialize failed' });
    expect(failureIn(await waiting).kind).toBe('not_connected');
  });

  it('to two pings is dead, and makes room for the next', async () => {
    const { call, open } = await start({ pingMs: 50, comebackMs: 500 });
    const dead = await open({ autoPong: false });
    await dead.received('tools/list');
    expect((await dead.closed()).code).toBe(1006);
    expect(failureIn(await call('get_cells')).kind).toBe('not_connected');
    const alive = await open();
    expect(await call('get_cells')).not.toHaveProperty('isError');
    expect(alive.count('tools/call')).toBe(1);
  });
});

it('a tab that has dropped keeps its place for so long and no longer', async () => {
  const { call, open, drop } = await start({ comebackMs: 500 });
  const first = await open();
  await call('get_cells');
  await drop(first);
  const second = await open();
  expect((await second.closed()).code).toBe(1013);
  expect(failureIn(await call('get_cells')).kind).toBe('not_connected');
  await second.connect();
  await second.received('tools/list');
  expect(await call('get_cells')).not.toHaveProperty('isError');
  expect(second.count('tools/call')).toBe(1);
});

it('a call after a goodbye does not wait', async () => {
  const { call, open } = await start({ comebackMs: 10_000 });
  const tab = await open();
  await call('get_cells');
  await tab.leave();
  const started = performance.now();
  expect(failureIn(await call('get_cells')).kind).toBe('not_connected');
  expect(performance.now() - started).toBeLessThan(2_000);
});

describe('after a restart, for the tab that dials in by itself', () => {
  /** A browser that does not open is told of: so one can see whether it was tried. */
  const BROWSER = ['--browser', 'false'];

  async function restart(timings: Partial<Timings>, flags?: string[]) {
    const before = await start({});
    await before.close();
    const after = await start(timings, flags);
    expect(after.credentials).toEqual(before.credentials);
    return after;
  }

  it('a call waits', async () => {
    const { call, open } = await restart({});
    const waiting = call('get_cells');
    expect(await isSettled(waiting)).toBe(false);
    await open();
    expect(await waiting).not.toHaveProperty('isError');
  });

  it('a call waits only so long, and later ones not at all', async () => {
    const { call } = await restart({ returnForCallMs: 1_000 });
    const started = performance.now();
    expect(failureIn(await call('get_cells')).kind).toBe('not_connected');
    const waited = performance.now() - started;
    expect(waited).toBeGreaterThan(100);
    expect(failureIn(await call('get_cells')).kind).toBe('not_connected');
    expect(performance.now() - started - waited).toBeLessThan(500);
  });

  it('a connection waits, and no second tab is opened', async () => {
    const { call, open, shown } = await restart({}, BROWSER);
    const waiting = call('open_colab_browser_connection');
    expect(await isSettled(waiting)).toBe(false);
    await open();
    expect((await waiting).structuredContent).toMatchObject({ result: true, connected: true });
    expect(shown).toEqual([]);
  });

  it('a link that the user opens is shown at once', async () => {
    const { call, open, shown } = await restart({});
    const waiting = call('open_colab_browser_connection');
    await expect.poll(() => shown).toHaveLength(1);
    await open();
    expect((await waiting).structuredContent).toMatchObject({ result: true, connected: true });
  });

  it('a connection waits only so long', async () => {
    const { call, open, shown } = await restart({ returnForOpeningMs: 100, connectMs: 100 }, BROWSER);
    expect((await call('open_colab_browser_connection')).structuredContent).toMatchObject({ result: false });
    expect(shown).toHaveLength(1);
    // A tab that came and went is no tab of last time.
    const tab = await open();
    await tab.received('tools/list');
    await call('get_cells');
    await tab.leave();
    expect(failureIn(await call('get_cells')).kind).toBe('not_connected');
  });
});
