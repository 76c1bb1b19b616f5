import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isRecord } from '../../../src/wire/json.ts';

/** A copy of a folder of the package where it stays. False when it was there already, just like that. */
export async function unpack(from: string, to: string): Promise<boolean> {
  if (await isSame(from, to)) return false;
  await mkdir(dirname(to), { recursive: true });
  const fresh = `${to}.new`;
  const old = `${to}.old`;
  await Promise.all([fresh, old].map((folder) => rm(folder, { recursive: true, force: true })));
  await cp(from, fresh, { recursive: true });
  if (existsSync(to)) await rename(to, old);
  await rename(fresh, to);
  await rm(old, { recursive: true, force: true });
  return true;
}

export async function isSame(from: string, to: string): Promise<boolean> {
  if (!existsSync(to)) return false;
  const [wanted, there] = await Promise.all([filesIn(from), filesIn(to)]);
  if (wanted.length !== there.length || wanted.some((name, index) => name !== there[index])) return false;
  for (const name of wanted) {
    const [a, b] = await Promise.all([readFile(join(from, name)), readFile(join(to, name))]);
    if (!a.equals(b)) return false;
  }
  return true;
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length))
    .sort();
}

/** The version of the extension in a folder; undefined where there is none of ours. */
export async function extensionVersion(folder: string): Promise<string | undefined> {
  try {
    const manifest: unknown = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'));
    if (!isRecord(manifest) || manifest.name !== 'Cellwire') return undefined;
    return String(manifest.version);
  } catch {
    return undefined;
  }
}

/** Whether a folder may be replaced: it is not there, has nothing in it, or has our extension in it. */
export async function isFree(folder: string): Promise<boolean> {
  if (!existsSync(folder)) return true;
  return (await extensionVersion(folder)) !== undefined || (await readdir(folder)).length === 0;
}
