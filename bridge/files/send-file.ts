import { Failure } from '../../src/notebook/failure.ts';
import type { OwnFile } from './own-file.ts';
import { pump } from './pump.ts';
import type { Following } from './save-file.ts';

/** A file of the runtime that grows in pieces. */
export interface FarPart {
  /** Where it will be. */
  path: string;
  /** What is there of it already. */
  bytes: number;
  sha256: string;
  cut: (length: number) => Promise<void>;
  /** Gives how many bytes were written. */
  write: (offset: number, bytes: Buffer) => Promise<number>;
  /** Puts it into its place, if this is what it is. */
  finish: (sha256: string) => Promise<void>;
}

export interface Sent extends Record<string, unknown> {
  path: string;
  bytes: number;
  sha256: string;
}

/** Copies a file of the user's disk to the runtime, where it appears only when it is whole and right. */
export async function sendFile(file: OwnFile, far: FarPart, { signal, tell }: Following): Promise<Sent> {
  const from = await goOnFrom(file, far);
  // One is read after the other, however many are on their way: a piece that overtook another would leave a hole where
  // the transfer is cut off, and then it could not go on there.
  let turn: Promise<unknown> = Promise.resolve();
  await pump(
    { from, to: file.bytes, signal, tell },
    async ({ offset, length }) => {
      const reading = turn.then(() => file.read(offset, length));
      turn = reading;
      const bytes = await reading;
      if (bytes.length !== length) throw changed(file.path);
      return far.write(offset, bytes);
    },
    async (written, { length }) => {
      if (written !== length) throw changed(file.path);
    },
  );
  const sha256 = await file.hash();
  if (!(await file.isUnchanged())) throw changed(file.path);
  await far.finish(sha256);
  return { path: far.path, bytes: file.bytes, sha256 };
}

/** What is there already counts only if the file begins with the same bytes. */
async function goOnFrom(file: OwnFile, far: FarPart): Promise<number> {
  if (far.bytes === 0) return 0;
  if (far.bytes <= file.bytes && (await file.hash(far.bytes)) === far.sha256) return far.bytes;
  await far.cut(0);
  return 0;
}

const changed = (path: string): Failure =>
  new Failure(
    'conflict',
    `${path} was changed while it was copied, so it was not put into its place.`,
    'Call again when nobody writes to it.',
  );
