import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/client';
import type { Page } from 'playwright';
import type { RunningBridge } from './bridge.ts';
import { bridgeIn, startBridge } from './bridge.ts';
import type { BrowserWithExtension } from './browser.ts';
import { launchWithExtension } from './browser.ts';
import type { KernelName, Playground } from './playground.ts';
import { startTestPlayground } from './playground.ts';
import { Problems } from './problems.ts';

export interface StackOptions {
  /** A variant of the playground, for example `no-tools-service`. */
  variant?: string;
  /** How many cells the notebook has; one that is empty when left out. */
  cells?: number;
  /** The kernel of the playground; Jupyter's must be installed, see `findJupyter`. */
  kernel?: KernelName;
  headed?: boolean;
  clientName?: string;
  /** A folder with the extension and the bridge of another version in `dist/`. */
  build?: string;
  /** Where the bridge may read and write files. */
  saveDir?: string;
}

/** Everything from the agent's MCP client to the Python kernel, as a user has it. */
export interface Stack {
  playground: Playground;
  browser: BrowserWithExtension;
  bridge: RunningBridge;
  client: Client;
  /** The tab with the notebook. */
  page: Page;
  problems: Problems;
  close(): Promise<void>;
}

export function scratchNotebook(variant?: string, cells?: number): string {
  const url = new URL('https://colab.research.google.com/notebooks/empty.ipynb');
  if (variant) url.searchParams.set('variant', variant);
  if (cells !== undefined) url.searchParams.set('cells', String(cells));
  return url.href;
}

export async function startStack(options: StackOptions = {}): Promise<Stack> {
  const closers: Array<() => Promise<unknown>> = [];
  // The last to start is the first to end, so nobody sees the ground go from under their feet.
  const close = async (): Promise<void> => {
    for (const closer of closers.splice(0).reverse()) await closer();
  };
  try {
    const playground = await startTestPlayground(options.kernel);
    closers.push(() => playground.close());
    const browser = await launchWithExtension({
      playground,
      headed: options.headed ?? false,
      ...(options.build ? { extensionDir: join(options.build, 'dist', 'extension') } : {}),
    });
    closers.push(() => browser.close());
    const problems = await Problems.watch(browser.context);
    const bridge = await startBridge({
      colabUrl: scratchNotebook(options.variant, options.cells),
      ...(options.clientName ? { clientName: options.clientName } : {}),
      ...(options.build ? { file: bridgeIn(options.build) } : {}),
      ...(options.saveDir ? { saveDir: options.saveDir } : {}),
    });
    closers.push(() => bridge.close());
    const page = browser.context.pages()[0] ?? (await browser.context.newPage());
    if (!(await bridge.connect((link) => page.goto(link)))) {
      throw new Error(`The tab did not connect. ${[bridge.log(), ...problems.found].join('\n')}`);
    }
    return { playground, browser, bridge, client: bridge.client, page, problems, close };
  } catch (error) {
    await close();
    throw error;
  }
}
