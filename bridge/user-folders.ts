import { homedir } from 'node:os';
import { posix, win32 } from 'node:path';

/** What decides where a program keeps its files. */
export interface Machine {
  platform: NodeJS.Platform;
  env: NodeJS.ProcessEnv;
  /** Undefined where there is none: a container may run under a user that nobody knows. */
  home: string | undefined;
}

export const thisMachine = (env: NodeJS.ProcessEnv = process.env): Machine => ({
  platform: process.platform,
  env,
  home: homeFolder(),
});

/** Undefined where there is none, or it is set to nothing: then a path below it would be in whatever folder we are in. */
export function homeFolder(lookUp: () => string = homedir): string | undefined {
  try {
    return lookUp() || undefined;
  } catch {
    // Without HOME the system is asked for the user's entry, and there may be none.
    return undefined;
  }
}

/** Where port and keys are kept. Undefined where there is no folder of the user's for that. */
export function defaultCredentialsFile(machine: Machine = thisMachine()): string | undefined {
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
export function formerCredentialsFile({ platform, env }: Machine = thisMachine()): string | undefined {
  return platform === 'win32' && env.APPDATA ? win32.join(env.APPDATA, 'cellwire', 'bridge.json') : undefined;
}
