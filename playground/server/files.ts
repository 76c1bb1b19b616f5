import { readFile } from 'node:fs/promises';
import { extname, join, normalize, sep } from 'node:path';

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.zip': 'application/zip',
};

export interface StoredFile {
  type: string;
  body: Buffer;
}

/** A folder read once per file: the assets and Pyodide do not change while the server runs. */
export class FileFolder {
  readonly #root: string;
  readonly #known = new Map<string, Promise<StoredFile | undefined>>();

  constructor(root: string) {
    this.#root = root;
  }

  read(path: string): Promise<StoredFile | undefined> {
    let file = this.#known.get(path);
    if (!file) {
      file = this.#load(path);
      this.#known.set(path, file);
    }
    return file;
  }

  async #load(path: string): Promise<StoredFile | undefined> {
    const full = normalize(join(this.#root, path));
    if (!full.startsWith(this.#root + sep)) return undefined;
    try {
      return { type: TYPES[extname(full)] ?? 'application/octet-stream', body: await readFile(full) };
    } catch {
      return undefined;
    }
  }
}
