import { ALLOW_ALL } from '../../src/policy/policy.ts';
import type { Stack } from './stack.ts';

/** The user lets agents do everything in the notebook without being asked. */
export async function allowAll({ browser, page }: Pick<Stack, 'browser' | 'page'>): Promise<void> {
  const worker = await browser.serviceWorker();
  const tabId = await worker.evaluate(
    async () => (await chrome.tabs.query({ url: 'https://colab.research.google.com/*' }))[0]?.id ?? -1,
  );
  const own = await browser.context.newPage();
  await own.goto(`chrome-extension://${browser.extensionId}/src/ui/popup/popup.html?tab=${tabId}`);
  await own.evaluate((message) => chrome.runtime.sendMessage(message), {
    ...{ to: 'worker', type: 'popup-policy', tabId, policy: ALLOW_ALL },
  });
  await own.close();
  await page.bringToFront();
}
