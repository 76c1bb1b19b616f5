import type { Page } from 'playwright';
import type { OpenBrowser } from './open-notebook.ts';

/** The side panel of the tab that this page is, in a tab of its own. */
export async function openPanel({ browser, newPage }: OpenBrowser, page: Page): Promise<Page> {
  await page.bringToFront();
  const worker = await browser.serviceWorker();
  const tabId = await worker.evaluate(
    async () => (await chrome.tabs.query({ active: true, currentWindow: true }))[0]?.id ?? -1,
  );
  const panel = await newPage();
  await panel.goto(`chrome-extension://${browser.extensionId}/src/ui/panel/panel.html?tab=${tabId}`);
  return panel;
}
