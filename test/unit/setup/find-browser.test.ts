import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { judge } from '../../../scripts/setup/find-browser.mjs';
import { onPosix } from '../../support/on-posix.ts';
import type { TemporaryFolder } from '../../support/temporary-folder.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const NO_LONGER = 'which no longer takes --load-extension. Chromium does.';

let folder: TemporaryFolder;

beforeEach(async () => {
  folder = await temporaryFolder('browsers (1)');
});

afterEach(() => folder.remove());

/** A program that answers every question like this. */
async function browserThat(script: string): Promise<string> {
  const path = join(folder.path, 'browser');
  await writeFile(path, `#!/bin/sh\n${script}\n`);
  await chmod(path, 0o755);
  return path;
}

onPosix.describe('a browser is judged by what it says of itself', () => {
  it.each([
    ['Google Chrome 156.0.7700.12', 'Google Chrome'],
    ['Google Chrome 157.0.1.1 beta', 'Google Chrome'],
    ['Microsoft Edge 156.0.1.2', 'Microsoft Edge'],
  ])('%s is refused, with the reason', async (version, brand) => {
    const path = await browserThat(`echo "${version}"`);
    expect(await judge(path)).toEqual({ refused: `${path} is ${brand}, ${NO_LONGER}` });
  });

  it.each(['Chromium 156.0.7700.12', 'Google Chrome for Testing 156.0.7700.12'])(
    '%s is fine',
    async (version) => {
      const path = await browserThat(`echo "${version}"`);
      expect(await judge(path)).toEqual({ browser: { path, version } });
    },
  );

  it('one that cannot start says why, and what to install', async () => {
    const complaint =
      'chrome: error while loading shared libraries: libnss3.so: cannot open shared object file';
    const path = await browserThat(`echo "${complaint}" >&2; exit 127`);
    expect(await judge(path)).toEqual({
      refused: `${path} cannot be started (${complaint}). Install what it lacks: npx playwright install-deps chromium`,
    });
  });

  it('one that ends without a word is told with its exit code', async () => {
    const path = await browserThat('exit 3');
    expect(await judge(path)).toEqual({ refused: `${path} cannot be started (exit code 3).` });
  });
});

describe('on Windows a browser is judged by its place', () => {
  const CHROME = 'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe';
  const BETA = 'C:\\Users\\u\\AppData\\Local\\Google\\Chrome SxS\\Application\\chrome.exe';
  const EDGE = 'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe';

  it.each([
    [CHROME, 'Google Chrome'],
    [BETA, 'Google Chrome'],
    [EDGE, 'Microsoft Edge'],
  ])('%s is refused, with the reason', async (path, brand) => {
    expect(await judge(path, 'win32')).toEqual({ refused: `${path} is ${brand}, ${NO_LONGER}` });
  });

  it("Playwright's own is fine", async () => {
    const place = join(folder.path, 'ms-playwright', 'chromium-1200', 'chrome-win64');
    await mkdir(place, { recursive: true });
    const path = join(place, 'chrome.exe');
    await writeFile(path, '');
    expect(await judge(path, 'win32')).toEqual({ browser: { path, version: '' } });
  });
});
