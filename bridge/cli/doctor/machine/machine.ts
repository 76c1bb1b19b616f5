import type { Machine as Place } from '../../clients/machine.ts';
import { pathsOf } from '../../clients/machine.ts';

export interface RunningProcess {
  pid: number;
  parent: number;
  /** Its command line, in words as far as the system tells them apart. */
  words: string[];
}

/** How a round trip over an address of this machine ended; `absent`: it does not have such addresses. */
export type RoundTrip = { kind: 'ok' } | { kind: 'absent' } | { kind: 'blocked'; reason: string };

/** All of the machine that checks look at. Another one is given to them to see whether they find its faults. */
export interface Machine extends Place {
  nodeVersion: string;
  /** Our own. */
  pid: number;
  /** Null when there is no such file, or it cannot be read. */
  readText: (path: string) => Promise<string | null>;
  /** Null when there is nothing. */
  stat: (path: string) => Promise<{ mode: number; isFile: boolean; isFolder: boolean } | null>;
  /** The names in a folder; none when there is no such folder. */
  list: (folder: string) => Promise<string[]>;
  mayReadAndWrite: (path: string) => Promise<boolean>;
  /** What a program prints; null when it cannot be run, fails, or takes too long. */
  output: (program: string, args: string[]) => Promise<string | null>;
  /** Null when the system does not tell. */
  processes: () => Promise<RunningProcess[] | null>;
  roundTrip: (address: '127.0.0.1' | '::1') => Promise<RoundTrip>;
}

/** For a command that people copy. */
export function quoted(word: string, platform: NodeJS.Platform): string {
  if (/^[\w@%+=:,./\\~-]+$/.test(word) && (platform === 'win32' || !word.includes('\\'))) return word;
  return platform === 'win32' ? `"${word}"` : `'${word.replaceAll("'", "'\\''")}'`;
}

/** Linux inside of Windows: the browser is mostly on the other side. */
export async function isWsl({ platform, env, readText }: Machine): Promise<boolean> {
  if (platform !== 'linux') return false;
  return env.WSL_DISTRO_NAME !== undefined || /microsoft/i.test((await readText('/proc/version')) ?? '');
}

/** The file that a command's first word names: a path, or a name that is looked for as a shell does. */
export async function findProgram(machine: Machine, name: string): Promise<string | null> {
  const { platform, env, stat } = machine;
  const paths = pathsOf(machine);
  const isFile = async (path: string): Promise<boolean> => (await stat(path))?.isFile ?? false;
  if (/[\\/]/.test(name)) return (await isFile(name)) ? name : null;
  const names = platform === 'win32' && !/\.\w+$/.test(name) ? [`${name}.exe`, `${name}.cmd`] : [name];
  for (const folder of (env.PATH ?? env.Path ?? '').split(paths.delimiter)) {
    if (folder === '') continue;
    for (const one of names) {
      const path = paths.join(folder, one);
      if (await isFile(path)) return path;
    }
  }
  return null;
}
