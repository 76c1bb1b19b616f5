import type { Page } from 'playwright';
import { afterAll, beforeAll } from 'vitest';
import type { BrowserWithExtension } from './browser.ts';
import { launchWithExtension } from './browser.ts';
import type { KernelName, Playground } from './playground.ts';
import { startTestPlayground } from './playground.ts';
import { Problems } from './problems.ts';

export const COLAB = 'https://colab.research.google.com';
export const SCRATCH = `${COLAB}/notebooks/empty.ipynb`;

export interface OpenBrowser {
  browser: BrowserWithExtension;
  problems: Problems;
  newPage: () => Promise<Page>;
}

/** One playground and one browser with the extension for a whole test file; the servers are the tests' own. */
export function useBrowser(kernel?: KernelName): () => OpenBrowser {
  let playground: Playground;
  let opened: OpenBrowser;
  beforeAll(async () => {
    playground = await startTestPlayground(kernel);
    const browser = await launchWithExtension({ playground });
    const problems = await Problems.watch(browser.context);
    opened = { browser, problems, newPage: () => browser.context.newPage() };
  });
  afterAll(async () => {
    await opened?.browser.close();
    await playground?.close();
  });
  return () => opened;
}
