import { chmod, lstat, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { defaultCredentialsFile } from '../../../bridge/cli/command-line.ts';
import { loadCredentials, newToken, saveCredentials } from '../../../bridge/endpoint/credentials-file.ts';
import { capturedLog } from '../../support/captured-log.ts';
import type { TemporaryFolder } from '../../support/temporary-folder.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const TOKEN = `${'a'.repeat(41)}-_`;

let folder: TemporaryFolder;
let file: string;

beforeEach(async () => {
  folder = await temporaryFolder('credentials');
  file = join(folder.path, 'bridge.json');
});

afterEach(() => folder.remove());

const modeOf = async (path: string): Promise<number> => (await stat(path)).mode & 0o777;

/** What is read from the file, and what is said about it. */
async function read() {
  const { log, lines } = capturedLog();
  return { credentials: await loadCredentials(file, log), lines };
}

async function write(credentials = { port: 1, token: TOKEN }): Promise<string[]> {
  const { log, lines } = capturedLog();
  await saveCredentials(file, credentials, log);
  return lines;
}

async function onPlatform<T>(platform: NodeJS.Platform, act: () => T | Promise<T>): Promise<T> {
  const real = process.platform;
  const pretend = (value: NodeJS.Platform) => Object.defineProperty(process, 'platform', { value });
  pretend(platform);
  try {
    return await act();
  } finally {
    pretend(real);
  }
}

describe('the file of port and token', () => {
  it('gives back what was written, and is private, as are the folders made for it', async () => {
    file = join(folder.path, 'a', 'b', 'bridge.json');
    expect(await write({ port: 65_535, token: TOKEN })).toEqual([]);
    expect(await read()).toEqual({
      credentials: { port: 65_535, token: TOKEN, renewed: false },
      lines: [],
    });
    expect(await modeOf(file)).toBe(0o600);
    expect(await modeOf(join(folder.path, 'a', 'b'))).toBe(0o700);
    expect(await readdir(join(folder.path, 'a', 'b'))).toEqual(['bridge.json']);
  });

  it('replaces the one before, and never writes into it or through a link', async () => {
    const victim = join(folder.path, 'victim');
    await writeFile(victim, 'untouched');
    await symlink(victim, file);
    expect(await write()).toEqual([]);
    expect(await readFile(victim, 'utf8')).toBe('untouched');
    expect((await lstat(file)).isFile()).toBe(true);
  });

  it('is nothing to talk about when it is not there yet', async () => {
    expect(await read()).toEqual({ credentials: null, lines: [] });
  });

  it('is left alone when it cannot be read', async () => {
    await mkdir(file);
    const { credentials, lines } = await read();
    expect(credentials).toBeNull();
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
    ['no port', JSON.stringify({ token: TOKEN })],
    ['a port in words', JSON.stringify({ port: '80', token: TOKEN })],
    ['half a port', JSON.stringify({ port: 1.5, token: TOKEN })],
    ['port 0', JSON.stringify({ port: 0, token: TOKEN })],
    ['a port too high', JSON.stringify({ port: 65_536, token: TOKEN })],
    ['no token', JSON.stringify({ port: 1 })],
    ['a token in a list', JSON.stringify({ port: 1, token: [TOKEN] })],
    ['a short token', JSON.stringify({ port: 1, token: TOKEN.slice(1) })],
    ['a long token', JSON.stringify({ port: 1, token: `${TOKEN}a` })],
    ['a token with more before it', JSON.stringify({ port: 1, token: `&${TOKEN}` })],
    ['a token of other characters', JSON.stringify({ port: 1, token: `&${TOKEN.slice(1)}` })],
  ])('is damaged with %s in it', async (_what, text) => {
    await writeFile(file, text, { mode: 0o600 });
    expect(await read()).toEqual({
      credentials: null,
      lines: [`warning: ${file} is damaged; it will be replaced. Tabs must be connected once more.`],
    });
  });

  it.each([0o640, 0o604, 0o622, 0o601])(
    'gets a new token when others could get at it (mode %o), and is private from then on',
    async (mode) => {
      await write({ port: 7, token: TOKEN });
      await chmod(file, mode);
      const { credentials, lines } = await read();
      expect(credentials).toEqual({ port: 7, token: expect.stringMatching(/^[\w-]{43}$/), renewed: true });
      expect(credentials?.token).not.toBe(TOKEN);
      expect(lines).toEqual([
        `warning: ${file} could be read by others, who may know its token: it is now private, with a new token. Tabs must be connected once more.`,
      ]);
      expect(await modeOf(file)).toBe(0o600);
      expect((await read()).credentials).toEqual({ ...credentials, renewed: false });
    },
  );

  it('is made private even when it is damaged', async () => {
    await writeFile(file, '{', { mode: 0o644 });
    expect((await read()).credentials).toBeNull();
    expect(await modeOf(file)).toBe(0o600);
  });

  it('has no modes on Windows', async () => {
    await write({ port: 7, token: TOKEN });
    await chmod(file, 0o644);
    expect(await onPlatform('win32', read)).toEqual({
      credentials: { port: 7, token: TOKEN, renewed: false },
      lines: [],
    });
  });

  it.each([
    ['linux', {}, join(homedir(), '.config')],
    ['linux', { XDG_CONFIG_HOME: '/xdg', APPDATA: '/app-data' }, '/xdg'],
    ['linux', { XDG_CONFIG_HOME: '' }, join(homedir(), '.config')],
    ['win32', { XDG_CONFIG_HOME: '/xdg', APPDATA: '/app-data' }, '/app-data'],
    ['win32', { XDG_CONFIG_HOME: '/xdg', APPDATA: '' }, '/xdg'],
  ] as const)('is kept where %s with %j keeps such files', async (platform, env, expected) => {
    expect(await onPlatform(platform, () => defaultCredentialsFile(env))).toBe(
      join(expected, 'cellwire', 'bridge.json'),
    );
  });
});

it('every token is another', () => {
  const tokens = new Set(Array.from({ length: 20 }, newToken));
  expect(tokens.size).toBe(20);
  for (const token of tokens) expect(token).toMatch(/^[\w-]{43}$/);
});
