import { existsSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { outputOf } from './command.mjs';

/** The first version whose offscreen documents and session rules behave as the extension needs. */
export const OLDEST_BROWSER = 120;

/**
 * @typedef {{ path: string, version: string }} Browser
 * @typedef {{ browser: Browser } | { refused: string }} Verdict
 */

/**
 * Looks for a Chromium that loads unpacked extensions: the one in CELLWIRE_BROWSER, Playwright's own
 * download, one on the PATH.
 * @returns {Promise<{ browser?: Browser, refused: string[] }>} what was found, and why others were not good enough
 */
export async function findBrowser() {
  const named = process.env.CELLWIRE_BROWSER;
  const candidates = named ? [named] : [await playwrightDownload(), ...onPath(), ...wellKnown()];
  const refused = [];
  for (const path of candidates) {
    if (!path || !existsSync(path)) {
      if (path === named) refused.push(`${path} (CELLWIRE_BROWSER) does not exist.`);
      continue;
    }
    const verdict = await judge(path);
    if ('browser' in verdict) return { browser: verdict.browser, refused };
    refused.push(verdict.refused);
  }
  return { refused };
}

/**
 * @param {string} path
 * @returns {Promise<Verdict>}
 */
async function judge(path) {
  // Chrome on Windows opens a window when asked for its version, so it is taken at its word there.
  const version = process.platform === 'win32' ? '' : await outputOf(path, ['--version']);
  if (version === undefined) return { refused: `${path} does not answer --version.` };
  const [, branded] = /^(Google Chrome|Microsoft Edge) \d/.exec(version) ?? [];
  if (branded) {
    return { refused: `${path} is ${branded}, which no longer takes --load-extension. Chromium does.` };
  }
  // A snap sees neither the project's folder nor /tmp as we see them.
  if (/\bsnap\b/.test(version) || (await realpath(path)).includes('/snap')) {
    return { refused: `${path} is a snap, which cannot read an extension outside its own folders.` };
  }
  const major = Number(/(\d+)\.\d+\.\d+/.exec(version)?.[1] ?? OLDEST_BROWSER);
  if (major < OLDEST_BROWSER) return { refused: `${path} is version ${major}; ${OLDEST_BROWSER} is needed.` };
  return { browser: { path, version } };
}

async function playwrightDownload() {
  try {
    const { chromium } = await import('playwright');
    return chromium.executablePath();
  } catch {
    return undefined;
  }
}

function onPath() {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return ['chromium', 'chromium-browser'].flatMap((name) => folders.map((folder) => join(folder, name)));
}

function wellKnown() {
  return process.platform === 'darwin' ? ['/Applications/Chromium.app/Contents/MacOS/Chromium'] : [];
}
