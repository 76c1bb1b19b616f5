import { browserCommand } from '../../../browser/browser-command.ts';
import { pathsOf } from '../../clients/machine.ts';
import type { Machine } from '../machine/machine.ts';
import { findProgram, isWsl } from '../machine/machine.ts';
import type { KnownBrowser } from './known-browsers.ts';
import { KNOWN_BROWSERS } from './known-browsers.ts';

export interface FoundBrowser {
  name: string;
  program: string;
  /** Null when it does not say. */
  version: string | null;
}

/** Where Windows' own programs are, seen from Linux inside of it. */
const WINDOWS_PROGRAMS = ['/mnt/c/Program Files', '/mnt/c/Program Files (x86)'];

/** The browsers of this machine that can have the extension. */
export async function findBrowsers(machine: Machine): Promise<FoundBrowser[]> {
  const found = await Promise.all(
    KNOWN_BROWSERS.map(async (browser): Promise<FoundBrowser | null> => {
      const program = await programOf(browser, machine);
      return program === null
        ? null
        : { name: browser.name, program, version: await versionOf(program, machine) };
    }),
  );
  return found.filter((browser) => browser !== null);
}

/** The one that a command starts; null when there is no such program. */
export async function browserOf(command: string, machine: Machine): Promise<FoundBrowser | null> {
  const { platform, stat } = machine;
  // Which beginning of it is a file, has to be known beforehand.
  const words = command.trim().split(/(?=\s)/);
  const beginnings = words.map((_word, index) => words.slice(0, index + 1).join(''));
  const kinds = new Map(await Promise.all(beginnings.map(async (path) => [path, await stat(path)] as const)));
  const [name = ''] = browserCommand(command, {
    platform,
    isFile: (path) => kinds.get(path)?.isFile ?? false,
    isFolder: (path) => kinds.get(path)?.isFolder ?? false,
  });
  const program = await findProgram(machine, name);
  if (program === null) return null;
  const known = KNOWN_BROWSERS.find(({ commands }) => commands.includes(name));
  return { name: known?.name ?? name, program, version: await versionOf(program, machine) };
}

async function programOf(browser: KnownBrowser, machine: Machine): Promise<string | null> {
  for (const place of await placesOf(browser, machine)) {
    const program = await findProgram(machine, place);
    if (program !== null) return program;
  }
  return null;
}

async function placesOf({ commands, mac, windows }: KnownBrowser, machine: Machine): Promise<string[]> {
  const { platform, env, home } = machine;
  const paths = pathsOf(machine);
  if (platform === 'win32') {
    const folders = [env.ProgramFiles, env['ProgramFiles(x86)'], env.LOCALAPPDATA];
    return folders.flatMap((folder) => (folder ? [paths.join(folder, windows.program)] : []));
  }
  if (platform === 'darwin') {
    const inside = `${mac.app}.app/Contents/MacOS/${mac.app}`;
    return ['/Applications', paths.join(home, 'Applications')].map((folder) => paths.join(folder, inside));
  }
  const beside = (await isWsl(machine)) ? WINDOWS_PROGRAMS : [];
  const program = windows.program.replaceAll('\\', '/');
  return [
    ...commands,
    ...commands.map((name) => `/snap/bin/${name}`),
    ...beside.map((at) => `${at}/${program}`),
  ];
}

const WHOLE_VERSION = /\d+(?:\.\d+){2,3}/;

async function versionOf(program: string, machine: Machine): Promise<string | null> {
  const paths = pathsOf(machine);
  // On Windows it would open a window; there the program's folder has one of the version's name.
  if (program.endsWith('.exe')) {
    const names = await machine.list(paths.dirname(program));
    const versions = names.filter((name) => /^\d+(?:\.\d+){3}$/.test(name));
    return versions.sort((one, other) => majorOf(one) - majorOf(other)).at(-1) ?? null;
  }
  return WHOLE_VERSION.exec((await machine.output(program, ['--version'])) ?? '')?.[0] ?? null;
}

export const majorOf = (version: string): number => Number.parseInt(version, 10);
