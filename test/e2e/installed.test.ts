import { execFile } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BRIDGE_FILE } from '../support/bridge.ts';
import { browserPath } from '../support/browser.ts';
import { reportIn, troubleIn } from '../support/doctor.ts';
import { firstNotebook } from '../support/first-notebook.ts';
import { type InstalledPackage, installPackage } from '../support/installed-package.ts';
import { onPosix } from '../support/on-posix.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

describe('the package, installed', () => {
  let installed: InstalledPackage;

  beforeAll(async () => {
    installed = await installPackage();
  });
  afterAll(() => installed?.remove());

  it('connects a notebook after one command, and the doctor finds nothing wrong', async () => {
    const notebook = await firstNotebook(installed);
    try {
      // Tests have no display to open a browser on, which would be said.
      const words = ['doctor', '--json', '--no-browser', '--token-file', notebook.tokenFile];
      const { code, stdout } = await installed.cellwire(...words);
      expect(troubleIn(reportIn(stdout))).toEqual([]);
      expect(code).toBe(0);
    } finally {
      await notebook.close();
    }
  });
});

it('cellwire demo shows an agent at work, saves a picture and leaves nothing else', async () => {
  const folder = await temporaryFolder('demo');
  try {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [BRIDGE_FILE, 'demo', '--headless', '--browser', await browserPath()],
      { env: { ...process.env, TMPDIR: folder.path } },
    );
    expect(stdout).toMatch(/off by 0\.00\d+/);
    expect(stdout).toContain('Done: 20 tool calls');
    const picture = await readFile(join(folder.path, 'cellwire-demo.png'));
    expect(picture.subarray(1, 4).toString()).toBe('PNG');
    // Its height: the whole notebook, chart and conclusion included.
    expect(picture.readUInt32BE(20)).toBeGreaterThan(1_500);
    expect(await readdir(folder.path)).toEqual(['cellwire-demo.png']);
  } finally {
    await folder.remove();
  }
});

onPosix.it('cellwire demo says so where the browser does not let extensions run', async () => {
  const folder = await temporaryFolder('demo-without-extensions');
  const browser = join(folder.path, 'browser');
  const script = `#!/bin/sh\nexec '${await browserPath()}' --disable-extensions-except= "$@"\n`;
  await writeFile(browser, script, { mode: 0o755 });
  try {
    await expect(
      promisify(execFile)(process.execPath, [BRIDGE_FILE, 'demo', '--headless', '--browser', browser]),
    ).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`${browser} took the extension and does not let it run`),
    });
  } finally {
    await folder.remove();
  }
});
