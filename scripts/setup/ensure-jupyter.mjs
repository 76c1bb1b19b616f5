import { existsSync } from 'node:fs';
import { aptGet } from './apt-get.mjs';
import { succeeds } from './command.mjs';
import { findJupyter, has, interpreters, venvFolder, venvPython } from './find-jupyter.mjs';
import { say } from './say.mjs';

const DEBIAN_PACKAGES = ['jupyter-server', 'python3-ipykernel', 'python3-numpy', 'python3-pandas'];
/** Used where they are there: variables are saved with the first, tests look into what the others hold. */
const DEBIAN_EXTRAS = ['python3-dill', 'python3-scipy', 'python3-dask'];
const DEBIAN_DRAWING = ['python3-matplotlib', 'python3-matplotlib-inline'];
const PIP_PACKAGES = [
  'jupyter_server',
  'ipykernel',
  'numpy',
  'pandas',
  'matplotlib',
  'matplotlib-inline',
  'dill',
  'scipy',
  'dask',
];

export const NO_JUPYTER =
  'There is no Python with Jupyter here, and none could be set up: install jupyter_server, ipykernel, numpy, pandas and ' +
  'matplotlib for a Python 3, and name that one in CELLWIRE_PYTHON if it is not the python3 on the PATH.';

/** @returns {Promise<string | undefined>} a Python with Jupyter; undefined where none can be had */
export async function ensureJupyter() {
  const found = await findJupyter();
  if (found) return found;
  // Who names a Python wants that one: nothing else is installed behind their back.
  if (process.env.CELLWIRE_PYTHON) return undefined;
  for (const install of [installFromDebian, installWithPip]) {
    if (!(await install())) continue;
    const installed = await findJupyter();
    if (installed) return installed;
  }
  return undefined;
}

async function installFromDebian() {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return false;
  say('Installing Jupyter (apt-get install jupyter-server …), for the kernel of real IPython …');
  const packages = [...DEBIAN_PACKAGES, ...DEBIAN_DRAWING, ...DEBIAN_EXTRAS];
  return (await aptGet('update')) && (await aptGet('install', '-y', '--no-install-recommends', ...packages));
}

async function installWithPip() {
  for (const python of interpreters()) {
    // Debian's own Python comes without what makes environments.
    if (python === venvPython || !(await has(python, ['venv', 'ensurepip']))) continue;
    say('Installing Jupyter (pip install jupyter_server …) into .cache/jupyter …');
    const pip = ['-m', 'pip', 'install', '--quiet', '--retries', '1', '--timeout', '20', ...PIP_PACKAGES];
    const done =
      (await succeeds(python, ['-m', 'venv', '--clear', venvFolder], { quiet: true })) &&
      (await succeeds(venvPython, pip, { quiet: true }));
    if (done) return true;
  }
  return false;
}
