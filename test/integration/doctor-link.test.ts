import { readFile } from 'node:fs/promises';
import { get } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { askBridge } from '../../bridge/cli/doctor/link/ask-bridge.ts';
import { linkFacts } from '../../bridge/cli/doctor/link/link-facts.ts';
import { VERSION } from '../../bridge/version.ts';
import { newKey } from '../../src/wire/keys.ts';
import type { FakeTab, FakeTabOptions } from '../support/fake-tab.ts';
import type { Agent } from '../support/mcp-stdio-client.ts';
import { startAgent } from '../support/mcp-stdio-client.ts';
import type { TemporaryFolder } from '../support/temporary-folder.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

let folder: TemporaryFolder;
let tokenFile: string;
let agent: Agent;

beforeEach(async () => {
  folder = await temporaryFolder('doctor-link');
  tokenFile = join(folder.path, 'bridge.json');
  agent = await startAgent({ tokenFile });
});
afterEach(async () => {
  await agent.close();
  await folder.remove();
});

const STATUS = {
  connected: true,
  notebook: { name: 'a', url: 'https://colab.research.google.com/drive/1', cells: 2 },
  capabilities: { read: 'cell.getText()', insert: null },
  versions: { extension: '0.0.7', colab: 'colab_1' },
};
const PAGE = { capabilities: STATUS.capabilities, cells: 2, build: 'colab_1' };

/** A tab that answers `get_status`, and counts how often it was asked. */
async function openTab(asked: string[] = [], options: Partial<FakeTabOptions> = {}): Promise<FakeTab> {
  return agent.openReady({
    tools: ['get_status', 'get_cells'],
    hello: { extensionVersion: '0.0.7' },
    onCall: async (name) => {
      asked.push(name);
      return { content: [], structuredContent: STATUS };
    },
    ...options,
  });
}

const facts = async () => linkFacts(await readFile(tokenFile, 'utf8'), undefined);

it('a bridge that runs tells what it knows, and asks its tabs nothing', async () => {
  const asked: string[] = [];
  await openTab(asked);
  const { port, holder, status } = await facts();
  expect({ port, holder }).toEqual({ port: agent.port, holder: 'bridge' });
  expect(status).toEqual({
    version: VERSION,
    pid: process.pid,
    tabs: [{ extension: { extensionVersion: '0.0.7', protocol: 3 }, isRefused: false, page: null }],
  });
  expect(asked).toEqual([]);
});

it('what the page can do is known once the agent has asked for it', async () => {
  await openTab();
  await agent.call('get_status');
  expect((await facts()).status?.tabs).toMatchObject([{ page: PAGE }]);
});

it('so it is once the agent has connected', async () => {
  await openTab();
  await agent.call('open_colab_browser_connection');
  expect((await facts()).status?.tabs).toMatchObject([{ page: PAGE }]);
});

it('a bridge tells nothing to who has no key of it', async () => {
  await openTab();
  expect(await askBridge(agent.port, [])).toEqual({ holder: 'bridge', status: null });
  expect(await askBridge(agent.port, [newKey()])).toEqual({ holder: 'bridge', status: null });
  const page = (headers: Record<string, string>) =>
    new Promise<string>((resolve, reject) => {
      get(`http://127.0.0.1:${agent.port}/status`, { headers }, (response) => {
        text(response).then((body) => resolve(`${response.statusCode} ${body}`), reject);
      }).on('error', reject);
    });
  expect(await page({})).toMatch(/^401 Only who has a key/);
  expect(await page({ Host: 'evil.example' })).toMatch(/^403 The Host header/);
});

it('where no bridge runs, a tab that waits for it is asked, and its keys stay as they were', async () => {
  const asked: string[] = [];
  const tab = await openTab(asked);
  await agent.end();
  await tab.drop();
  const before = await readFile(tokenFile, 'utf8');
  const found = facts();
  // As the extension does: it dials until somebody answers.
  await expect
    .poll(
      () =>
        tab.connect().then(
          () => true,
          () => false,
        ),
      { interval: 50 },
    )
    .toBe(true);
  const { holder, status } = await found;
  expect(holder).toBe('nobody');
  expect(status?.tabs).toEqual([
    { extension: { extensionVersion: '0.0.7', protocol: 3 }, isRefused: false, page: PAGE },
  ]);
  expect(asked).toEqual(['get_status']);
  expect(await readFile(tokenFile, 'utf8')).toBe(before);
  // The port is free again, for the bridge of the next agent.
  agent = await startAgent({ tokenFile });
  expect(JSON.parse(before)).toMatchObject({ port: agent.port });
});

it('a tab whose extension does not fit is told of, too', async () => {
  const changed = agent.listChange();
  await agent.open({ hello: { extensionVersion: '0.0.1', protocol: 1 } });
  await changed;
  expect((await facts()).status?.tabs).toMatchObject([
    { extension: { extensionVersion: '0.0.1', protocol: 1 } },
  ]);
});
