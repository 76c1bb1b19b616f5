import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import type { Client } from '@modelcontextprotocol/client';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Agent } from '../support/agent.ts';
import { callerOf, createAgent } from '../support/agent.ts';
import { allowAll } from '../support/allow-all.ts';
import { BRIDGE_FILE, startBridge } from '../support/bridge.ts';
import type { BrowserWithExtension } from '../support/browser.ts';
import { launchWithExtension } from '../support/browser.ts';
import {
  callEveryTool,
  everyTool,
  everyToolName,
  expectedEndings,
  SENT_FILE,
} from '../support/every-tool.ts';
import { joinOverHttp } from '../support/http-bridge.ts';
import type { HttpProgram } from '../support/http-program.ts';
import { startHttpProgram } from '../support/http-program.ts';
import type { Playground } from '../support/playground.ts';
import { startTestPlayground } from '../support/playground.ts';
import { Problems } from '../support/problems.ts';
import { scratchNotebook } from '../support/stack.ts';
import type { TemporaryFolder } from '../support/temporary-folder.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** A Python with the official MCP client; `pip install mcp` in a virtual environment gives one. */
const python = process.env.CELLWIRE_MCP_PYTHON ?? 'python3';
const hasPython = spawnSync(python, ['-c', 'from mcp import Client; import httpx2']).status === 0;
const LINK = /https:\/\/\S*mcpProxyToken=\S+/;
const LONG_MS = 120_000;

let playground: Playground;
let browser: BrowserWithExtension;
let problems: Problems;
let page: Page;
let folder: TemporaryFolder;
let program: HttpProgram;

beforeAll(async () => {
  folder = await temporaryFolder('every-client');
  await writeFile(join(folder.path, SENT_FILE), 'a text');
  playground = await startTestPlayground();
  browser = await launchWithExtension({ playground });
  problems = await Problems.watch(browser.context);
  page = browser.context.pages()[0] ?? (await browser.context.newPage());
  program = await startHttpProgram([
    ...['--token-file', join(folder.path, 'tabs.json'), '--http-token-file', join(folder.path, 'http.json')],
    ...['--colab-url', scratchNotebook(), '--save-dir', folder.path],
  ]);
}, LONG_MS);
afterAll(async () => {
  await program.end();
  await browser.close();
  await playground.close();
  await folder.remove();
});

/** In a tab of its own: the one before belongs to another agent. */
async function visit(link: string): Promise<void> {
  const before = page;
  page = await browser.context.newPage();
  await before.close();
  await page.goto(link);
  await allowAll({ browser, page });
}

/** Opens the next link that is printed, as the user does. */
function opener(): (text: string) => void {
  const seen = new Set<string>();
  let isFirst = true;
  return (text) => {
    const links = [...text.matchAll(new RegExp(LINK, 'g'))].map(([link]) => link);
    // What was printed before now is used up.
    for (const link of links) {
      if (!isFirst && !seen.has(link)) void visit(link);
      seen.add(link);
    }
    isFirst = false;
  };
}

const endingsBy = (client: Client) =>
  callEveryTool((name, args) => client.callTool({ name, arguments: args }, { timeout: LONG_MS }));

const listedBy = async (client: Client): Promise<string[]> =>
  (await client.listTools()).tools.map(({ name }) => name).sort();

/** Lets the Python client do the same, and opens the link that it or its bridge prints. */
async function byPython(server: Record<string, unknown>): Promise<unknown> {
  const child = spawn(python, [join(import.meta.dirname, '../support/python/call_every_tool.py')]);
  const open = opener();
  open('');
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString();
    open(said);
  });
  child.stdin.end(JSON.stringify({ ...server, plan: everyTool }));
  const [answer] = await Promise.all([json(child.stdout).catch(() => new Error(said)), once(child, 'close')]);
  return answer;
}

const asExpected = { tools: everyToolName, endings: expectedEndings };

describe('every tool', () => {
  it('is in the job', () => {
    expect(everyTool.map(({ name }) => name).sort()).toEqual(everyToolName);
  });

  it('is used by two agents in one notebook, each told what the other did', async () => {
    const stop = program.onText(opener());
    const [ada, bob] = [
      await joinOverHttp(program.url, program.token, 'Ada'),
      await joinOverHttp(program.url, program.token, 'Bob'),
    ];
    const [first, second] = [ada, bob].map(({ client }) => createAgent(callerOf(client)));
    if (!first || !second) throw new Error('There are two.');
    await first.use('open_colab_browser_connection');
    const cellId = await second.addCode('z = 1');
    const told = async (agent: Agent, tool: string): Promise<unknown> => (await agent.use(tool)).notices;
    expect(await told(first, 'get_cells')).toContain(`Bob added cell ${cellId}.`);
    await first.use('update_cell', { cellId, content: 'z = 2' });
    expect(await told(second, 'get_status')).toContain(`Ada edited cell ${cellId}.`);
    // It has been told, but has not seen it.
    expect(await second.fail('update_cell', { cellId, content: 'z = 3' })).toMatchObject({
      kind: 'conflict',
    });
    stop();
    for (const { client, transport } of [ada, bob]) {
      await transport.terminateSession();
      await client.close();
    }
    expect(problems.found).toEqual([]);
  });

  it('is listed and called over HTTP', { timeout: LONG_MS }, async () => {
    const stop = program.onText(opener());
    const { client, transport } = await joinOverHttp(program.url, program.token, 'TypeScript');
    expect({ tools: await listedBy(client), endings: await endingsBy(client) }).toEqual(asExpected);
    stop();
    await transport.terminateSession();
    await client.close();
    expect(problems.found).toEqual([]);
  });

  it('is listed and called over stdio', { timeout: LONG_MS }, async () => {
    const bridge = await startBridge({ colabUrl: scratchNotebook(), saveDir: folder.path });
    await bridge.connect(visit);
    expect({ tools: await listedBy(bridge.client), endings: await endingsBy(bridge.client) }).toEqual(
      asExpected,
    );
    await bridge.close();
    expect(problems.found).toEqual([]);
  });

  it.runIf(hasPython)(
    'is listed and called by the Python client over HTTP',
    { timeout: LONG_MS },
    async () => {
      const stop = program.onText(opener());
      expect(await byPython({ url: program.url, token: program.token })).toEqual(asExpected);
      stop();
    },
  );

  it.runIf(hasPython)(
    'is listed and called by the Python client over stdio',
    { timeout: LONG_MS },
    async () => {
      const flags = ['--token-file', join(folder.path, 'python.json'), '--save-dir', folder.path];
      const args = [BRIDGE_FILE, '--no-browser', '--colab-url', scratchNotebook(), ...flags];
      expect(await byPython({ command: process.execPath, args })).toEqual(asExpected);
    },
  );
});
