import { homedir } from 'node:os';
import { join } from 'node:path';

/** Where port and keys are kept, unless the command line says otherwise. */
export function defaultCredentialsFile(env: NodeJS.ProcessEnv = process.env): string {
  const windows = process.platform === 'win32' ? env.APPDATA : undefined;
  const folder = windows || env.XDG_CONFIG_HOME || join(homedir(), '.config');
  return join(folder, 'cellwire', 'bridge.json');
}
