import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientOf } from '../../bridge/cli/clients/catalogue.ts';
import { findClient, serverOf } from '../../bridge/cli/clients/find-clients.ts';
import { extensionFolder } from '../../bridge/cli/setup/extension.ts';
import { BRIDGE_FILE, startBridge } from '../support/bridge.ts';
import { browserPath, launchWithExtension } from '../support/browser.ts';
import { type InstalledPackage, installPackage } from '../support/installed-package.ts';
import { startTestPlayground } from '../support/playground.ts';
import { scratchNotebook } from '../support/stack.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

describe('the package, installed', () => {
  let installed: InstalledPackage;

  beforeAll(async () => {
    installed = await installPackage();
  });
  afterAll(() => installed?.remove());

  it('connects a notebook after one command: what the agent starts, and what the browser loads', async () => {
    await installed.cellwire('setup', 'codex');
    const codex = clientOf('codex');
    if (!codex) throw new Error('codex');
    const machine = { platform: process.platform, env: {}, home: installed.home };
    const server = serverOf((await findClient(codex, machine)).entry);
    const playground = await startTestPlayground();
    const browser = await launchWithExtension({
      playgroundPort: playground.port,
      extensionDir: await extensionFolder(machine),
    });
    const bridge = await startBridge({ colabUrl: scratchNotebook(), file: server?.args[0] ?? '' });
    try {
      const page = browser.context.pages()[0] ?? (await browser.context.newPage());
      expect(await bridge.connect((link) => page.goto(link))).toBe(true);
    } finally {
      await bridge.close();
      await browser.close();
      await playground.close();
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
    expect(stdout).toContain('Done: 8 tool calls.');
    const picture = await readFile(join(folder.path, 'cellwire-demo.png'));
    expect(picture.subarray(1, 4).toString()).toBe('PNG');
    expect(await readdir(folder.path)).toEqual(['cellwire-demo.png']);
  } finally {
    await folder.remove();
  }
});
