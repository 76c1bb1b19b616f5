import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { parse as parseJson } from 'jsonc-parser';
import { parse as parseToml } from 'smol-toml';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clients } from '../../bridge/cli/clients/catalogue.ts';
import type { Client as McpClient } from '../../bridge/cli/clients/client.ts';
import { configFileOf, findClient, serverOf } from '../../bridge/cli/clients/find-clients.ts';
import type { Machine } from '../../bridge/cli/clients/machine.ts';
import card from '../../package.json' with { type: 'json' };
import { forWebStore } from '../../scripts/package/extension-zip.ts';
import { filesIn, zip } from '../../scripts/package/zip-folder.ts';
import { CLIENT_FILES } from '../support/client-schemas.ts';
import { type InstalledPackage, installPackage } from '../support/installed-package.ts';

let installed: InstalledPackage;
const machine = (): Machine => ({ platform: process.platform, env: {}, home: installed.home });
const read = (file: string): Promise<string> => readFile(file, 'utf8');

beforeAll(async () => {
  installed = await installPackage();
}, 120_000);
afterAll(() => installed?.remove());

/** Files as users have them, with what their client allows. */
const OWN_FILES: Record<McpClient['format'], (servers: string) => string> = {
  json: (servers) =>
    servers === 'servers'
      ? '{\n\t// mine\n\t"inputs": [],\n\t"servers": {\n\t\t"a": { "type": "stdio", "command": "b" }, // keep\n\t},\n}\n'
      : `{\n    "theme": "dark",\n    "${servers}": {\n        "a": {"type": "stdio", "command": "b", "args": []}\n    }\n}`,
  toml: () => '# mine\nmodel = "o5"   # fast\n\n[mcp_servers.a]\ncommand = "b"\n',
};
/** Only these document `type`. */
const ownFile = (client: McpClient): string => {
  const text = OWN_FILES[client.format](client.servers);
  return 'type' in client.entry({ command: '', args: [] }) ? text : text.replace('"type": "stdio", ', '');
};

const parsed = (client: McpClient, text: string): unknown =>
  client.format === 'toml' ? parseToml(text) : parseJson(text, [], { allowTrailingComma: true });

it('is small, and its program says its version and what it can do', async () => {
  expect((await stat(installed.tarball)).size).toBeLessThan(5_000_000);
  const extension = await filesIn(join(installed.folder, 'dist', 'extension'));
  expect(zip(forWebStore(extension)).length).toBeLessThan(1_000_000);
  expect(await installed.cellwire('--version')).toEqual({ code: 0, stdout: `${card.version}\n`, stderr: '' });
  const { stdout } = await installed.cellwire('--help');
  expect(stdout).toContain('cellwire setup');
  expect(await installed.cellwire('nonsense')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('nonsense'),
  });
});

it('finds no agents in an empty home, and says so', async () => {
  const listed = await installed.cellwire('setup');
  expect(listed.code).toBe(0);
  for (const { id } of clients) expect(listed.stdout).toContain(id);
  expect(await readdir(installed.home)).not.toContain('.local');
});

it('unpacks the extension for all agents that are here, also where there are none', async () => {
  const all = await installed.cellwire('setup', 'all');
  expect(all).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('No agent that Cellwire knows is here'),
  });
  expect(all.stdout).toMatch(/^Extension .*: unpacked to /m);
  expect((await installed.cellwire('setup', 'all', '--remove')).stdout).toContain('Deleted');
  expect((await installed.cellwire('setup', 'all', '--remove')).stdout).toBe(
    'There is nothing of Cellwire to take out.\n',
  );
});

describe.each(clients.map((client) => [client.name, client] as const))('setup for %s', (_, client) => {
  it('makes a file that the client takes, changes nothing the second time, and leaves nothing behind', async () => {
    const file = configFileOf(client, machine());
    const first = await installed.cellwire('setup', client.id);
    expect(first).toMatchObject({ code: 0, stderr: '' });
    const written = await read(file);
    CLIENT_FILES[client.id].parse(parsed(client, written));
    const second = await installed.cellwire('setup', client.id);
    expect(second).toMatchObject({ code: 0, stdout: expect.stringContaining('nothing to do') });
    expect(await read(file)).toBe(written);
    expect(await installed.cellwire('setup', client.id, '--remove')).toMatchObject({ code: 0 });
    await expect(stat(file)).rejects.toThrow('ENOENT');
  });

  it("adds to the user's own file, starts, and gives it back byte for byte", async () => {
    const file = configFileOf(client, machine());
    const before = ownFile(client);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, before, { mode: 0o640 });

    const dry = await installed.cellwire('setup', client.id, '--dry-run');
    expect(dry).toMatchObject({ code: 0, stdout: expect.stringContaining('would be added') });
    expect(await read(file)).toBe(before);

    await installed.cellwire('setup', client.id);
    const written = await read(file);
    CLIENT_FILES[client.id].parse(parsed(client, written));
    expect(await read(`${file}.before-cellwire`)).toBe(before);
    expect((await installed.cellwire('setup', client.id)).stdout).toContain('nothing to do');
    expect(await read(file)).toBe(written);
    expect(await initialized(client)).toBe('cellwire');

    await installed.cellwire('setup', client.id, '--remove');
    expect(await read(file)).toBe(before);
    if (process.platform !== 'win32') expect((await stat(file)).mode & 0o777).toBe(0o640);
    await expect(stat(`${file}.before-cellwire`)).rejects.toThrow('ENOENT');
  });

  it('takes out only its own entry of a file that was changed since', async () => {
    const file = configFileOf(client, machine());
    const before = ownFile(client);
    await writeFile(file, before);
    await installed.cellwire('setup', client.id);
    const later = (text: string): string => text.replace('"b"', '"c"');
    await writeFile(file, later(await read(file)));
    await installed.cellwire('setup', client.id, '--remove');
    expect(await read(file)).toBe(later(before));
  });
});

it('leaves a file that it cannot read as it is, and prints what to paste', async () => {
  const [client] = clients;
  if (!client) throw new Error();
  const file = configFileOf(client, machine());
  await writeFile(file, '{ "mcpServers": ');
  const { code, stdout, stderr } = await installed.cellwire('setup', client.id, '--no-extension');
  expect(code).toBe(1);
  expect(stderr).toMatch(/not valid JSON.*line 1/);
  expect(stdout).toContain('"cellwire": {');
  expect(await read(file)).toBe('{ "mcpServers": ');
});

it('unpacks the extension to a folder that stays, and takes it away with everything else', async () => {
  const { stdout } = await installed.cellwire('setup', 'cursor');
  const folder = /(\S+extension)$/m.exec(stdout)?.[1] ?? '';
  const manifest = JSON.parse(await read(join(folder, 'manifest.json')));
  expect(manifest).toMatchObject({ name: 'Cellwire', version: card.version });
  await writeFile(join(folder, 'of-an-older-version.js'), '');
  expect((await installed.cellwire('setup', 'cursor')).stdout).toContain('updated in');
  expect(await readdir(folder)).not.toContain('of-an-older-version.js');
  await installed.cellwire('setup', 'all', '--remove');
  await expect(stat(folder)).rejects.toThrow('ENOENT');
});

it('never unpacks over a folder with other things in it', async () => {
  const folder = join(installed.home, 'Documents');
  await mkdir(folder);
  await writeFile(join(folder, 'thesis.txt'), 'mine');
  const { code, stderr } = await installed.cellwire('setup', 'windsurf', '--extension-dir', folder);
  expect(code).toBe(1);
  expect(stderr).toContain('has other things in it');
  expect(await readdir(folder)).toEqual(['thesis.txt']);
});

/** Starts what stands in the client's file, as the client would, and asks it who it is. */
async function initialized(of: McpClient): Promise<string | undefined> {
  const server = serverOf((await findClient(of, machine())).entry);
  if (!server) return undefined;
  const client = new Client({ name: 'test', version: '1.0.0' });
  const env = { HOME: installed.home, PATH: '' };
  await client.connect(new StdioClientTransport({ ...server, env, stderr: 'ignore' }));
  const name = client.getServerVersion()?.name;
  expect((await client.listTools()).tools.length).toBeGreaterThan(30);
  await client.close();
  return name;
}
