import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { version } from 'pyodide';

const REPOSITORY = fileURLToPath(new URL('../../', import.meta.url));

export const BUILT_FOLDER = join(REPOSITORY, 'dist', 'playground');
export const PYODIDE_FOLDER = join(REPOSITORY, 'node_modules', 'pyodide');
export const SNAPSHOT_FOLDER = join(REPOSITORY, '.cache', 'playground');
/** Named by version: a picture of one Pyodide's memory is of no use to another. */
export const SNAPSHOT_NAME = `pyodide-${version}.snapshot`;
export const SNAPSHOT_FILE = join(SNAPSHOT_FOLDER, SNAPSHOT_NAME);
