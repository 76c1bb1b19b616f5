import { createHash, randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { SaveFolder } from '../../../bridge/files/save-folder.ts';
import { type FarPart, sendFile } from '../../../bridge/files/send-file.ts';
import { CHUNK_BYTES } from '../../../src/wire/transfer.ts';
import type { TemporaryFolder } from '../../support/temporary-folder.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const SIZE = CHUNK_BYTES * 3 + 7;
const following = { signal: new AbortController().signal, tell: (): void => {} };
const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

let temporary: TemporaryFolder;
let folder: SaveFolder;
beforeEach(async () => {
  temporary = await temporaryFolder('send');
  folder = new SaveFolder(temporary.path);
});
afterEach(() => temporary.remove());

/** A runtime that keeps what it was sent from one transfer to the next. */
class FarDisk {
  there = Buffer.alloc(0);
  finished: string | null = null;
  readonly written: number[] = [];
  onWrite: (offset: number) => void = () => {};

  part(): FarPart {
    return {
      path: '/content/far.bin',
      bytes: this.there.length,
      sha256: sha256(this.there),
      cut: async (length) => {
        this.there = this.there.subarray(0, length);
      },
      write: async (offset, bytes) => {
        this.onWrite(offset);
        this.written.push(offset);
        const grown = Buffer.alloc(Math.max(this.there.length, offset + bytes.length));
        this.there.copy(grown);
        bytes.copy(grown, offset);
        this.there = grown;
        return bytes.length;
      },
      finish: async (hash) => {
        if (hash !== sha256(this.there)) throw new Error('not what was sent');
        this.finished = hash;
      },
    };
  }
}

async function send(name: string, far: FarDisk): Promise<unknown> {
  const file = await folder.source(name);
  try {
    return await sendFile(file, far.part(), following);
  } finally {
    await file.close();
  }
}

it('a file that was cut off on its way goes on where it was, and only what is missing is sent', async () => {
  const bytes = randomBytes(SIZE);
  await writeFile(join(temporary.path, 'up.bin'), bytes);
  const far = new FarDisk();
  far.onWrite = (offset) => {
    if (offset >= CHUNK_BYTES * 2) throw new Error('cut');
  };
  await expect(send('up.bin', far)).rejects.toThrow('cut');
  expect(far.finished).toBeNull();
  expect(far.there).toHaveLength(CHUNK_BYTES * 2);

  far.onWrite = () => {};
  far.written.length = 0;
  expect(await send('up.bin', far)).toEqual({ path: '/content/far.bin', bytes: SIZE, sha256: sha256(bytes) });
  expect(far.written).toEqual([CHUNK_BYTES * 2, CHUNK_BYTES * 3]);
  expect(far.finished).toBe(sha256(bytes));
});

it('what is there of another file, or of more than there is, is not gone on from', async () => {
  const bytes = randomBytes(SIZE);
  await writeFile(join(temporary.path, 'up.bin'), bytes);
  for (const there of [randomBytes(CHUNK_BYTES), Buffer.concat([bytes, bytes])]) {
    const far = new FarDisk();
    far.there = there;
    await send('up.bin', far);
    expect(far.written[0]).toBe(0);
    expect(far.there.equals(bytes)).toBe(true);
  }
});

it('a file that is changed while it is sent is not put into its place', async () => {
  await writeFile(join(temporary.path, 'up.bin'), randomBytes(SIZE));
  const far = new FarDisk();
  far.onWrite = (offset) => {
    if (offset === CHUNK_BYTES) writeFileSync(join(temporary.path, 'up.bin'), randomBytes(10));
  };
  await expect(send('up.bin', far)).rejects.toMatchObject({ kind: 'conflict' });
  expect(far.finished).toBeNull();
});
