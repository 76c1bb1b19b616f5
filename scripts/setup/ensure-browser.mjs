import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { aptGet } from './apt-get.mjs';
import { projectRoot, succeeds } from './command.mjs';
import { findBrowser, OLDEST_BROWSER } from './find-browser.mjs';
import { SetupError, say } from './say.mjs';

/** @returns {Promise<string>} the path of a browser that can load the extension */
export async function ensureBrowser() {
  const found = await findBrowser();
  if (found.browser) return found.browser.path;
  for (const reason of found.refused) say(reason);
  // Who names a browser wants that one: nothing else is installed behind their back.
  if (process.env.CELLWIRE_BROWSER) {
    throw new SetupError(
      `Set CELLWIRE_BROWSER to the path of a Chromium ${OLDEST_BROWSER} or newer, or leave it out: then one is looked for, ` +
        'and installed if there is none.',
    );
  }
  for (const install of [installFromDebian, downloadWithPlaywright]) {
    if (!(await install())) continue;
    const { browser, refused } = await findBrowser();
    if (browser) return browser.path;
    // It is there and cannot be used, most often for want of a shared library: without the reason nobody finds out.
    for (const reason of refused) say(reason);
  }
  throw new SetupError(
    `Cellwire needs Chromium ${OLDEST_BROWSER} or newer and could not install one. Install it yourself ` +
      '(Debian: apt-get install chromium; elsewhere: npx playwright install chromium), ' +
      'or set CELLWIRE_BROWSER to the path of one.',
  );
}

async function installFromDebian() {
  // Ubuntu's chromium package is an empty shell around a snap.
  if (process.getuid?.() !== 0 || !(await isDebian())) return false;
  say('Installing Chromium (apt-get install chromium) …');
  return (
    (await aptGet('update')) &&
    (await aptGet('install', '-y', '--no-install-recommends', 'chromium', 'fonts-dejavu-core'))
  );
}

async function isDebian() {
  try {
    const release = await readFile('/etc/os-release', 'utf8');
    return /^ID(_LIKE)?=.*debian/m.test(release) && !/ubuntu/i.test(release);
  } catch {
    return false;
  }
}

async function downloadWithPlaywright() {
  say('Downloading Chromium (npx playwright install chromium) …');
  // As root on Linux the shared libraries that Chromium needs can be installed along with it.
  const withLibraries = process.platform === 'linux' && process.getuid?.() === 0 ? ['--with-deps'] : [];
  // By its script: npx is a .cmd file on Windows, which only a shell can start.
  const playwright = join(projectRoot, 'node_modules', 'playwright', 'cli.js');
  return succeeds(process.execPath, [playwright, 'install', ...withLibraries, 'chromium'], { quiet: true });
}
