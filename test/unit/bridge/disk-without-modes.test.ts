import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { loadKept, saveKept } from '../../../bridge/endpoint/keys-file.ts';
import { tokenOf } from '../../../src/wire/keys.ts';
import { capturedLog } from '../../support/captured-log.ts';
import type { TemporaryFolder } from '../../support/temporary-folder.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** FAT, many network drives, and Windows' disks in WSL: every file is everybody's, and a chmod changes nothing. */
vi.mock('node:fs/promises', async (importOriginal) => {
  const real = await importOriginal<typeof import('node:fs/promises')>();
  const exposed = async (found: Promise<{ mode: number }>) => Object.assign(await found, { mode: 0o100777 });
  return {
    ...real,
    chmod: async () => {},
    stat: (path: string) => exposed(real.stat(path)),
    open: async (...args: Parameters<typeof real.open>) => {
      const handle = await real.open(...args);
      const stat = handle.stat.bind(handle);
      return Object.assign(handle, { stat: () => exposed(stat()) });
    },
  };
});

const KEY = { id: 'K'.repeat(16), secret: 'S'.repeat(43) };
const KEPT = { port: 4711, serverId: 'N'.repeat(16), keys: [KEY] };

let folder: TemporaryFolder;
let file: string;

beforeEach(async () => {
  folder = await temporaryFolder('no-modes');
  file = join(folder.path, 'bridge.json');
});

afterEach(() => folder.remove());

it('keys are not put on a disk that shows them to all, and it is said what to do', async () => {
  const { log, lines } = capturedLog();
  await saveKept(file, KEPT, log, 'linux');
  expect(lines).toEqual([
    `warning: The disk of ${file} knows no permissions, so keys are not kept there, and tabs must be connected anew after a restart. Name a file on another disk with --token-file.`,
  ]);
  expect(await readFile(file, 'utf8')).not.toContain(KEY.secret);
});

it('port and name are kept there, and every start after that is quiet', async () => {
  const { log, lines } = capturedLog();
  await saveKept(file, { ...KEPT, keys: [] }, log, 'linux');
  expect(await loadKept(file, log, 'linux')).toEqual({ ...KEPT, keys: [] });
  expect(lines).toEqual([]);
});

it('keys that are there already are void, and nobody says that they are private now', async () => {
  await writeFile(file, JSON.stringify({ ...KEPT, keys: [tokenOf(KEY)] }));
  const { log, lines } = capturedLog();
  expect(await loadKept(file, log, 'linux')).toMatchObject({ port: KEPT.port, keys: [] });
  expect(lines).toEqual([
    `warning: ${file} could be read by others, who may know its keys: it cannot be made private, and they are void. Tabs must be connected once more.`,
  ]);
  expect(await readFile(file, 'utf8')).not.toContain(KEY.secret);
});

it('on Windows modes say nothing, and keys are kept', async () => {
  const { log, lines } = capturedLog();
  await saveKept(file, KEPT, log, 'win32');
  expect(await loadKept(file, log, 'win32')).toEqual(KEPT);
  expect(lines).toEqual([]);
});
