import { randomBytes } from 'node:crypto';
import { chmod, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Credentials } from '../../src/wire/credentials.ts';
import { isRecord } from '../../src/wire/json.ts';
import type { Log } from '../log.ts';

export const newToken = (): string => randomBytes(32).toString('base64url');

export interface Remembered extends Credentials {
  /** Tabs of last time do not know the token, because it had to be replaced. */
  renewed: boolean;
}

/** Port and token of the last run, so that a tab re-attaches by itself after a restart. Null when there is none. */
export async function loadCredentials(file: string, log: Log): Promise<Remembered | null> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if (!isCode(error, 'ENOENT')) log.warn(`${file} cannot be read (${String(error)}); starting afresh.`);
    return null;
  }
  const wasExposed = await makePrivate(file, log);
  const credentials = parse(text);
  if (!credentials) {
    log.warn(`${file} is damaged; it will be replaced. Tabs must be connected once more.`);
    return null;
  }
  if (!wasExposed) return { ...credentials, renewed: false };
  log.warn(
    `${file} could be read by others, who may know its token: it is now private, with a new token. Tabs must be connected once more.`,
  );
  const renewed = { port: credentials.port, token: newToken() };
  await saveCredentials(file, renewed, log);
  return { ...renewed, renewed: true };
}

export async function saveCredentials(file: string, credentials: Credentials, log: Log): Promise<void> {
  try {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    // Written aside and moved: a bridge that starts at this moment never reads half a file.
    // Under a name nobody can guess, and never into a file or through a link that is there already.
    const aside = `${file}.${randomBytes(8).toString('hex')}.tmp`;
    await writeFile(aside, `${JSON.stringify(credentials)}\n`, { mode: 0o600, flag: 'wx' });
    await rename(aside, file).catch(async (error) => {
      await rm(aside, { force: true });
      throw error;
    });
  } catch (error) {
    log.warn(`${file} cannot be written (${String(error)}); tabs must be connected anew after a restart.`);
  }
}

/** True when others could read the file until now. */
async function makePrivate(file: string, log: Log): Promise<boolean> {
  if (process.platform === 'win32') return false;
  const { mode } = await stat(file);
  if ((mode & 0o077) === 0) return false;
  await chmod(file, 0o600).catch((error) => log.warn(`${file} could not be made private: ${String(error)}`));
  return true;
}

function parse(text: string): Credentials | null {
  try {
    const value: unknown = JSON.parse(text);
    if (!isRecord(value)) return null;
    const { port, token } = value;
    const fits = typeof port === 'number' && Number.isInteger(port) && port > 0 && port < 65_536;
    return fits && typeof token === 'string' && /^[\w-]{43}$/.test(token) ? { port, token } : null;
  } catch {
    return null;
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
