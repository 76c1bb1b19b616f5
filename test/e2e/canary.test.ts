import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { Page } from 'playwright';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TabLink } from '../../background/tab-links.ts';
import { keyIn } from '../../src/wire/keys.ts';
import type { Paired } from '../../src/wire/messages.ts';
import { tabStateKey } from '../../src/wire/pushed-state.ts';
import { callerOf, createAgent } from '../support/agent.ts';
import { BRIDGE_FILE } from '../support/bridge.ts';
import { SCRATCH, useBrowser } from '../support/open-notebook.ts';
import { openPopup, tabIdOf } from '../support/popup-page.ts';
import type { TemporaryFolder } from '../support/temporary-folder.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** What a browser is started as here: it notes what it was started with, and stays as long as the test. */
const FAKE_BROWSER = `
  const { writeFileSync, renameSync } = require('node:fs');
  const [, , out] = process.argv;
  writeFileSync(out + '.new', JSON.stringify({ pid: process.pid, url: process.argv.at(-1) }));
  renameSync(out + '.new', out);
  setTimeout(() => {}, 60000);
`;

const tellsProcesses = process.platform === 'linux';
const opened = useBrowser();
let folder: TemporaryFolder;
let cleanUp: Array<() => unknown>;

beforeEach(async () => {
  folder = await temporaryFolder('canary');
  cleanUp = [() => folder.remove()];
});
afterEach(async () => {
  for (const undo of cleanUp.reverse()) await undo();
});

interface Started {
  client: Client;
  pid: number;
  tokenFile: string;
  logFile: string;
  stderr: () => string;
  /** All that the agent was told. */
  transcript: string[];
  /** What the browser was started with. */
  launched: () => { pid: number; url: string };
}

async function startBridge(): Promise<Started> {
  const [script, noted] = [join(folder.path, 'browser.cjs'), join(folder.path, 'launched.json')];
  // A folder that the bridge makes.
  const tokenFile = join(folder.path, 'config', 'bridge.json');
  const logFile = join(folder.path, 'bridge.log');
  writeFileSync(script, FAKE_BROWSER);
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [
      ...[BRIDGE_FILE, '--token-file', tokenFile, '--log-file', logFile, '--colab-url', SCRATCH],
      ...['--browser', `${process.execPath} ${script} ${noted}`],
    ],
    stderr: 'pipe',
  });
  let stderr = '';
  transport.stderr?.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  const client = new Client({ name: 'canary', version: '1.0.0' });
  cleanUp.push(() => client.close());
  await client.connect(transport);
  const transcript: string[] = [];
  const { onmessage } = transport;
  transport.onmessage = (message) => {
    transcript.push(JSON.stringify(message));
    onmessage?.(message);
  };
  const launched = () => JSON.parse(readFileSync(noted, 'utf8'));
  cleanUp.push(() => existsSync(noted) && process.kill(launched().pid));
  return { client, pid: transport.pid ?? 0, tokenFile, logFile, stderr: () => stderr, transcript, launched };
}

/** What everybody on the machine, or every program of the user's, can read of a process. */
const processText = (pid: number): string =>
  tellsProcesses
    ? ['cmdline', 'environ'].map((name) => readFileSync(`/proc/${pid}/${name}`, 'utf8')).join('\n')
    : '';

/** All that a script of the page can get at without asking: but for what the browser keeps of how it came here. */
function pageText(page: Page): Promise<{ kept: string; journey: string }> {
  return page.evaluate(() => {
    const seen = new Set<unknown>();
    const texts: string[] = [];
    const collect = (value: unknown, depth: number): void => {
      if (typeof value === 'string') texts.push(value);
      if (typeof value === 'function') texts.push(String(value));
      if (typeof value !== 'object' || value === null || seen.has(value) || depth > 4) return;
      if (value instanceof Node || value instanceof Performance) return;
      seen.add(value);
      for (const name of Reflect.ownKeys(value)) {
        texts.push(String(name));
        try {
          collect(Reflect.get(value, name), depth + 1);
        } catch {
          // A getter that wants another object.
        }
      }
    };
    const standard = new Set(['performance', 'navigation', 'document', 'frames', 'self', 'top', 'parent']);
    for (const name of Reflect.ownKeys(window)) {
      if (typeof name === 'string' && standard.has(name)) continue;
      collect(Reflect.get(window, name), 0);
    }
    texts.push(document.documentElement.outerHTML, document.cookie, document.referrer, location.href);
    texts.push(JSON.stringify(localStorage), JSON.stringify(sessionStorage), JSON.stringify(history.state));
    const journey =
      JSON.stringify(performance.getEntries()) + performance.getEntriesByType('navigation')[0]?.name;
    return { kept: texts.join('\n'), journey };
  });
}

describe('the secrets of a connection', () => {
  it('are with the bridge and the extension, and in no other place', async () => {
    const bridge = await startBridge();
    const { client, transcript } = bridge;
    const agent = createAgent(callerOf(client));
    const page = await opened().newPage();
    cleanUp.push(() => page.close());
    const said: string[] = [];
    page.on('console', (message) => said.push(message.text()));

    // The bridge starts a browser, which goes where it is told.
    const connecting = agent.use('open_colab_browser_connection');
    await expect.poll(() => existsSync(join(folder.path, 'launched.json'))).toBe(true);
    const { url, pid } = bridge.launched();
    const processes = processText(pid) + processText(bridge.pid);
    let address = '';
    page.on('request', (request) => {
      if (request.isNavigationRequest() && request.url().includes('mcpProxyToken')) address = request.url();
    });
    await page.goto(url);
    expect(await connecting).toMatchObject({ connected: true });

    // Work, failures, a refusal.
    const cellId = await agent.addCode('print(6 * 7)');
    await agent.use('execute_cell', { cellId });
    await agent.fail('execute_cell', { cellId: 'none' });
    await agent.fail('get_cells', { notebook: 'no such notebook' });
    await agent.ask('list_notebooks', {});
    await client.listTools();
    await client.listResources();
    await expect(client.readResource({ uri: 'cellwire://none/cells' })).rejects.toThrow();

    const worker = await opened().browser.serviceWorker();
    const local = await worker.evaluate(() => chrome.storage.local.get<{ knownServers?: Paired[] }>());
    const session = await worker.evaluate(() => chrome.storage.session.get<{ links?: TabLink[] }>());
    const { keys }: { keys: string[] } = JSON.parse(readFileSync(bridge.tokenFile, 'utf8'));
    const lasting = keys.map((key) => keyIn(key)?.secret ?? '');
    const [link] = session.links ?? [];
    // Both have it, and nobody said it.
    expect(lasting).toHaveLength(1);
    expect(link?.paired?.key.secret).toBe(lasting[0]);
    expect(local.knownServers?.map(({ key }) => key.secret)).toEqual(lasting);
    const code = keyIn(link?.credentials.token ?? '')?.secret ?? '';
    expect(code).toHaveLength(43);

    const popup = await openPopup(await tabIdOf(page, opened().browser), opened().browser);
    cleanUp.push(() => popup.close());
    await popup.getByRole('button', { name: 'Disconnect' }).click();
    expect(await agent.fail('get_cells')).toMatchObject({ kind: 'denied' });
    await expect.poll(() => popup.content()).toContain('Connect again');
    const { kept, journey } = await pageText(page);
    await client.close();

    const pushed = Object.entries(session).filter(([key]) => key.startsWith(tabStateKey(0).slice(0, -1)));
    expect(pushed).not.toEqual([]);
    const places: Record<string, string> = {
      ...{ stderr: bridge.stderr(), log: readFileSync(bridge.logFile, 'utf8'), processes },
      ...{ transcript: transcript.join('\n'), console: said.join('\n'), popup: await popup.content() },
      ...{ page: kept, journey, address, 'pushed state': JSON.stringify(pushed) },
    };
    expect(places.log).toContain('A tab is connected');
    expect(places.transcript).toContain('print(6 * 7)');
    const holding = (secret: string): string[] =>
      Object.keys(places).filter((name) => places[name]?.includes(secret));
    // The lasting one is nowhere at all; the code, which is void, in what the browser keeps of the visit.
    expect(holding(lasting[0] ?? '?')).toEqual([]);
    expect(holding(code).filter((name) => name !== 'address')).toEqual(['journey']);
    // Whatever else of the kind the agent was given is in links, and works once.
    const secrets = /(\w*)=?[\w-]{16}\.[\w-]{43}(?![\w-])/g;
    for (const [, name] of (places.transcript ?? '').matchAll(secrets)) {
      expect(['mcpProxyToken', 'cellwireProof']).toContain(name);
    }
    for (const name of ['stderr', 'log', 'processes', 'popup', 'console', 'page', 'pushed state']) {
      expect([name, places[name]?.match(secrets) ?? []]).toEqual([name, []]);
    }
    if (process.platform === 'win32') return;
    const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);
    expect(modeOf(bridge.tokenFile)).toBe('600');
    expect(modeOf(join(bridge.tokenFile, '..'))).toBe('700');
    expect(modeOf(bridge.logFile)).toBe('600');
  });
});
