import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isRecord } from '../../src/wire/json.ts';

/** What this program was installed with. */
export interface PackageFiles {
  folder: string;
  /** What a client starts. */
  program: string;
  /** The built extension. */
  extension: string;
  /** The playground's server. */
  playground: string;
}

/** Looked for upwards from here: the program is one of many files once it is built. */
export function packageFiles(from = dirname(fileURLToPath(import.meta.url))): PackageFiles {
  let folder = from;
  while (!isOurs(folder)) {
    const parent = dirname(folder);
    if (parent === folder) throw new Error(`Cellwire's own files are not around ${from}: install it anew.`);
    folder = parent;
  }
  return {
    folder,
    program: join(folder, 'dist', 'bridge', 'cellwire.js'),
    extension: join(folder, 'dist', 'extension'),
    playground: join(folder, 'dist', 'playground-server', 'main.js'),
  };
}

function isOurs(folder: string): boolean {
  const file = join(folder, 'package.json');
  if (!existsSync(file)) return false;
  const card: unknown = JSON.parse(readFileSync(file, 'utf8'));
  return isRecord(card) && card.name === 'cellwire';
}
