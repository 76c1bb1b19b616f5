import { createHash, randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { kernelFiles } from '../../../src/files/kernel-files.ts';
import { describePython } from '../../support/python.ts';
import { hasSmallDisks, smallDisk } from '../../support/small-disk.ts';
import type { TemporaryFolder } from '../../support/temporary-folder.ts';

const DISK = 200_000;
const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

describe.runIf(hasSmallDisks)('the disk of the runtime is full in the middle', () => {
  let disk: TemporaryFolder;
  beforeEach(async () => {
    disk = await smallDisk(DISK);
  });
  afterEach(() => disk.remove());

  describePython(
    'of a file that is sent',
    (python) => {
      it('says so, keeps nothing in its place, and goes on when there is room', async () => {
        const files = kernelFiles(python());
        const bytes = randomBytes(DISK / 2);
        const path = join(disk.path, 'there.bin');
        const whole = { path, name: 'there.bin', bytes: bytes.length, overwrite: false };
        const half = bytes.length / 2;
        expect(await files.begin(whole)).toMatchObject({ path, bytes: 0 });
        await files.write(path, 0, bytes.subarray(0, half).toString('base64'));
        writeFileSync(join(disk.path, 'other'), randomBytes(DISK - half - 8192));
        await expect(files.write(path, half, bytes.subarray(half).toString('base64'))).rejects.toMatchObject({
          kind: 'user_action_required',
          message: expect.stringContaining('no room'),
        });
        expect(await readdir(disk.path)).not.toContain('there.bin');

        await rm(join(disk.path, 'other'));
        const { bytes: there } = await files.begin(whole);
        await files.cut(path, half);
        expect(there).toBeGreaterThanOrEqual(half);
        await files.write(path, half, bytes.subarray(half).toString('base64'));
        await files.finish({ ...whole, sha256: sha256(bytes) });
        expect((await readFile(path)).equals(bytes)).toBe(true);
        expect(await readdir(disk.path)).toEqual(['there.bin']);
      });

      it('a file that would not fit is refused at once', async () => {
        const files = kernelFiles(python());
        const path = join(disk.path, 'large.bin');
        await expect(
          files.begin({ path, name: 'large.bin', bytes: DISK * 2, overwrite: false }),
        ).rejects.toMatchObject({ kind: 'user_action_required' });
        expect(await readdir(disk.path)).toEqual([]);
      });
    },
    ['ipython'],
  );
});
