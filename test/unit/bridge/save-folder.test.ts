import { createHash, randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { link, lstat, mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { requirePlainPath } from '../../../bridge/files/checked-path.ts';
import type { FarFile } from '../../../bridge/files/save-file.ts';
import { saveFile } from '../../../bridge/files/save-file.ts';
import { SaveFolder } from '../../../bridge/files/save-folder.ts';
import { CHUNK_BYTES } from '../../../src/wire/transfer.ts';
import { onPosix } from '../../support/on-posix.ts';
import { hasSmallDisks, smallDisk } from '../../support/small-disk.ts';
import type { TemporaryFolder } from '../../support/temporary-folder.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

let temporary: TemporaryFolder;
let root: string;
let out: string;
let folder: SaveFolder;

beforeEach(async () => {
  temporary = await temporaryFolder('save');
  root = join(temporary.path, 'in');
  out = join(temporary.path, 'out');
  await Promise.all([mkdir(root), mkdir(out)]);
  await writeFile(join(out, 'theirs.txt'), 'theirs');
  folder = new SaveFolder(root);
});
afterEach(() => temporary.remove());

const following = { signal: new AbortController().signal, tell: (): void => {} };

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

function farFile(bytes: Buffer, onRead: (offset: number) => void = () => {}): FarFile {
  return {
    path: '/content/far.bin',
    bytes: bytes.length,
    read: async (offset, length) => {
      onRead(offset);
      return bytes.subarray(offset, offset + length);
    },
    hash: async (length) => sha256(bytes.subarray(0, length)),
  };
}

describe('a path', () => {
  it.each(['../out/x', '../../etc/passwd', '/etc/passwd', 'a/../../out/x', '..'])(
    'that leads out is refused: %s',
    async (path) => {
      await expect(folder.target(path, 'x', true)).rejects.toMatchObject({ kind: 'denied' });
      await expect(folder.source(path)).rejects.toMatchObject({ kind: 'denied' });
    },
  );

  it.each(['a\nb', 'a\0b', 'a\u001b[2Jb', ' ', '\t'])('with %j in it is refused', async (path) => {
    await expect(folder.target(path, 'x', true)).rejects.toMatchObject({ kind: 'invalid_input' });
    await expect(folder.source(path)).rejects.toMatchObject({ kind: 'invalid_input' });
  });

  it.each([
    'CON',
    'nul.txt',
    'a\\aux.csv',
    'COM1',
    'x.txt:stream',
    'x.',
    'x ',
    '\\\\host\\share\\x',
    '//host/x',
  ])('that Windows takes for something else is refused there: %s', (path) => {
    expect(() => requirePlainPath(path, 'win32')).toThrow(expect.objectContaining({ kind: 'invalid_input' }));
  });

  it.each(['C:\\data\\x.csv', 'console.log', 'deep/..\\x', 'aux1.txt'])('is taken on Windows: %s', (path) => {
    expect(() => requirePlainPath(path, 'win32')).not.toThrow();
  });

  onPosix.it('through a link that leads out is refused, at any place in it', async () => {
    await symlink(out, join(root, 'link'));
    await symlink(join(out, 'theirs.txt'), join(root, 'file-link'));
    await expect(folder.target('link/new', 'x', false)).rejects.toMatchObject({ kind: 'denied' });
    await expect(folder.target('link/deep/new', 'x', false)).rejects.toMatchObject({ kind: 'denied' });
    await expect(folder.source('link/theirs.txt')).rejects.toMatchObject({ kind: 'denied' });
    await expect(folder.source('file-link')).rejects.toMatchObject({ kind: 'denied' });
  });

  onPosix.it('may be written from the root on, and through links that stay inside', async () => {
    await mkdir(join(root, 'real'));
    await symlink(join(root, 'real'), join(root, 'alias'));
    expect((await folder.target(join(root, 'x'), 'x', false)).path).toBe(join(root, 'x'));
    expect((await folder.target('alias/x', 'x', false)).path).toBe(join(root, 'real', 'x'));
    expect((await folder.target('real', 'name.bin', false)).path).toBe(join(root, 'real', 'name.bin'));
  });
});

describe('a file', () => {
  it('is saved whole, with nothing beside it; an empty one too', async () => {
    for (const size of [0, 1, CHUNK_BYTES, CHUNK_BYTES * 2 + 7]) {
      const bytes = randomBytes(size);
      const target = await folder.target(`deep/${size}.bin`, 'x', false);
      const saved = await saveFile(farFile(bytes), folder, target, following);
      expect(saved).toEqual({ savedTo: target.path, bytes: size, sha256: sha256(bytes) });
      expect((await readFile(target.path)).equals(bytes)).toBe(true);
    }
    expect(await readdir(join(root, 'deep'))).toHaveLength(4);
  });

  onPosix.it('is not saved where a link was put into the way meanwhile', async () => {
    await mkdir(join(root, 'deep'));
    const target = await folder.target('deep/x', 'x', false);
    await rename(join(root, 'deep'), join(root, 'away'));
    await symlink(out, join(root, 'deep'));
    await expect(saveFile(farFile(randomBytes(9)), folder, target, following)).rejects.toMatchObject({
      kind: 'denied',
    });
    expect(await readdir(out)).toEqual(['theirs.txt']);
  });

  onPosix.it('is not saved through a part that is a link, or has a second name', async () => {
    await symlink(join(out, 'theirs.txt'), join(root, '.a.cellwire-part'));
    await link(join(out, 'theirs.txt'), join(root, '.b.cellwire-part'));
    for (const name of ['a', 'b']) {
      const target = await folder.target(name, name, true);
      await expect(saveFile(farFile(randomBytes(9)), folder, target, following)).rejects.toMatchObject({
        kind: 'denied',
      });
    }
    expect(await readFile(join(out, 'theirs.txt'), 'utf8')).toBe('theirs');
  });

  it('replaces nothing unless that is wanted, not even what has just come', async () => {
    const target = await folder.target('x', 'x', false);
    const far = farFile(randomBytes(9), () => void writeFile(target.path, 'mine'));
    await expect(saveFile(far, folder, target, following)).rejects.toMatchObject({ kind: 'conflict' });
    expect(await readFile(target.path, 'utf8')).toBe('mine');
    await expect(folder.target('x', 'x', false)).rejects.toMatchObject({ kind: 'conflict' });
  });

  onPosix.it('replaces a link, and not what it leads to', async () => {
    await symlink(join(out, 'theirs.txt'), join(root, 'x'));
    const target = await folder.target('x', 'x', true);
    await saveFile(farFile(Buffer.from('new')), folder, target, following);
    expect((await lstat(join(root, 'x'))).isFile()).toBe(true);
    expect(await readFile(join(out, 'theirs.txt'), 'utf8')).toBe('theirs');
  });

  it('goes on where it was cut off, if it is still the same', async () => {
    const bytes = randomBytes(CHUNK_BYTES * 3);
    const target = await folder.target('x', 'x', false);
    const cut = farFile(bytes, (offset) => {
      if (offset > CHUNK_BYTES) throw new Error('cut');
    });
    await expect(saveFile(cut, folder, target, following)).rejects.toThrow();
    const asked: number[] = [];
    await saveFile(
      farFile(bytes, (offset) => asked.push(offset)),
      folder,
      target,
      following,
    );
    expect(asked[0]).toBeGreaterThan(0);
    expect((await readFile(target.path)).equals(bytes)).toBe(true);
  });

  it('begins anew if it is another one now', async () => {
    await writeFile(join(root, '.x.cellwire-part'), randomBytes(100));
    const bytes = randomBytes(1_000);
    const target = await folder.target('x', 'x', false);
    await saveFile(farFile(bytes), folder, target, following);
    expect((await readFile(target.path)).equals(bytes)).toBe(true);
  });

  it('is not saved if it is not what the runtime has', async () => {
    const target = await folder.target('x', 'x', false);
    const far = { ...farFile(randomBytes(1_000)), hash: async () => sha256(randomBytes(3)) };
    await expect(saveFile(far, folder, target, following)).rejects.toMatchObject({ kind: 'conflict' });
    expect(await readdir(root)).toEqual([]);
  });

  it('for which there is no room is refused before anything is written', async () => {
    const target = await folder.target('x', 'x', false);
    const far = { ...farFile(Buffer.alloc(0)), bytes: 1e18 };
    await expect(saveFile(far, folder, target, following)).rejects.toMatchObject({
      kind: 'user_action_required',
    });
    expect(await readdir(root)).toEqual([]);
  });
});

it.runIf(hasSmallDisks)(
  'a disk that is full in the middle: the file is not there, and nothing of it is left',
  async () => {
    const disk = await smallDisk(CHUNK_BYTES * 2);
    try {
      const onIt = new SaveFolder(disk.path);
      const target = await onIt.target('x', 'x', false);
      const bytes = randomBytes(CHUNK_BYTES + 1000);
      // Somebody else fills it when the first piece is on its way.
      const far = farFile(bytes, (offset) => {
        if (offset === 0) writeFileSync(join(disk.path, 'other'), randomBytes(CHUNK_BYTES + 5000));
      });
      await expect(saveFile(far, onIt, target, following)).rejects.toMatchObject({
        kind: 'user_action_required',
        message: expect.stringContaining('nothing was kept'),
      });
      expect(await readdir(disk.path)).toEqual(['other']);
      // With room again, the same call succeeds.
      await rm(join(disk.path, 'other'));
      await saveFile(farFile(bytes), onIt, target, following);
      expect((await readFile(target.path)).equals(bytes)).toBe(true);
    } finally {
      await disk.remove();
    }
  },
);

it('a folder that nobody has chosen is not all of the user’s files', async () => {
  for (const wide of ['/', homedir()]) {
    await expect(new SaveFolder(undefined, wide).target('x', 'x', false)).rejects.toMatchObject({
      kind: 'user_action_required',
    });
  }
  await expect(new SaveFolder(undefined, root).target('x', 'x', false)).resolves.toMatchObject({
    path: join(root, 'x'),
  });
});
