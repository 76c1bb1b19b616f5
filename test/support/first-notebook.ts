import { join } from 'node:path';
import { clientOf } from '../../bridge/cli/clients/catalogue.ts';
import { findClient, serverOf } from '../../bridge/cli/clients/find-clients.ts';
import { extensionFolder } from '../../bridge/cli/setup/extension.ts';
import { startBridge } from './bridge.ts';
import { launchWithExtension } from './browser.ts';
import type { InstalledPackage } from './installed-package.ts';
import { startTestPlayground } from './playground.ts';
import { scratchNotebook } from './stack.ts';

export interface FirstNotebook {
  /** Of the bridge. */
  tokenFile: string;
  /** What each step took. */
  setupMs: number;
  connectMs: number;
  close: () => Promise<void>;
}

/** What a user does who has installed the package: sets an agent up, loads the extension, and lets the agent connect. */
export async function firstNotebook(installed: InstalledPackage): Promise<FirstNotebook> {
  const closers: Array<() => Promise<unknown>> = [];
  const close = async (): Promise<void> => {
    for (const closer of closers.splice(0).reverse()) await closer();
  };
  try {
    const playground = await startTestPlayground();
    closers.push(() => playground.close());
    const started = performance.now();
    const { code, stderr } = await installed.cellwire('setup', 'codex');
    if (code !== 0) throw new Error(stderr);
    const setupMs = performance.now() - started;

    const codex = clientOf('codex');
    const machine = { platform: process.platform, env: {}, home: installed.home };
    const server = codex && serverOf((await findClient(codex, machine)).entry);
    if (!server) throw new Error('Codex has no server.');
    const browser = await launchWithExtension({
      playground,
      extensionDir: await extensionFolder(machine),
    });
    closers.push(() => browser.close());
    const tokenFile = join(installed.home, 'kept', 'bridge.json');
    const bridge = await startBridge({ colabUrl: scratchNotebook(), tokenFile, file: server.args[0] ?? '' });
    closers.push(() => bridge.close());
    const page = browser.context.pages()[0] ?? (await browser.context.newPage());
    if (!(await bridge.connect((link) => page.goto(link)))) throw new Error(bridge.log());
    return { tokenFile, setupMs, connectMs: performance.now() - started - setupMs, close };
  } catch (error) {
    await close();
    throw error;
  }
}
