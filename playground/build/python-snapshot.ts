import { mkdir, rename, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { loadPyodide } from 'pyodide';
import type { Plugin } from 'vite';
import { PRELOADED, PYODIDE_FOLDER, SNAPSHOT_FILE } from '../server/paths.ts';

/**
 * Keeps a picture of Python's memory just after start-up. A page that begins from it is ready several times
 * sooner than one that starts the interpreter itself, which matters when a test opens many pages.
 */
export function pythonSnapshot(): Plugin {
  return {
    name: 'playground-python-snapshot',
    apply: 'build',
    async closeBundle() {
      if (await exists(SNAPSHOT_FILE)) return;
      // Told where it is: what it reads from a stack trace is wrong in a folder that has parentheses in its name.
      const pyodide = await loadPyodide({ indexURL: PYODIDE_FOLDER, _makeSnapshot: true });
      pyodide.runPython(`import ${PRELOADED}`);
      await mkdir(dirname(SNAPSHOT_FILE), { recursive: true });
      // Written aside and renamed, so that a build cut short leaves no half file behind.
      const draft = `${SNAPSHOT_FILE}.${process.pid}`;
      await writeFile(draft, pyodide.makeMemorySnapshot());
      await rename(draft, SNAPSHOT_FILE);
    },
  };
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
