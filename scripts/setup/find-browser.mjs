import { existsSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { answerOf } from './command.mjs';

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
 * @param {NodeJS.Platform} [platform]
 * @returns {Promise<Verdict>}
 */
export async function judge(path, platform = process.platform) {
  // Chrome on Windows opens a window when asked for its version, so it is known by its place there.
  const answer = platform === 'win32' ? { text: '' } : await answerOf(path, ['--version']);
  if ('reason' in answer) {
    const libraries = /shared librar/.test(answer.reason)
      ? ' Install what it lacks: npx playwright install-deps chromium'
      : '';
    return { refused: `${path} cannot be started (${answer.reason}).${libraries}` };
  }
  const version = answer.text;
  const branded = brandOf(path, version);
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

/**
 * Chrome for Testing is none: it takes extensions.
 * @param {string} path
 * @param {string} version what it says of itself; nothing where it was not asked
 */
function brandOf(path, version) {
  const [, told] = /^(Google Chrome|Microsoft Edge)(?! for Testing)/.exec(version) ?? [];
  if (told || version) return told;
  if (/[\\/]msedge\.exe$/i.test(path)) return 'Microsoft Edge';
  return /[\\/]Google[\\/]Chrome( Beta| Dev| SxS)?[\\/]/i.test(path) ? 'Google Chrome' : undefined;
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
  const ending = process.platform === 'win32' ? '.exe' : '';
  return [`chromium${ending}`, `chromium-browser${ending}`].flatMap((name) =>
    folders.map((folder) => join(folder, name)),
  );
}

function wellKnown() {
  return process.platform === 'darwin' ? ['/Applications/Chromium.app/Contents/MacOS/Chromium'] : [];
}
