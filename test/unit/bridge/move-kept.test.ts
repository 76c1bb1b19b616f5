import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { moveKept } from '../../../bridge/endpoint/move-kept.ts';
import { capturedLog } from '../../support/captured-log.ts';
import type { TemporaryFolder } from '../../support/temporary-folder.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

let folder: TemporaryFolder;
let from: string;
let to: string;

beforeEach(async () => {
  folder = await temporaryFolder('moved');
  [from, to] = [
    join(folder.path, 'Roaming', 'bridge.json'),
    join(folder.path, 'Local', 'cellwire', 'bridge.json'),
  ];
  await mkdir(join(folder.path, 'Roaming'));
});

afterEach(() => folder.remove());

async function move(): Promise<string[]> {
  const { log, lines } = capturedLog();
  await moveKept(from, to, log);
  return lines;
}

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

it('what an earlier version kept is moved once', async () => {
  await writeFile(from, 'kept');
  expect(await move()).toEqual([`Port and keys were moved from ${from} to ${to}.`]);
  expect([await isThere(from), await readFile(to, 'utf8')]).toEqual([false, 'kept']);
  expect(await move()).toEqual([]);
});

it('what is there already stays, and so does the old file', async () => {
  await writeFile(from, 'old');
  await mkdir(join(folder.path, 'Local', 'cellwire'), { recursive: true });
  await writeFile(to, 'new');
  expect(await move()).toEqual([]);
  expect([await readFile(from, 'utf8'), await readFile(to, 'utf8')]).toEqual(['old', 'new']);
});

it('where there was nothing, nothing is said', async () => {
  expect(await move()).toEqual([]);
  expect(await isThere(to)).toBe(false);
});

it('a move that fails is told, and the bridge starts without it', async () => {
  await writeFile(from, 'kept');
  // A file is where the folder should be.
  await writeFile(join(folder.path, 'Local'), '');
  expect(await move()).toEqual([expect.stringMatching(/^warning: .* could not be moved to .*: Error: E/)]);
});
