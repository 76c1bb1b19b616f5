import { describe, expect, it } from 'vitest';
import {
  defaultCredentialsFile,
  formerCredentialsFile,
  machineOf,
} from '../../../bridge/cli/credentials-file.ts';
import { homeFolder } from '../../../bridge/home-folder.ts';

const WINDOWS_HOME = 'C:\\Users\\Jürgen O’Neil';
const LOCAL = `${WINDOWS_HOME}\\AppData\\Local`;
const ROAMING = `${WINDOWS_HOME}\\AppData\\Roaming`;

const on = (platform: NodeJS.Platform, home: string | undefined, env: NodeJS.ProcessEnv) => ({
  platform,
  home,
  env,
});

describe('port and keys are kept', () => {
  it.each([
    ['in the configuration', on('linux', '/home/u', {}), '/home/u/.config/cellwire/bridge.json'],
    ['on macOS in the same place', on('darwin', '/Users/u', {}), '/Users/u/.config/cellwire/bridge.json'],
    [
      'where XDG says',
      on('linux', '/home/u', { XDG_CONFIG_HOME: '/xdg', LOCALAPPDATA: LOCAL }),
      '/xdg/cellwire/bridge.json',
    ],
    [
      'not where XDG says nothing',
      on('linux', '/home/u', { XDG_CONFIG_HOME: '' }),
      '/home/u/.config/cellwire/bridge.json',
    ],
    [
      'not below whatever folder we are in',
      on('linux', '/home/u', { XDG_CONFIG_HOME: 'config' }),
      '/home/u/.config/cellwire/bridge.json',
    ],
    [
      'where XDG says, without a home',
      on('linux', undefined, { XDG_CONFIG_HOME: '/xdg' }),
      '/xdg/cellwire/bridge.json',
    ],
    ['nowhere, without either', on('linux', undefined, {}), undefined],
    [
      'on Windows where nothing roams',
      on('win32', WINDOWS_HOME, { LOCALAPPDATA: LOCAL, APPDATA: ROAMING, XDG_CONFIG_HOME: '/xdg' }),
      `${LOCAL}\\cellwire\\bridge.json`,
    ],
    [
      'in the same place where the environment is empty',
      on('win32', WINDOWS_HOME, { APPDATA: ROAMING }),
      `${LOCAL}\\cellwire\\bridge.json`,
    ],
    ['nowhere on a Windows without a home', on('win32', undefined, {}), undefined],
  ])('%s', (_title, machine, expected) => {
    expect(defaultCredentialsFile(machine)).toBe(expected);
  });

  it('were kept elsewhere on Windows alone', () => {
    expect(formerCredentialsFile(on('win32', WINDOWS_HOME, { APPDATA: ROAMING }))).toBe(
      `${ROAMING}\\cellwire\\bridge.json`,
    );
    expect(formerCredentialsFile(on('win32', WINDOWS_HOME, {}))).toBeUndefined();
    expect(formerCredentialsFile(on('linux', '/home/u', { APPDATA: ROAMING }))).toBeUndefined();
  });
});

describe('the home folder', () => {
  it('is the one of this machine', () => {
    expect(machineOf().home).toBe(homeFolder());
  });

  it('is none where it is set to nothing, or the system knows no such user', () => {
    expect(homeFolder(() => '')).toBeUndefined();
    const unknownUser = () => {
      throw new Error('A system error occurred: uv_os_homedir returned ENOENT');
    };
    expect(homeFolder(unknownUser)).toBeUndefined();
  });
});
