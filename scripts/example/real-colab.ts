import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/client';
import { startBridge } from '../../test/support/bridge.ts';
import { browserPath, extensionFolder } from '../../test/support/browser.ts';
import { scratchNotebook } from '../../test/support/stack.ts';
import { projectRoot } from '../setup/command.mjs';
import { startWindow } from './start-window.ts';

/** Signing in takes a human some minutes; the bridge waits about one at a time. */
const PATIENCE = 5;

const FOLDER = join(projectRoot, '.cache');

/**
 * A browser that has the extension for the first time opens the page before the extension listens: then nothing tells
 * that no other page led there, and it asks.
 */
export const IF_ASKED =
  'In the browser window, sign in to Google if it asks, and allow the example agent if Cellwire asks.';

interface BrowserWindow {
  /** Rejects, with the reason, when none comes up. */
  stays: Promise<unknown>;
  /** Settles when the user has closed it. */
  closed: Promise<unknown>;
  close(): void;
}

interface RealColabOptions {
  /** Where the browser's profile and the bridge's keys are kept. */
  folder?: string;
  openWindow?: (folder: string, link: string) => Promise<BrowserWindow>;
  /** The user does not want it any more. */
  signal: AbortSignal;
  say: (line: string) => void;
}

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
export async function openRealColab({
  folder = FOLDER,
  openWindow = startBrowser,
  signal,
  say,
}: RealColabOptions): Promise<RealColab> {
  await mkdir(folder, { recursive: true });
  // Beside the profile: the extension in there knows the bridge again by its keys, and does not ask a second time.
  const tokenFile = join(folder, 'colab-bridge.json');
  const colabUrl = scratchNotebook();
  const bridge = await startBridge({ colabUrl, clientName: 'Example agent', tokenFile });
  let browser: BrowserWindow | undefined;
  const close = async (): Promise<void> => {
    browser?.close();
    await bridge.close();
  };
  signal.addEventListener('abort', close, { once: true });
  try {
    for (let attempt = 1; ; attempt++) {
      // A browser that cannot start ends the wait, with its reason.
      const connected = await bridge.connect(async (link) => {
        browser ??= await openWindow(folder, link);
        await browser.stays;
      });
      if (connected) break;
      if (attempt === PATIENCE) throw new Error('The notebook did not connect. Is the extension loaded?');
      say(`Still waiting for the notebook. ${IF_ASKED}`);
    }
    return { client: bridge.client, closed: browser?.closed ?? Promise.resolve(), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function startBrowser(folder: string, link: string): Promise<BrowserWindow> {
  const { process, stays } = startWindow(await browserPath(), [
    `--user-data-dir=${join(folder, 'profile')}`,
    `--disable-extensions-except=${extensionFolder}`,
    `--load-extension=${extensionFolder}`,
    ...['--no-first-run', '--no-default-browser-check'],
    link,
  ]);
  return { stays, closed: once(process, 'exit'), close: () => process.kill() };
}
