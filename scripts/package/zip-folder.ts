import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { type Zippable, zipSync } from 'fflate';

/** The first day that a zip can name, in local time, which is what zips hold: the same bytes wherever it is made. */
const NO_DAY = new Date(1980, 0, 1);

export type Files = Map<string, Uint8Array>;

/** All files of a folder by their path in it, with `/` on every system. */
export async function filesIn(folder: string, under = ''): Promise<Files> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const named = paths.map(async (path): Promise<[string, Uint8Array]> => {
    const name = relative(folder, path).split(sep).join('/');
    return [under + name, await readFile(path)];
  });
  return new Map(await Promise.all(named));
}

/** The same files give the same bytes: in one order, without dates, owners and rights. */
export function zip(files: Files): Uint8Array {
  const sorted = [...files].sort(([a], [b]) => (a < b ? -1 : 1));
  const entries: Zippable = Object.fromEntries(sorted);
  return zipSync(entries, { level: 9, mtime: NO_DAY, os: 0 });
}
