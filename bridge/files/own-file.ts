import { createHash } from 'node:crypto';
import { constants, type Stats } from 'node:fs';
import { type FileHandle, link, lstat, open, realpath, rename, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Failure } from '../../src/notebook/failure.ts';
import { codeOf } from './disk-failure.ts';

const BLOCK = 1 << 20;
/** Not every system has them. */
const { O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;

/** An open file of the user's disk: the very one that stands at its path, which is no link. */
export class OwnFile {
  readonly path: string;
  readonly #handle: FileHandle;
  readonly #status: Stats;
  readonly #release: () => void;

  constructor(path: string, handle: FileHandle, status: Stats, release: () => void) {
    this.path = path;
    this.#handle = handle;
    this.#status = status;
    this.#release = release;
  }

  /** How long it was when it was opened. */
  get bytes(): number {
    return this.#status.size;
  }

  /** Whether it is as it was when it was opened. */
  async isUnchanged(): Promise<boolean> {
    const { size, mtimeMs } = await this.#handle.stat();
    return size === this.#status.size && mtimeMs === this.#status.mtimeMs;
  }

  async read(offset: number, length: number): Promise<Buffer> {
    const { bytesRead, buffer } = await this.#handle.read(Buffer.alloc(length), 0, length, offset);
    return buffer.subarray(0, bytesRead);
  }

  async write(offset: number, bytes: Buffer): Promise<void> {
    for (let done = 0; done < bytes.length; ) {
      const { bytesWritten } = await this.#handle.write(bytes, done, bytes.length - done, offset + done);
      done += bytesWritten;
    }
  }

  async cut(length: number): Promise<void> {
    await this.#handle.truncate(length);
  }

  /** SHA-256 of its first bytes, or of all, as they are on the disk. */
  async hash(length = Number.POSITIVE_INFINITY): Promise<string> {
    const hash = createHash('sha256');
    const block = Buffer.alloc(BLOCK);
    for (let at = 0; at < length; ) {
      const { bytesRead } = await this.#handle.read(block, 0, Math.min(BLOCK, length - at), at);
      if (bytesRead === 0) break;
      hash.update(block.subarray(0, bytesRead));
      at += bytesRead;
    }
    return hash.digest('hex');
  }

  /** Gives it the name it is for, all at once. */
  async publish(path: string, overwrite: boolean): Promise<void> {
    await this.#handle.sync();
    await requireSame(this.path, this.#status);
    if (overwrite) await rename(this.path, path);
    else await moveNew(this.path, path);
    await this.close();
  }

  async discard(): Promise<void> {
    await this.close();
    await unlink(this.path).catch(() => {});
  }

  async close(): Promise<void> {
    this.#release();
    await this.#handle.close().catch(() => {});
  }
}

/** Opens a file of ours, or makes it. `meant`: what it becomes, for the words of a failure. */
export async function openOwn(path: string, meant: string, release: () => void): Promise<OwnFile> {
  const handle = await open(path, constants.O_RDWR | constants.O_CREAT | O_NOFOLLOW, 0o666);
  return checked(path, handle, release, (status) => {
    // Another name of the same file may be one that must not be written.
    if (status.nlink > 1) throw notOurs(path, meant);
  });
}

/** `real`: a path without links. */
export async function openToRead(real: string): Promise<OwnFile> {
  const handle = await open(real, constants.O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  return checked(
    real,
    handle,
    () => {},
    () => {},
  );
}

async function checked(
  path: string,
  handle: FileHandle,
  release: () => void,
  check: (status: Stats) => void,
): Promise<OwnFile> {
  try {
    const status = await handle.stat();
    if (!status.isFile()) throw Object.assign(new Error('It is no file.'), { code: 'EISDIR' });
    check(status);
    await requireSame(path, status);
    return new OwnFile(path, handle, status, release);
  } catch (thrown) {
    await handle.close();
    throw thrown;
  }
}

/** Somebody may have put a link into the way between our looking and our opening. */
async function requireSame(path: string, { ino, dev }: Stats): Promise<void> {
  const there = await lstat(path);
  const isSame = there.ino === ino && there.dev === dev && !there.isSymbolicLink();
  if (isSame && (await realpath(dirname(path))) === dirname(path)) return;
  throw new Failure('denied', `Something else stands at ${path} now; it was left alone.`, 'Try again.');
}

/** Fails with EEXIST where something is at the place, also if it has just come. */
async function moveNew(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (thrown) {
    if (codeOf(thrown) === 'EEXIST') throw thrown;
    // No hard links on this disk.
    const there = await lstat(to).catch(() => null);
    if (there) throw Object.assign(new Error('There is a file.'), { code: 'EEXIST' });
    await rename(from, to);
    return;
  }
  await unlink(from);
}

const notOurs = (path: string, meant: string): Failure =>
  new Failure(
    'denied',
    `${path} has a second name, so it was not written to; ${meant} was not saved.`,
    'Ask the user to delete it, or use another name.',
  );
