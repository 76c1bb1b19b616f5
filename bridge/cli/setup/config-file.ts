import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import {
  chmod,
  copyFile,
  mkdir,
  readdir,
  realpath,
  rename,
  rm,
  rmdir,
  stat,
  writeFile,
} from 'node:fs/promises';
import { dirname } from 'node:path';

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * Written aside and moved, so that a client never reads half a file; through links, which people keep their
 * configuration behind; with the rights of the file that was there. A new file is private: clients put keys into it.
 * @returns the outermost folder that had to be made for it
 */
export async function writeConfig(file: string, text: string): Promise<string | undefined> {
  const made = await mkdir(dirname(file), { recursive: true });
  const target = existsSync(file) ? await realpath(file) : file;
  const mode = existsSync(target) ? (await stat(target)).mode & 0o777 : 0o600;
  const aside = `${target}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    await writeFile(aside, text, { mode: 0o600, flag: 'wx' });
    await chmod(aside, mode);
    await rename(aside, target);
  } catch (error) {
    await rm(aside, { force: true });
    throw error;
  }
  return made;
}

/** A copy beside the file, under a name that is free, with the same rights. */
export async function backUp(file: string): Promise<string> {
  const names = [`${file}.before-cellwire`];
  while (names.some((name) => existsSync(name))) {
    const next = `${file}.before-cellwire-${names.length + 1}`;
    if (!existsSync(next)) return copy(file, next);
    names.push(next);
  }
  return copy(file, `${file}.before-cellwire`);
}

async function copy(file: string, to: string): Promise<string> {
  await copyFile(file, to);
  await chmod(to, (await stat(file)).mode & 0o777);
  return to;
}

/** Takes away a file of ours, and the folders that were made for it as far as they are empty. */
export async function removeConfig(file: string, madeFolder: string | undefined): Promise<void> {
  await rm(file, { force: true });
  if (madeFolder === undefined) return;
  for (let folder = dirname(file); folder.startsWith(madeFolder); folder = dirname(folder)) {
    if ((await readdir(folder)).length > 0) return;
    await rmdir(folder);
  }
}
