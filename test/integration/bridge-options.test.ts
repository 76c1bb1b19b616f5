import { chmod, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Agent, AgentOptions } from '../support/mcp-stdio-client.ts';
import { failureIn, linkTo, startAgent } from '../support/mcp-stdio-client.ts';
import { onPosix } from '../support/on-posix.ts';
import type { TemporaryFolder } from '../support/temporary-folder.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

let folder: TemporaryFolder;
let agents: Agent[];

beforeEach(async () => {
  agents = [];
  folder = await temporaryFolder('options');
});

afterEach(async () => {
  for (const agent of agents) await agent.close();
  await folder.remove();
});

async function start(options: AgentOptions = {}): Promise<Agent> {
  const agent = await startAgent({ tokenFile: join(folder.path, 'bridge.json'), ...options });
  agents.push(agent);
  return agent;
}

describe('port and keys', () => {
  it('are left to the bridge that has them; a second one takes others for itself', async () => {
    const first = await start();
    const second = await start();
    const { port } = first;
    expect(second.stderr()).toContain(`Port ${port}, used last time, is taken`);
    const { next } = failureIn(await second.call('get_cells'));
    expect(next).toMatch(linkTo(second.port));
    expect(second.port).not.toBe(port);
  });

  onPosix.it('are no use to whoever could read the file: no key of it counts from then on', async () => {
    const first = await start();
    const known = await first.openReady();
    await first.close();
    await chmod(join(folder.path, 'bridge.json'), 0o644);
    const second = await start();
    expect(second.port).toBe(first.port);
    await expect(known.connect()).rejects.toThrow('401');
    const tab = await second.open();
    await tab.received('initialize');
    expect(await readdir(folder.path)).toEqual(['bridge.json']);
  });
});

describe('--log-file', () => {
  it('keeps the log, without the token', async () => {
    const logFile = join(folder.path, 'bridge.log');
    const { port, call, client } = await start({ flags: ['--log-file', logFile] });
    // The link with its token is shown on stderr alone.
    const opening = call('open_colab_browser_connection');
    opening.catch(() => {});
    await client.ping();
    const log = await readFile(logFile, 'utf8');
    expect(log).toContain(`Listening for notebook tabs on port ${port}.`);
    expect(log).not.toMatch(/[\w-]{43}/);
  });
});

describe('--tools', () => {
  it('offers only the groups asked for, and session', async () => {
    const agent = await start({ flags: ['--tools', 'run'] });
    const names = (await agent.client.listTools()).tools.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining(['open_colab_browser_connection', 'get_status', 'execute_cell']),
    );
    expect(names).not.toContain('get_cells');
    expect(failureIn(await agent.call('get_cells'))).toEqual({
      kind: 'invalid_input',
      message: 'There is no tool "get_cells".',
      next: `Tools are: ${names.join(', ')}.`,
    });
  });

  it('holds for what the tab offers as well', async () => {
    const agent = await start({ flags: ['--tools', 'run'] });
    await agent.openReady({ tools: ['get_cells', 'execute_cell', 'brand_new_tool'] });
    const { tools } = await agent.client.listTools();
    const described = new Map(tools.map(({ name, description }) => [name, description]));
    expect(described.get('execute_cell')).not.toContain('of the tab');
    expect(described.has('brand_new_tool')).toBe(false);
    expect(failureIn(await agent.call('brand_new_tool')).kind).toBe('invalid_input');
  });
});
