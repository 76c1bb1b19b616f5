import type { ChildProcess } from 'node:child_process';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { projectRoot } from '../../scripts/setup/command.mjs';
import { callerOf, createAgent, printed } from '../support/agent.ts';
import { BRIDGE_FILE } from '../support/bridge.ts';
import type { BrowserWithExtension } from '../support/browser.ts';
import { browserPath, launchWithExtension } from '../support/browser.ts';
import type { NetworkPair } from '../support/network-pair.ts';
import { canMakeNetworks, startNetworkPair } from '../support/network-pair.ts';
import type { Forward } from '../support/port-forward.ts';
import { hasSsh, plainForward, sshForward } from '../support/port-forward.ts';
import { scratchNotebook } from '../support/stack.ts';
import type { TemporaryFolder } from '../support/temporary-folder.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const PORT = 47_811;
/** No answer at all is one, too. */
const ANSWERS_WITHIN_MS = 15_000;
const LINK = /https:\/\/\S*mcpProxyToken=\S+/;

/** The browser on one machine, the agent and its bridge on another, and nothing between them but a forwarded port. */
describe.runIf(canMakeNetworks())('a bridge on another machine', () => {
  let pair: NetworkPair;
  let folder: TemporaryFolder;
  const closers: Array<() => Promise<unknown>> = [];

  beforeEach(async () => {
    pair = startNetworkPair();
    folder = await temporaryFolder('remote');
  });
  afterEach(async () => {
    for (const close of closers.splice(0).reverse()) await close();
    pair.remove();
    await folder.remove();
  });

  async function startAgentThere(): Promise<{ client: Client; link: Promise<string> }> {
    const [command = '', ...before] = pair.server.prefix;
    const flags = ['--no-browser', '--port', String(PORT), '--colab-url', scratchNotebook()];
    const transport = new StdioClientTransport({
      command,
      args: [
        ...[...before, process.execPath, BRIDGE_FILE, ...flags],
        ...['--token-file', join(folder.path, 'token.json'), '--save-dir', folder.path],
      ],
      stderr: 'pipe',
    });
    const link = new Promise<string>((resolve) => {
      transport.stderr?.on('data', (chunk: Buffer) => {
        const found = LINK.exec(chunk.toString())?.[0];
        if (found) resolve(found);
      });
    });
    const client = new Client({ name: 'far-away', version: '1.0.0' });
    closers.push(() => client.close());
    await client.connect(transport);
    return { client, link };
  }

  async function startBrowserHere(): Promise<BrowserWithExtension> {
    const [command = '', ...before] = pair.laptop.prefix;
    const main = join(projectRoot, 'playground/server/main.ts');
    const playground = spawn(command, [...before, process.execPath, '--import', 'tsx', main, '--port', '0'], {
      cwd: projectRoot,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    closers.push(() => ended(playground));
    const [first] = await once(createInterface({ input: playground.stdout }), 'line');
    const address = z
      .object({ port: z.number(), certificatePin: z.string() })
      .parse(JSON.parse(String(first)));
    const started = join(folder.path, 'browser.sh');
    await writeFile(
      started,
      `#!/bin/sh\nexec ${pair.laptop.prefix.join(' ')} '${await browserPath()}' "$@"\n`,
    );
    await chmod(started, 0o755);
    const browser = await launchWithExtension({ playground: address, executablePath: started });
    closers.push(() => browser.close());
    return browser;
  }

  const ways: Array<[string, boolean, () => Promise<Forward>]> = [
    ['ssh -L', hasSsh, () => sshForward(pair, PORT, folder.path)],
    // Where there is no ssh, two programs that do the same.
    ['a forwarded port', !hasSsh, () => plainForward(pair, PORT)],
  ];
  for (const [name, can, forward] of ways) {
    it.runIf(can)(`is reached by ${name}: the link, the proof, calls, and what they show`, async () => {
      const { client, link } = await startAgentThere();
      const way = await forward();
      closers.push(() => way.close());
      const browser = await startBrowserHere();
      const connecting = client.callTool(
        { name: 'open_colab_browser_connection', arguments: {} },
        { timeout: 70_000 },
      );
      const page = browser.context.pages()[0] ?? (await browser.context.newPage());
      await page.goto(await link);
      expect((await connecting).structuredContent).toMatchObject({ connected: true });
      const agent = createAgent(callerOf(client));
      const cellId = await agent.addCode('print("from", "afar")');
      expect(printed(await agent.use('execute_cell', { cellId }))).toBe('from afar\n');
    });
  }

  it('is reached by nobody from outside, nor under another port than its own', async () => {
    await startAgentThere();
    const way = await plainForward(pair, PORT, PORT + 1);
    closers.push(() => way.close());
    const asked = (url: string): Promise<string> =>
      saidBy(
        pair.laptop.prefix,
        // What comes after the status is read by nobody, and would keep the program.
        `const signal = AbortSignal.timeout(${ANSWERS_WITHIN_MS});
        fetch('${url}', { signal }).then((answer) => answer.status, () => 'nothing').then((said) => {
          process.stdout.write(String(said), () => process.exit());
        });`,
      );
    expect(await asked(`http://${pair.server.address}:${PORT}/`)).toBe('nothing');
    // Addresses that lead a browser to a notebook are for the port that the bridge has.
    expect(await asked(`http://127.0.0.1:${PORT + 1}/open/x`)).toBe('403');
  });
});

async function saidBy(prefix: string[], script: string): Promise<string> {
  const [command = '', ...before] = prefix;
  const { stdout } = await promisify(execFile)(command, [...before, process.execPath, '-e', script]);
  return stdout.trim();
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const gone = once(child, 'exit');
  child.kill();
  await gone;
}
