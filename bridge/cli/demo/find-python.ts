import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { isRecord } from '../../../src/wire/json.ts';
import { type Machine, pathsOf } from '../clients/machine.ts';
import { DemoFailure } from './demo-failure.ts';

/** What the demo's cells run in. */
export type DemoPython = { kernel: 'pyodide' } | { kernel: 'jupyter'; python: string };

const NEEDED = ['jupyter_server', 'ipykernel'];
const LOOK_MS = 10_000;

/**
 * Pyodide where it is installed beside us, as it then was on purpose, else a Python with Jupyter. Pyodide is not in the
 * package: it is ten times the size of all the rest.
 */
export async function findPython(
  packageFolder: string,
  machine: Machine,
  named?: string,
): Promise<DemoPython> {
  if (named === undefined && hasPyodide(packageFolder)) return { kernel: 'pyodide' };
  const candidates = named === undefined ? pythons(machine).filter((path) => existsSync(path)) : [named];
  for (const python of candidates) if (await hasJupyter(python)) return { kernel: 'jupyter', python };
  throw new DemoFailure(
    named === undefined
      ? missing(pyodideVersion(packageFolder))
      : `${named} is no Python with ${NEEDED.join(' and ')}.`,
  );
}

function hasPyodide(folder: string): boolean {
  try {
    createRequire(pathToCard(folder)).resolve('pyodide/pyodide.mjs');
    return true;
  } catch {
    return false;
  }
}

const pathToCard = (folder: string): string => `${folder}/package.json`;

/** The one that the playground is tested with. */
function pyodideVersion(folder: string): string {
  const card: unknown = JSON.parse(readFileSync(pathToCard(folder), 'utf8'));
  const packages = isRecord(card) ? card.devDependencies : undefined;
  return isRecord(packages) ? String(packages.pyodide) : 'latest';
}

function pythons(machine: Machine): string[] {
  const { env, platform } = machine;
  const { join, delimiter } = pathsOf(machine);
  const folders = (env.PATH ?? '').split(delimiter).filter(Boolean);
  const names = platform === 'win32' ? ['python.exe'] : ['python3', 'python'];
  const all = folders.flatMap((folder) => names.map((name) => join(folder, name)));
  return [...new Set([...(env.CELLWIRE_PYTHON ? [env.CELLWIRE_PYTHON] : []), ...all])];
}

/** Only whether the modules are there: importing them would take seconds. */
async function hasJupyter(python: string): Promise<boolean> {
  const script = `from importlib.util import find_spec; print(all(map(find_spec, ${JSON.stringify(NEEDED)})))`;
  try {
    const { stdout } = await promisify(execFile)(python, ['-c', script], { timeout: LOOK_MS });
    return stdout.trim() === 'True';
  } catch {
    return false;
  }
}

const missing = (
  version: string,
): string => `The demo's notebook needs a Python to run its cells in, and there is none with Jupyter here. Either

  npm install pyodide@${version}           where Cellwire is installed (with -g if that was so): Python inside the
                                      browser, 13 MB. Without installing anything:
                                      npx -p cellwire -p pyodide@${version} cellwire demo
  pip install ${NEEDED.join(' ')}    for your own Python; --python PATH names another than the one on the PATH

and then once more: cellwire demo. Your own Colab needs neither, it brings its Python along: cellwire setup`;
