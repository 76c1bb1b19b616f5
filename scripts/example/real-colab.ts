import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/client';
import { startBridge } from '../../test/support/bridge.ts';
import { browserPath, extensionFolder } from '../../test/support/browser.ts';
import { scratchNotebook } from '../../test/support/stack.ts';
import { projectRoot } from '../setup/command.mjs';
import { startWindow } from './start-window.ts';

/** Signing in takes a human some minutes; the bridge waits about one at a time. */
const PATIENCE = 5;

export interface RealColab {
  client: Client;
  /** Settles when the user has closed the browser. */
  closed: Promise<unknown>;
  close(): Promise<void>;
}

/**
 * The real site in a browser of its own profile, which stays for the next time. The browser is started
 * as a user would start it, with no automation attached: it is the user who signs in.
 */
export async function openRealColab(): Promise<RealColab> {
  const executable = await browserPath();
  const bridge = await startBridge({ colabUrl: scratchNotebook(), clientName: 'Example agent' });
  let browser: ChildProcess | undefined;
  const close = async (): Promise<void> => {
    browser?.kill();
    await bridge.close();
  };
  try {
    for (let attempt = 1; ; attempt++) {
      // A browser that cannot start ends the wait, with its reason.
      const connected = await bridge.connect(async (link) => {
        if (browser) return;
        const window = openBrowser(executable, link);
        browser = window.process;
        await window.stays;
      });
      if (connected) break;
      if (attempt === PATIENCE) throw new Error('The notebook did not connect. Is the extension loaded?');
      console.log('Still waiting for the notebook. Sign in to Google in the browser window if it asks.');
    }
    const closed = browser ? once(browser, 'exit') : Promise.resolve();
    return { client: bridge.client, closed, close };
  } catch (error) {
    await close();
    throw error;
  }
}

const openBrowser = (executable: string, link: string) =>
  startWindow(executable, [
    `--user-data-dir=${join(projectRoot, '.cache', 'profile')}`,
    `--disable-extensions-except=${extensionFolder}`,
    `--load-extension=${extensionFolder}`,
    ...['--no-first-run', '--no-default-browser-check'],
    link,
  ]);
