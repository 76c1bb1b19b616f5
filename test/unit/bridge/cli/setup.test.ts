import { existsSync } from 'node:fs';
import { lstat, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { clientOf } from '../../../../bridge/cli/clients/catalogue.ts';
import type { Machine } from '../../../../bridge/cli/clients/machine.ts';
import { addTo, removeFrom } from '../../../../bridge/cli/setup/change-client.ts';
import { run } from '../../../../bridge/cli/setup/setup.ts';
import { setupOptions } from '../../../../bridge/cli/setup/setup-options.ts';
import { loadingSteps } from '../../../../bridge/cli/setup/words.ts';
import { type TemporaryFolder, temporaryFolder } from '../../../support/temporary-folder.ts';

const cursor = clientOf('cursor');
if (!cursor) throw new Error('cursor');

describe("a client's file", () => {
  let temporary: TemporaryFolder;
  let machine: Machine;
  let file: string;
  const read = (path: string): Promise<string> => readFile(path, 'utf8');
  const entry = (version: string) => cursor.entry({ command: 'node', args: [version] });

  beforeEach(async () => {
    temporary = await temporaryFolder('setup');
    machine = { platform: 'linux', env: {}, home: temporary.path };
    file = join(temporary.path, '.cursor', 'mcp.json');
    await mkdir(join(temporary.path, '.cursor'));
  });
  afterEach(() => temporary.remove());

  it('is had back as it was before the first time, however often it was brought up to date', async () => {
    const before = '{ "mcpServers": { } }\r\n';
    await writeFile(file, before);
    expect((await addTo(cursor, entry('1'), machine, false)).did).toBe('added');
    expect((await addTo(cursor, entry('2'), machine, false)).did).toBe('updated');
    expect(await read(`${file}.before-cellwire`)).toBe(before);
    expect((await removeFrom(cursor, machine, false)).did).toBe('restored');
    expect(await read(file)).toBe(before);
    expect((await removeFrom(cursor, machine, false)).did).toBe('nothing');
  });

  it('has its entry taken out where nothing is known of how it came in', async () => {
    await writeFile(file, '{\n  "mcpServers": {\n    "cellwire": {},\n    "a": {}\n  }\n}\n');
    expect((await removeFrom(cursor, machine, false)).did).toBe('removed');
    expect(await read(file)).toBe('{\n  "mcpServers": {\n    "a": {}\n  }\n}\n');
  });

  it('stays behind the link by which its user keeps it elsewhere', async () => {
    const kept = join(temporary.path, 'dotfiles.json');
    await writeFile(kept, '{}\n');
    await symlink(kept, file);
    await addTo(cursor, entry('1'), machine, false);
    expect((await lstat(file)).isSymbolicLink()).toBe(true);
    expect(await read(kept)).toContain('cellwire');
    await removeFrom(cursor, machine, false);
    expect(await read(kept)).toBe('{}\n');
  });

  it('is not touched where it is not in UTF-8, or when it is only to be seen what would be done', async () => {
    await writeFile(file, Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('{}', 'utf16le')]));
    await expect(addTo(cursor, entry('1'), machine, false)).rejects.toThrow('not written in UTF-8');
    await writeFile(file, '{}');
    expect((await addTo(cursor, entry('1'), machine, true)).did).toBe('added');
    expect(await read(file)).toBe('{}');
  });

  it('keeps an earlier backup of the same name', async () => {
    await writeFile(file, '{}');
    await writeFile(`${file}.before-cellwire`, 'older');
    const { backup } = await addTo(cursor, entry('1'), machine, false);
    expect(backup).toBe(`${file}.before-cellwire-2`);
    expect(await read(`${file}.before-cellwire`)).toBe('older');
  });
});

it('without a home folder nothing is put into the folder that one happens to be in', async () => {
  expect(await run(['codex'], { platform: 'linux', env: {}, home: '' })).toBe(1);
  expect(existsSync('.codex')).toBe(false);
});

describe('the words of setup', () => {
  it('name clients, and pass on what is for the server', () => {
    expect(setupOptions([])).toMatchObject({ clients: [], dryRun: false, remove: false, extra: [] });
    expect(setupOptions(['all', '--dry-run']).clients).toBe('all');
    expect(setupOptions(['codex', 'all']).clients).toBe('all');
    const { clients, extra } = setupOptions(['codex', 'vscode', '--', '--tools', 'run']);
    expect(clients).toMatchObject([{ id: 'codex' }, { id: 'vscode' }]);
    expect(extra).toEqual(['--tools', 'run']);
    expect(() => setupOptions(['emacs'])).toThrow('There is no client "emacs"');
    expect(() => setupOptions(['--nonsense'])).toThrow("Unknown option '--nonsense'");
    expect(() => setupOptions(['codex', '--extension-dir', ''])).toThrow('--extension-dir needs a folder');
    expect(() => setupOptions(['--remove'])).toThrow('--remove: for which agent?');
    expect(() => setupOptions(['--print'])).toThrow('--print: for which agent?');
  });

  it('say how the folder is chosen on each system', () => {
    const on = (platform: NodeJS.Platform, env = {}): string =>
      loadingSteps('/f', { platform, env, home: '/' }, false);
    expect(on('linux')).toContain('Ctrl+L');
    expect(on('darwin')).toContain('Cmd+Shift+G');
    expect(on('win32')).toContain('address bar');
    expect(on('linux')).not.toContain('/mnt/c');
    expect(on('linux', { WSL_DISTRO_NAME: 'Debian' })).toContain('/mnt/c');
    expect(loadingSteps('/f', { platform: 'linux', env: {}, home: '/' }, true)).toContain('round arrow');
  });
});
