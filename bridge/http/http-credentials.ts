import { randomBytes } from 'node:crypto';
import { chmod, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isRecord } from '../../src/wire/json.ts';
import type { Log } from '../log.ts';

/** What an agent's configuration holds, so it stays the same from start to start. */
export interface HttpCredentials {
  /** Null: any port. */
  port: number | null;
  token: string;
}

const TOKEN_FORM = /^[\w-]{43}$/;

export const newHttpToken = (): string => randomBytes(32).toString('base64url');

/** Those of the last run; null where there are none, or others could have read them. */
export async function loadHttpCredentials(file: string, log: Log): Promise<HttpCredentials | null> {
  const text = await readFile(file, 'utf8').catch(() => null);
  if (text === null) return null;
  const kept = parse(text);
  if (!kept) log.warn(`${file} is damaged; a new token is made. Agents have to be given it.`);
  else if (await wasExposed(file)) {
    log.warn(
      `${file} could be read by others, who may know the token: a new one is made. Agents have to be given it.`,
    );
    return { ...kept, token: newHttpToken() };
  }
  return kept;
}

/** False when it could not be kept. */
export async function saveHttpCredentials(
  file: string,
  credentials: HttpCredentials,
  log: Log,
): Promise<boolean> {
  // Written aside and moved, under a name nobody can guess: nobody reads half of it, nor what is private in between.
  const aside = `${file}.${randomBytes(8).toString('hex')}.tmp`;
  try {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    await writeFile(aside, `${JSON.stringify(credentials)}\n`, { mode: 0o600, flag: 'wx' });
    await rename(aside, file);
    return true;
  } catch (error) {
    await rm(aside, { force: true });
    log.warn(`${file} cannot be written (${String(error)}); the token is for this run only.`);
    return false;
  }
}

async function wasExposed(file: string): Promise<boolean> {
  if (process.platform === 'win32') return false;
  const { mode } = await stat(file);
  if ((mode & 0o077) === 0) return false;
  await chmod(file, 0o600).catch(() => {});
  return true;
}

function parse(text: string): HttpCredentials | null {
  try {
    const value: unknown = JSON.parse(text);
    if (!isRecord(value) || typeof value.token !== 'string' || !TOKEN_FORM.test(value.token)) return null;
    const { port, token } = value;
    const isPort = typeof port === 'number' && Number.isInteger(port) && port > 0 && port < 65_536;
    return { port: isPort ? port : null, token };
  } catch {
    return null;
  }
}
