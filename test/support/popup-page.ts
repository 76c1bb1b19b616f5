import type { Page } from 'playwright';
import type { BrowserWithExtension } from './browser.ts';

/** The id by which the extension knows the tab of this page. */
export async function tabIdOf(page: Page, browser: BrowserWithExtension): Promise<number> {
  await page.bringToFront();
  const worker = await browser.serviceWorker();
  return worker.evaluate(
    async () => (await chrome.tabs.query({ active: true, currentWindow: true }))[0]?.id ?? -1,
  );
}

/** The popup of that tab, as a page of its own. */
export async function openPopup(tabId: number, browser: BrowserWithExtension): Promise<Page> {
  const popup = await browser.context.newPage();
  await popup.goto(`chrome-extension://${browser.extensionId}/src/ui/popup/popup.html?tab=${tabId}`);
  return popup;
}

/** What the panel's Stop does: an action of the tab's session, asked for by one of the extension's own pages. */
export function stopAll(popup: Page, tabId: number): Promise<void> {
  return popup.evaluate(
    (tab) =>
      new Promise<void>((resolve) => {
        const port = chrome.tabs.connect(tab, { name: 'cellwire-activity', frameId: 0 });
        port.onMessage.addListener((message: { type: string }) => {
          if (message.type === 'answer') resolve();
        });
        port.postMessage({ id: 1, action: 'stop', args: [] });
      }),
    tabId,
  );
}
