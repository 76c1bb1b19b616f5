import { lstat, mkdir, realpath, stat, statfs } from 'node:fs/promises';
import { basename, dirname, join, parse } from 'node:path';
import { Failure } from '../../src/notebook/failure.ts';
import { homeFolder } from '../home-folder.ts';
import { outside, pathBelow, realFolder, requirePlainPath } from './checked-path.ts';
import { codeOf, diskFailure, exists } from './disk-failure.ts';
import { type OwnFile, openOwn, openToRead } from './own-file.ts';

/** Where a file is to be saved. */
export interface Target {
  path: string;
  overwrite: boolean;
}

/** The one folder of the user's disk whose files agents may have read and written. */
export class SaveFolder {
  readonly #given: string;
  readonly #isChosen: boolean;
  readonly #busy = new Set<string>();

  /** `chosen`: by the user. Otherwise it is the one that the program was started in. */
  constructor(chosen: string | undefined, startedIn: string = process.cwd()) {
    this.#given = chosen ?? startedIn;
    this.#isChosen = chosen !== undefined;
  }

  /** Where a file of this name is to be saved: nothing is in the way, or may be replaced. */
  async target(to: string | undefined, name: string, overwrite: boolean): Promise<Target> {
    const path = await this.#within(to ?? name, async (root, meant) => {
      const isFolder = to !== undefined && (/[\\/]$/.test(to) || (await isDirectory(meant)));
      if (isFolder) requirePlainPath(name);
      const whole = isFolder ? join(meant, basename(name)) : meant;
      const folder = await realFolder(root, dirname(whole), to ?? name);
      return join(folder, basename(whole));
    });
    const there = await lstat(path).catch(() => null);
    if (there?.isDirectory()) throw diskFailure(Object.assign(new Error(), { code: 'EISDIR' }), path);
    if (there && !overwrite) throw exists(path);
    return { path, overwrite };
  }

  /** Opens what is there of the file already. Nobody else writes it until it is closed. */
  async openPart({ path }: Target, bytes: number): Promise<OwnFile> {
    if (this.#busy.has(path)) throw isBusy(path);
    this.#busy.add(path);
    const release = (): void => void this.#busy.delete(path);
    try {
      const folder = dirname(path);
      const root = await this.#root();
      await mkdir(folder, { recursive: true });
      // It may be a link since we looked.
      if ((await realFolder(root, folder, path)) !== folder) throw outside(path, root);
      const part = await openOwn(join(folder, `.${basename(path)}.cellwire-part`), path, release);
      const free = await statfs(folder).then(({ bavail, bsize }) => bavail * bsize);
      if (bytes - part.bytes > free) {
        await part.discard();
        throw Object.assign(new Error(), { code: 'ENOSPC' });
      }
      return part;
    } catch (thrown) {
      release();
      throw diskFailure(thrown, path);
    }
  }

  /** A file that may be read. */
  async source(from: string): Promise<OwnFile> {
    return this.#within(from, async (root, meant) => {
      const real = await realpath(meant);
      if ((await realFolder(root, dirname(real), from)) !== dirname(real)) throw outside(from, root);
      return openToRead(real);
    });
  }

  async #within<Found>(given: string, find: (root: string, meant: string) => Promise<Found>): Promise<Found> {
    requirePlainPath(given);
    const root = await this.#root();
    const meant = pathBelow(root, given, this.#given);
    try {
      return await find(root, meant);
    } catch (thrown) {
      throw diskFailure(thrown, given);
    }
  }

  async #root(): Promise<string> {
    const root = await realpath(this.#given).catch((thrown: unknown) => {
      throw new Failure(
        'user_action_required',
        `The folder for files, ${this.#given}, cannot be opened (${codeOf(thrown)}).`,
        'Ask the user to make it, or to start cellwire with another --save-dir.',
      );
    });
    // Many MCP clients start their servers there: nobody has meant all files of the user by it.
    const home = homeFolder();
    const isHome = home !== undefined && root === (await realpath(home).catch(() => ''));
    const isTooWide = root === parse(root).root || isHome;
    if (this.#isChosen || !isTooWide) return root;
    throw new Failure(
      'user_action_required',
      `cellwire was started in ${root}, and no folder for files was chosen; nothing was read or written.`,
      'Ask the user to add --save-dir DIR to the command that starts cellwire.',
    );
  }
}

const isDirectory = (path: string): Promise<boolean> =>
  stat(path).then(
    (there) => there.isDirectory(),
    () => false,
  );

const isBusy = (path: string): Failure =>
  new Failure('conflict', `${path} is being written by another call.`, 'Wait for that one to end.');
