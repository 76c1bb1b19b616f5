import { constants } from 'node:fs';
import { copyFile, mkdir, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Log } from '../log.ts';

/** Moves what an earlier version kept elsewhere, so that tabs come back to this one too. A file that is here stays. */
export async function moveKept(from: string, to: string, log: Log): Promise<void> {
  try {
    await mkdir(dirname(to), { recursive: true, mode: 0o700 });
    // A copy, because the two may be on different disks.
    await copyFile(from, to, constants.COPYFILE_EXCL);
    await rm(from);
    log.info(`Port and keys were moved from ${from} to ${to}.`);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT' || code === 'EEXIST') return;
    log.warn(`${from} could not be moved to ${to}: ${String(error)}`);
  }
}
