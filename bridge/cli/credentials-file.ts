import { posix, win32 } from 'node:path';
import { homeFolder } from '../home-folder.ts';

/** What decides where the file is. */
interface Machine {
  platform: NodeJS.Platform;
  env: NodeJS.ProcessEnv;
  home: string | undefined;
}

export const machineOf = (env: NodeJS.ProcessEnv = process.env): Machine => ({
  platform: process.platform,
  env,
  home: homeFolder(),
});

/** Where port and keys are kept. Undefined where there is no folder of the user's for that. */
export function defaultCredentialsFile(machine: Machine = machineOf()): string | undefined {
  const { platform, env, home } = machine;
  if (platform === 'win32') {
    // Not %APPDATA%, which may be copied to other computers of the user: a port and its keys are of this one.
    const local = env.LOCALAPPDATA || (home && win32.join(home, 'AppData', 'Local'));
    return local && win32.join(local, 'cellwire', 'bridge.json');
  }
  const { XDG_CONFIG_HOME: named = '' } = env;
  const folder = posix.isAbsolute(named) ? named : home && posix.join(home, '.config');
  return folder && posix.join(folder, 'cellwire', 'bridge.json');
}

/** Where the first versions kept them, if that was elsewhere. */
export function formerCredentialsFile({ platform, env }: Machine = machineOf()): string | undefined {
  return platform === 'win32' && env.APPDATA ? win32.join(env.APPDATA, 'cellwire', 'bridge.json') : undefined;
}
