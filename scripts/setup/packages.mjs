import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { npm, projectRoot } from './command.mjs';
import { SetupError, say } from './say.mjs';

/** @typedef {Record<string, { version?: string, optional?: boolean }>} Packages */

export async function ensurePackages() {
  const [wanted, installed] = await Promise.all([
    packagesIn('package-lock.json'),
    packagesIn('node_modules/.package-lock.json'),
  ]);
  if (holds(installed, wanted)) return;
  say('Installing the packages of package-lock.json (npm ci) …');
  // Scripts of packages are not run: none is needed, and a package that was tampered with could do anything in one.
  if (!(await npm('ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'))) {
    throw new SetupError(
      'npm ci failed, see above. Cellwire needs the npm registry once, to install its packages.',
    );
  }
}

/**
 * @param {string} lockfile
 * @returns {Promise<Packages>}
 */
async function packagesIn(lockfile) {
  try {
    return JSON.parse(await readFile(join(projectRoot, lockfile), 'utf8')).packages ?? {};
  } catch {
    return {};
  }
}

/**
 * Versions are compared rather than file times: a checkout touches the lockfile without changing it.
 * Optional packages are those of other systems, so they may be absent.
 * @param {Packages} installed
 * @param {Packages} wanted
 */
function holds(installed, wanted) {
  return Object.entries(wanted).every(
    ([path, { version, optional }]) => path === '' || optional || installed[path]?.version === version,
  );
}
