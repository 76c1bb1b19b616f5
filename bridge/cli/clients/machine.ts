import { posix, win32 } from 'node:path';
import { homeFolder } from '../../home-folder.ts';

/** What the places of configuration files hang on; given by tests for systems that are not at hand. */
export interface Machine {
  platform: NodeJS.Platform;
  env: NodeJS.ProcessEnv;
  /** Empty where there is none. */
  home: string;
}

export const thisMachine = (): Machine => ({
  platform: process.platform,
  env: process.env,
  home: homeFolder() ?? '',
});

export const pathsOf = ({ platform }: Machine): typeof posix => (platform === 'win32' ? win32 : posix);

/** Where programs keep their configuration: it may travel with the user to other computers. */
export function configFolder(machine: Machine): string {
  const { platform, env, home } = machine;
  const { join } = pathsOf(machine);
  if (platform === 'win32') return env.APPDATA || join(home, 'AppData', 'Roaming');
  if (platform === 'darwin') return join(home, 'Library', 'Application Support');
  return env.XDG_CONFIG_HOME || join(home, '.config');
}

/** Where programs keep what belongs to this computer alone. */
export function localFolder(machine: Machine): string {
  const { platform, env, home } = machine;
  const { join } = pathsOf(machine);
  if (platform === 'win32') return env.LOCALAPPDATA || join(home, 'AppData', 'Local');
  if (platform === 'darwin') return join(home, 'Library', 'Application Support');
  return env.XDG_DATA_HOME || join(home, '.local', 'share');
}

/** What setup puts on this computer: the extension, and what it knows of the files that it changed. */
export const dataFolder = (machine: Machine): string =>
  pathsOf(machine).join(localFolder(machine), 'cellwire');
