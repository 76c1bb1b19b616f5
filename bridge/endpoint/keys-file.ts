import { randomBytes } from 'node:crypto';
import { chmod, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isRecord } from '../../src/wire/json.ts';
import type { Key } from '../../src/wire/keys.ts';
import { keyIn, tokenOf } from '../../src/wire/keys.ts';
import type { Log } from '../log.ts';

/** What a bridge is known by, and whom it knows. */
export interface Kept {
  port: number;
  serverId: string;
  /** One for each tab that has been connected; the one used last is the last. */
  keys: Key[];
}

/** Names a bridge for good, to tabs that it has proven itself to. */
export const newServerId = (): string => randomBytes(12).toString('base64url');

/** What was kept of the last run, so that a tab re-attaches by itself after a restart. Null when there is nothing. */
export async function loadKept(
  file: string,
  log: Log,
  platform: NodeJS.Platform = process.platform,
): Promise<Kept | null> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if (!isCode(error, 'ENOENT')) log.warn(`${file} cannot be read (${String(error)}); starting afresh.`);
    return null;
  }
  const wasExposed = isExposed(await stat(file), platform);
  const isPrivateNow = !wasExposed || (await makePrivate(file));
  const kept = keptIn(text);
  if (!kept) {
    log.warn(`${file} is damaged; it will be replaced. Tabs must be connected once more.`);
    return null;
  }
  if (!wasExposed || (!isPrivateNow && kept.keys.length === 0)) return kept;
  const now = isPrivateNow ? 'it is now private' : 'it cannot be made private';
  log.warn(
    `${file} could be read by others, who may know its keys: ${now}, and they are void. Tabs must be connected once more.`,
  );
  const renewed: Kept = { port: kept.port, serverId: newServerId(), keys: [] };
  await saveKept(file, renewed, log, platform);
  return renewed;
}

export async function saveKept(
  file: string,
  kept: Kept,
  log: Log,
  platform: NodeJS.Platform = process.platform,
): Promise<void> {
  try {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    // Written aside and moved: a bridge that starts at this moment never reads half a file.
    // Under a name nobody can guess, and never into a file or through a link that is there already.
    const aside = `${file}.${randomBytes(8).toString('hex')}.tmp`;
    try {
      await writePrivately(aside, kept, platform, () =>
        log.warn(
          `The disk of ${file} knows no permissions, so keys are not kept there, and tabs must be connected anew after a restart. Name a file on another disk with --token-file.`,
        ),
      );
      await rename(aside, file);
    } catch (error) {
      await rm(aside, { force: true });
      throw error;
    }
  } catch (error) {
    log.warn(`${file} cannot be written (${String(error)}); tabs must be connected anew after a restart.`);
  }
}

/** Keys go only into a file that others cannot read: FAT, network drives and Windows' disks in WSL show every file to all. */
async function writePrivately(
  file: string,
  { port, serverId, keys }: Kept,
  platform: NodeJS.Platform,
  onexposed: () => void,
): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  try {
    const mayHoldKeys = !isExposed(await handle.stat(), platform);
    if (!mayHoldKeys && keys.length > 0) onexposed();
    const text = JSON.stringify({ port, serverId, keys: mayHoldKeys ? keys.map(tokenOf) : [] });
    await handle.writeFile(`${text}\n`);
  } finally {
    await handle.close();
  }
}

/** On Windows a file in the user's folder is the user's, and modes say nothing. */
const isExposed = ({ mode }: { mode: number }, platform: NodeJS.Platform): boolean =>
  platform !== 'win32' && (mode & 0o077) !== 0;

/** False where the disk does not keep what is asked of it. */
async function makePrivate(file: string): Promise<boolean> {
  // Some disks refuse, others only take it: the mode that is there afterwards tells.
  await chmod(file, 0o600).catch(() => {});
  return !isExposed(await stat(file), 'linux');
}

/** Null when it is damaged. */
export function keptIn(text: string): Kept | null {
  try {
    const value: unknown = JSON.parse(text);
    if (!isRecord(value)) return null;
    const { port, serverId, keys } = value;
    const isPort = typeof port === 'number' && Number.isInteger(port) && port > 0 && port < 65_536;
    if (!isPort || typeof serverId !== 'string' || !/^[\w-]{16}$/.test(serverId)) return null;
    const read = Array.isArray(keys) ? keys.map((key) => keyIn(String(key))) : [null];
    return read.includes(null) ? null : { port, serverId, keys: read.filter((key) => key !== null) };
  } catch {
    return null;
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
