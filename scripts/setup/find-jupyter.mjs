import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { outputOf, projectRoot } from './command.mjs';

/** What the playground's Jupyter kernel needs, and the libraries that its tests draw and count with. */
const MODULES = ['jupyter_server', 'ipykernel', 'numpy', 'pandas', 'matplotlib', 'matplotlib_inline'];

const IS_WINDOWS = process.platform === 'win32';

/** The environment that the set-up makes for itself where the system offers none. */
export const venvFolder = join(projectRoot, '.cache', 'jupyter');
export const venvPython = IS_WINDOWS
  ? join(venvFolder, 'Scripts', 'python.exe')
  : join(venvFolder, 'bin', 'python');

/**
 * Looks for a Python that has Jupyter: the one in CELLWIRE_PYTHON, or any that is around. More than one is
 * asked, because the first on the PATH is often not the one that the system's packages are for.
 * @returns {Promise<string | undefined>}
 */
export async function findJupyter() {
  for (const python of interpreters()) if (await has(python, MODULES)) return python;
  return undefined;
}

/** @returns {string[]} every Python that exists, or the one that was named */
export function interpreters() {
  const named = process.env.CELLWIRE_PYTHON;
  if (named) return [named];
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/usr/local/bin'];
  const names = IS_WINDOWS ? ['python.exe'] : ['python3'];
  const paths = [venvPython, ...folders.flatMap((folder) => names.map((name) => join(folder, name)))];
  return [...new Set(paths)].filter((path) => existsSync(path));
}

/**
 * Only whether the modules are there: importing them all would take seconds.
 * @param {string} python
 * @param {string[]} modules
 */
export async function has(python, modules) {
  const script = `from importlib.util import find_spec; print(all(map(find_spec, ${JSON.stringify(modules)})))`;
  return (await outputOf(python, ['-c', script])) === 'True';
}
