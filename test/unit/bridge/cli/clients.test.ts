import { describe, expect, it } from 'vitest';
import { clientNamed, clients } from '../../../../bridge/cli/clients/catalogue.ts';
import { CLIENT_IDS } from '../../../../bridge/cli/clients/client.ts';
import {
  configFileOf,
  type Exists,
  isInstalled,
  serverOf,
} from '../../../../bridge/cli/clients/find-clients.ts';
import { dataFolder, type Machine } from '../../../../bridge/cli/clients/machine.ts';
import { isFleeting, serverCommand } from '../../../../bridge/cli/clients/server-command.ts';

const linux: Machine = { platform: 'linux', env: {}, home: '/home/u' };
const mac: Machine = { platform: 'darwin', env: {}, home: '/Users/u' };
const windows: Machine = {
  platform: 'win32',
  env: { APPDATA: 'C:\\Users\\u\\AppData\\Roaming', LOCALAPPDATA: 'C:\\Users\\u\\AppData\\Local' },
  home: 'C:\\Users\\u',
};
const STORE = 'C:\\Users\\u\\AppData\\Local\\Packages\\Claude_pzs8sxrjxfjjc\\LocalCache\\Roaming\\Claude';

const nothing: Exists = () => false;
const onlyThere =
  (...paths: string[]) =>
  (path: string): boolean =>
    paths.includes(path);

function fileOf(id: string, machine: Machine, exists = nothing): string {
  const client = clientNamed(id);
  if (!client) throw new Error(id);
  return configFileOf(client, machine, exists);
}

describe("the clients' files", () => {
  it.each([
    ['claude-code', linux, '/home/u/.claude.json'],
    ['claude-code', windows, 'C:\\Users\\u\\.claude.json'],
    ['claude-code', { ...linux, env: { CLAUDE_CONFIG_DIR: '/c' } }, '/c/.claude.json'],
    ['claude-desktop', linux, '/home/u/.config/Claude/claude_desktop_config.json'],
    ['claude-desktop', mac, '/Users/u/Library/Application Support/Claude/claude_desktop_config.json'],
    ['codex', mac, '/Users/u/.codex/config.toml'],
    ['codex', { ...linux, env: { CODEX_HOME: '/x' } }, '/x/config.toml'],
    ['gemini', linux, '/home/u/.gemini/settings.json'],
    ['gemini', { ...linux, env: { GEMINI_CLI_HOME: '/g' } }, '/g/.gemini/settings.json'],
    ['cursor', windows, 'C:\\Users\\u\\.cursor\\mcp.json'],
    ['vscode', linux, '/home/u/.config/Code/User/mcp.json'],
    ['vscode', { ...linux, env: { XDG_CONFIG_HOME: '/cfg' } }, '/cfg/Code/User/mcp.json'],
    ['vscode', mac, '/Users/u/Library/Application Support/Code/User/mcp.json'],
    ['vscode', windows, 'C:\\Users\\u\\AppData\\Roaming\\Code\\User\\mcp.json'],
    ['windsurf', linux, '/home/u/.codeium/windsurf/mcp_config.json'],
  ])('%s on %o', (id, machine, file) => {
    expect(fileOf(id, machine)).toBe(file);
  });

  it('are those of the edition that is there', () => {
    expect(fileOf('vscode', linux, onlyThere('/home/u/.config/VSCodium/User'))).toBe(
      '/home/u/.config/VSCodium/User/mcp.json',
    );
    expect(fileOf('claude-desktop', windows, onlyThere(STORE))).toBe(`${STORE}\\claude_desktop_config.json`);
    const classic = 'C:\\Users\\u\\AppData\\Roaming\\Claude';
    expect(fileOf('claude-desktop', windows, onlyThere(classic))).toBe(
      `${classic}\\claude_desktop_config.json`,
    );
  });

  it('are found without APPDATA, too', () => {
    expect(fileOf('vscode', { ...windows, env: {} })).toBe(
      'C:\\Users\\u\\AppData\\Roaming\\Code\\User\\mcp.json',
    );
  });
});

it('a client is there when it left something, or is on the PATH', () => {
  const codex = clientNamed('codex');
  if (!codex) throw new Error();
  expect(isInstalled(codex, linux, nothing)).toBe(false);
  expect(isInstalled(codex, linux, onlyThere('/home/u/.codex'))).toBe(true);
  expect(isInstalled(codex, { ...linux, env: { PATH: '/a:/b' } }, onlyThere('/b/codex'))).toBe(true);
  const path = { ...windows.env, PATH: 'C:\\a;C:\\b' };
  expect(isInstalled(codex, { ...windows, env: path }, onlyThere('C:\\b\\codex.cmd'))).toBe(true);
});

it('clients are known by id and by name', () => {
  expect(clients.map(({ id }) => id)).toEqual([...CLIENT_IDS]);
  expect(clientNamed('VS Code')?.id).toBe('vscode');
  expect(clientNamed('Gemini-CLI')?.id).toBe('gemini');
  expect(clientNamed('')).toBeUndefined();
});

it('our own folder is of this computer alone', () => {
  expect(dataFolder(linux)).toBe('/home/u/.local/share/cellwire');
  expect(dataFolder({ ...linux, env: { XDG_DATA_HOME: '/d' } })).toBe('/d/cellwire');
  expect(dataFolder(mac)).toBe('/Users/u/Library/Application Support/cellwire');
  expect(dataFolder(windows)).toBe('C:\\Users\\u\\AppData\\Local\\cellwire');
});

it('the server is started by full paths, and what npx runs is not taken for lasting', () => {
  const { command, args } = serverCommand('/p/cellwire.js', ['--tools', 'run']);
  expect(command).toMatch(/^(\/|[A-Z]:\\)/);
  expect(args).toEqual(['/p/cellwire.js', '--tools', 'run']);
  expect(isFleeting('/home/u/.npm/_npx/ab12/node_modules/cellwire/dist/bridge/cellwire.js', '/tmp')).toBe(
    true,
  );
  expect(isFleeting('/tmp/x/cellwire.js', '/tmp')).toBe(true);
  expect(isFleeting('/usr/lib/node_modules/cellwire/dist/bridge/cellwire.js', '/tmp')).toBe(false);
  expect(serverOf({ command, args, env: {} })).toEqual({ command, args });
  expect(serverOf({ url: 'http://x' })).toBeUndefined();
});
