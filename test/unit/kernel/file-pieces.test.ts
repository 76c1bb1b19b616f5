import { randomBytes, randomUUID } from 'node:crypto';
import { readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { kernelFiles } from '../../../src/files/kernel-files.ts';
import type { Kernel } from '../../../src/notebook/kernel.ts';
import { describePython } from '../../support/python.ts';
import type { TemporaryFolder } from '../../support/temporary-folder.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const PIECE = 3_000;
const bytes = randomBytes(2 * PIECE);
const pieces = [bytes.subarray(0, PIECE), bytes.subarray(PIECE)].map((piece) => piece.toString('base64'));

let folder: TemporaryFolder;
beforeEach(async () => {
  folder = await temporaryFolder('pieces');
});
afterEach(() => folder.remove());

/** The first piece takes longer on its way than the second. */
function unevenly(put: (base64: string) => Promise<string | null>): Required<Kernel>['putFile'] {
  return async ({ base64 }) => {
    if (base64 === pieces[0]) await pause(100);
    return put(base64);
  };
}

const sizeOf = (path: string): Promise<number> =>
  stat(join(folder.path, `.${path}.cellwire-part`)).then(({ size }) => size);

describePython(
  'pieces of a file that are on their way at once',
  (python) => {
    it('are taken in their order, so that there is never a hole', async () => {
      const sizes: number[] = [];
      const files = kernelFiles({
        execute: async (...asked) => {
          const run = await python().execute(...asked);
          sizes.push(await sizeOf('there.bin'));
          return run;
        },
        putFile: unevenly(async (base64) => {
          const path = join(folder.path, randomUUID());
          await writeFile(path, Buffer.from(base64, 'base64'));
          return path;
        }),
      });
      const path = join(folder.path, 'there.bin');
      await files.begin({ path, name: 'there.bin', bytes: bytes.length, overwrite: false });
      await Promise.all([files.write(path, 0, pieces[0] ?? ''), files.write(path, PIECE, pieces[1] ?? '')]);
      expect(sizes).toEqual([0, PIECE, 2 * PIECE]);
    });

    it('are not taken after one that failed, nor left where they were put', async () => {
      const files = kernelFiles({
        execute: (...asked) => python().execute(...asked),
        putFile: unevenly(async (base64) => {
          if (base64 === pieces[0]) throw new Error('The page is gone.');
          await writeFile(join(folder.path, 'put'), Buffer.from(base64, 'base64'));
          return join(folder.path, 'put');
        }),
      });
      const path = join(folder.path, 'there.bin');
      await files.begin({ path, name: 'there.bin', bytes: bytes.length, overwrite: false });
      const written = await Promise.allSettled([
        files.write(path, 0, pieces[0] ?? ''),
        files.write(path, PIECE, pieces[1] ?? ''),
      ]);
      expect(written.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
      expect(await sizeOf('there.bin')).toBe(0);
      expect(await readdir(folder.path)).toEqual(['.there.bin.cellwire-part']);
    });
  },
  ['ipython'],
);
