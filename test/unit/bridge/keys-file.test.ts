import { chmod, lstat, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadKept, newServerId, saveKept } from '../../../bridge/endpoint/keys-file.ts';
import { tokenOf } from '../../../src/wire/keys.ts';
import { capturedLog } from '../../support/captured-log.ts';
import { onPosix } from '../../support/on-posix.ts';
import type { TemporaryFolder } from '../../support/temporary-folder.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const KEY = { id: `${'k'.repeat(14)}-_`, secret: `${'a'.repeat(41)}-_` };
const SERVER_ID = `${'s'.repeat(14)}-_`;
const KEPT = { port: 1, serverId: SERVER_ID, keys: [KEY] };
/** As it is written. */
const WRITTEN = { ...KEPT, keys: [tokenOf(KEY)] };

let folder: TemporaryFolder;
let file: string;

beforeEach(async () => {
  folder = await temporaryFolder('credentials');
  file = join(folder.path, 'bridge.json');
});

afterEach(() => folder.remove());

const modeOf = async (path: string): Promise<number> => (await stat(path)).mode & 0o777;

/** What is read from the file, and what is said about it. */
async function read(platform?: NodeJS.Platform) {
  const { log, lines } = capturedLog();
  return { kept: await loadKept(file, log, platform), lines };
}

async function write(kept = KEPT): Promise<string[]> {
  const { log, lines } = capturedLog();
  await saveKept(file, kept, log);
  return lines;
}

describe('the file of port and keys', () => {
  onPosix.it('gives back what was written, and is private, as are the folders made for it', async () => {
    file = join(folder.path, 'a', 'b', 'bridge.json');
    expect(await write({ ...KEPT, port: 65_535 })).toEqual([]);
    expect(await read()).toEqual({
      kept: { ...KEPT, port: 65_535 },
      lines: [],
    });
    expect(await modeOf(file)).toBe(0o600);
    expect(await modeOf(join(folder.path, 'a', 'b'))).toBe(0o700);
    expect(await readdir(join(folder.path, 'a', 'b'))).toEqual(['bridge.json']);
  });

  onPosix.it('replaces the one before, and never writes into it or through a link', async () => {
    const victim = join(folder.path, 'victim');
    await writeFile(victim, 'untouched');
    await symlink(victim, file);
    expect(await write()).toEqual([]);
    expect(await readFile(victim, 'utf8')).toBe('untouched');
    expect((await lstat(file)).isFile()).toBe(true);
  });

  it('is nothing to talk about when it is not there yet', async () => {
    expect(await read()).toEqual({ kept: null, lines: [] });
  });

  it('is left alone when it cannot be read', async () => {
    await mkdir(file);
    const { kept, lines } = await read();
    expect(kept).toBeNull();
    expect(lines).toEqual([
      expect.stringMatching(/^warning: .* cannot be read \(Error: EISDIR.*\); starting afresh\.$/),
    ]);
  });

  it('that cannot be written costs the memory only, and leaves nothing lying about', async () => {
    await mkdir(file);
    expect(await write()).toEqual([
      expect.stringMatching(
        /^warning: .* cannot be written \(Error: EISDIR.*\); tabs must be connected anew after a restart\.$/,
      ),
    ]);
    expect(await readdir(folder.path)).toEqual(['bridge.json']);
  });

  it.each([
    ['half a file', '{"port":'],
    ['no object', '[]'],
    ['nothing', 'null'],
    ['what was there before there were keys', JSON.stringify({ port: 1, token: 'a'.repeat(43) })],
    ['no port', JSON.stringify({ ...WRITTEN, port: undefined })],
    ['a port in words', JSON.stringify({ ...WRITTEN, port: '80' })],
    ['half a port', JSON.stringify({ ...WRITTEN, port: 1.5 })],
    ['port 0', JSON.stringify({ ...WRITTEN, port: 0 })],
    ['a port too high', JSON.stringify({ ...WRITTEN, port: 65_536 })],
    ['no name', JSON.stringify({ ...WRITTEN, serverId: undefined })],
    ['a long name', JSON.stringify({ ...WRITTEN, serverId: `${SERVER_ID}a` })],
    ['a name in a list', JSON.stringify({ ...WRITTEN, serverId: [SERVER_ID] })],
    ['no keys', JSON.stringify({ ...WRITTEN, keys: undefined })],
    ['keys in words', JSON.stringify({ ...WRITTEN, keys: tokenOf(KEY) })],
    ['a short key', JSON.stringify({ ...WRITTEN, keys: [tokenOf(KEY), tokenOf(KEY).slice(1)] })],
    ['a key with more before it', JSON.stringify({ ...WRITTEN, keys: [`&${tokenOf(KEY)}`] })],
  ])('is damaged with %s in it', async (_what, text) => {
    await writeFile(file, text, { mode: 0o600 });
    expect(await read()).toEqual({
      kept: null,
      lines: [`warning: ${file} is damaged; it will be replaced. Tabs must be connected once more.`],
    });
  });

  onPosix.it.each([0o640, 0o604, 0o622, 0o601])(
    'loses its keys when others could get at it (mode %o), and is private from then on',
    async (mode) => {
      await write({ ...KEPT, port: 7 });
      await chmod(file, mode);
      const { kept, lines } = await read();
      expect(kept).toEqual({ port: 7, serverId: expect.stringMatching(/^[\w-]{16}$/), keys: [] });
      expect(kept?.serverId).not.toBe(SERVER_ID);
      expect(lines).toEqual([
        `warning: ${file} could be read by others, who may know its keys: it is now private, and they are void. Tabs must be connected once more.`,
      ]);
      expect(await modeOf(file)).toBe(0o600);
      expect((await read()).kept).toEqual(kept);
    },
  );

  onPosix.it('is made private even when it is damaged', async () => {
    await writeFile(file, '{', { mode: 0o644 });
    expect((await read()).kept).toBeNull();
    expect(await modeOf(file)).toBe(0o600);
  });

  it('has no modes on Windows', async () => {
    await write();
    await chmod(file, 0o644);
    expect(await read('win32')).toEqual({
      kept: KEPT,
      lines: [],
    });
  });
});

it('every bridge has another name', () => {
  const names = new Set(Array.from({ length: 20 }, newServerId));
  expect(names.size).toBe(20);
  for (const name of names) expect(name).toMatch(/^[\w-]{16}$/);
});
