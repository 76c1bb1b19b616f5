import { Failure } from '../../src/notebook/failure.ts';
import { diskFailure, isFull } from './disk-failure.ts';
import type { OwnFile } from './own-file.ts';
import { pump } from './pump.ts';
import type { SaveFolder, Target } from './save-folder.ts';

/** A file of the runtime that can be read in pieces. */
export interface FarFile {
  path: string;
  bytes: number;
  read: (offset: number, length: number) => Promise<Buffer>;
  /** SHA-256 of its first bytes, or of all. */
  hash: (length?: number) => Promise<string>;
}

export interface Following {
  signal: AbortSignal;
  tell: (done: number) => void;
}

export interface Saved extends Record<string, unknown> {
  savedTo: string;
  bytes: number;
  sha256: string;
}

/** Copies a file of the runtime to its place on the user's disk, where it appears only when it is whole and right. */
export async function saveFile(
  far: FarFile,
  folder: SaveFolder,
  target: Target,
  { signal, tell }: Following,
): Promise<Saved> {
  const part = await folder.openPart(target, far.bytes);
  try {
    const from = await goOnFrom(part, far);
    await pump(
      { from, to: far.bytes, signal, tell },
      ({ offset, length }) => far.read(offset, length),
      async (bytes, { offset, length }) => {
        if (bytes.length !== length) throw changed(far.path);
        await part.write(offset, bytes);
      },
    );
    const sha256 = await part.hash();
    if (sha256 !== (await far.hash())) {
      await part.discard();
      throw changed(far.path);
    }
    await part.publish(target.path, target.overwrite);
    return { savedTo: target.path, bytes: far.bytes, sha256 };
  } catch (thrown) {
    // What fills the disk helps nobody.
    if (isFull(thrown)) await part.discard();
    throw diskFailure(thrown, target.path);
  } finally {
    await part.close();
  }
}

/** What is there already counts only if the file in the runtime begins with the same bytes. */
async function goOnFrom(part: OwnFile, far: FarFile): Promise<number> {
  const { bytes } = part;
  if (bytes === 0) return 0;
  if (bytes <= far.bytes && (await part.hash()) === (await far.hash(bytes))) return bytes;
  await part.cut(0);
  return 0;
}

const changed = (path: string): Failure =>
  new Failure(
    'conflict',
    `${path} was changed while it was copied, so nothing was saved.`,
    'Call again when nobody writes to it.',
  );
