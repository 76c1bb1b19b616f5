import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { BrowserContext, Worker } from 'playwright';
import { chromium } from 'playwright';
import { withUtf8 } from '../../bridge/cli/demo/utf8-locale.ts';
import { projectRoot } from '../../scripts/setup/command.mjs';
import { findBrowser } from '../../scripts/setup/find-browser.mjs';
import type { Playground } from './playground.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** Where a playground listens, and by what its certificate is known. */
export type PlaygroundAddress = Pick<Playground, 'port' | 'certificatePin'>;

export interface LaunchOptions {
  /** Colab's addresses lead there. */
  playground: PlaygroundAddress;
  /** A built extension; `dist/extension` when left out. */
  extensionDir?: string;
  headed?: boolean;
  /** Another program than the browser that is found, which starts it. */
  executablePath?: string;
  /** Whether the playground counts as a public site, so that Local Network Access applies as it does to Colab. */
  public?: boolean;
  /** A folder that is there after the browser was closed; a new one, gone with the browser, when left out. */
  profile?: string;
  /** Whether the page that the extension shows once it is installed stays open. */
  keepsStartPage?: boolean;
}

export interface BrowserWithExtension {
  context: BrowserContext;
  extensionId: string;
  /** The extension's service worker; waits for it when it is not running. */
  serviceWorker(): Promise<Worker>;
  close(): Promise<void>;
}

const COLAB_HOSTS = ['colab.research.google.com', 'colab.google.com', '*.googleusercontent.com'];

/** What Playwright switches off, which a second list would undo; and pages for the address bar, which nobody types into. */
const UNUSED_FEATURES = [
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades'],
  ...['HttpsFirstBalancedModeAutoEnable', 'LensOverlay', 'MediaRouter', 'PaintHolding', 'OptimizationHints'],
  ...['ThirdPartyStoragePartitioning', 'NetworkTimeServiceQuerying', 'AimEnabled', 'PreconnectToSearch'],
  ...['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'],
];

export const extensionFolder = join(projectRoot, 'dist', 'extension');

/** A fresh Chromium with the extension loaded, in a profile that is gone afterwards. */
export async function launchWithExtension(options: LaunchOptions): Promise<BrowserWithExtension> {
  const executablePath = options.executablePath ?? (await browserPath());
  const profile = options.profile ? null : await temporaryFolder('profile');
  try {
    const context = await chromium.launchPersistentContext(options.profile ?? profile?.path ?? '', {
      executablePath,
      // Playwright's own headless switch picks the old headless mode, which has no extensions.
      headless: false,
      env: withUtf8(process),
      args: browserArguments(options),
      ignoreDefaultArgs: ['--disable-extensions'],
      viewport: { width: 1280, height: 900 },
    });
    const worker = await runningWorker(context).catch(async (error: unknown) => {
      await context.close();
      throw new Error(withoutExtension(executablePath), { cause: error });
    });
    await untilTrue(worker, IS_LISTENING);
    if (!options.keepsStartPage) await untilTrue(worker, CLOSES_START_PAGE);
    return {
      context,
      extensionId: new URL(worker.url()).host,
      serviceWorker: () => runningWorker(context),
      close: async () => {
        await context.close();
        await profile?.remove();
      },
    };
  } catch (error) {
    await profile?.remove();
    throw error;
  }
}

/** A browser that takes no extension from the command line starts all the same, and says nothing about it. */
const withoutExtension = (executablePath: string): string =>
  `${executablePath} has started, but without the extension in ${extensionFolder}. Google Chrome and Microsoft Edge no longer ` +
  'take one from the command line: set CELLWIRE_BROWSER to a Chromium, or leave it out. If it is one, is the extension built (npm run build)?';

export async function browserPath(): Promise<string> {
  const { browser, refused } = await findBrowser();
  if (!browser) throw new Error(['No browser that can load the extension.', ...refused].join(' '));
  return browser.path;
}

export function browserArguments(options: LaunchOptions): string[] {
  const { extensionDir = extensionFolder, headed = false } = options;
  const { port, certificatePin } = options.playground;
  const playground = `127.0.0.1:${port}`;
  return [
    ...(headed ? [] : ['--headless=new', '--disable-gpu']),
    // Chromium's sandbox refuses to start as root, which is who containers and CI run as.
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ...['--disable-quic', '--no-first-run', '--disable-background-networking'],
    ...['--disable-component-update', '--disable-sync'],
    `--disable-features=${UNUSED_FEATURES.join()}`,
    // Tests start Python in hundreds of pages, and run so little there that better code for it is never worth its making.
    ...(process.env.VITEST ? ['--js-flags=--liftoff-only'] : []),
    // A proxy would look Colab's addresses up by itself, and find the real site.
    '--no-proxy-server',
    `--disable-extensions-except=${extensionDir}`,
    `--load-extension=${extensionDir}`,
    `--host-resolver-rules=${COLAB_HOSTS.map((host) => `MAP ${host} ${playground}`).join(', ')}`,
    // Not all certificates: what comes by a faulty one is never cached, and every page would load Python anew.
    `--ignore-certificate-errors-spki-list=${certificatePin}`,
    ...(options.public === false ? [] : [`--ip-address-space-overrides=${playground}=public`]),
  ];
}

/**
 * Whether the worker listens for what it must see. A browser that has its extension for longer keeps that in mind; one
 * that has just loaded it learns it from the worker, and a page that is opened before goes unseen. As text, because this
 * file is also used where nothing is known of extensions. What the browser is told is told in order: once the storage
 * has answered, it knows the listener.
 */
export const IS_LISTENING = `(async () => {
  // The bench also loads extensions that listen for nothing.
  if (!chrome.webRequest) return true;
  const added = chrome.webRequest.onBeforeSendHeaders.hasListeners();
  await chrome.storage.session.get(['']);
  return added;
})()`;

/**
 * Every browser of ours has just got the extension, which then shows the user its start page: closed, so that each
 * begins as one that has the extension for longer. False as long as it is not there yet.
 */
export const CLOSES_START_PAGE = `(async () => {
  const { options_ui } = chrome.runtime.getManifest();
  // The bench also loads extensions, and earlier versions, that have none.
  if (!options_ui) return true;
  const documentUrls = [chrome.runtime.getURL(options_ui.page)];
  const [shown] = await chrome.runtime.getContexts({ contextTypes: ['TAB'], documentUrls });
  if (shown) await chrome.tabs.remove(shown.tabId);
  return shown !== undefined;
})()`;

async function untilTrue(worker: Worker, expression: string): Promise<void> {
  while (!(await worker.evaluate<boolean>(expression))) await pause(20);
}

async function runningWorker(context: BrowserContext): Promise<Worker> {
  return context.serviceWorkers()[0] ?? context.waitForEvent('serviceworker', { timeout: 15_000 });
}
