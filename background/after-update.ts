import { takeUp } from './carry-over.ts';
import { STARTER_FILE } from './injected-files.ts';

/**
 * Pages that were open when the extension was updated, reloaded or switched off have scripts of the version before, which
 * reach nobody any more. Each gets a starter of this version; it reports like any other, and finds the tab's links.
 * Where it has one already, or the page was there before the extension ever was, it does nothing.
 */
export async function goOnAfterUpdate(): Promise<void> {
  for (const { tabId } of (await takeUp()) ?? []) {
    // One that sleeps, or shows an error, has no scripts: it gets them when it loads.
    void chrome.scripting.executeScript({ target: { tabId }, files: [`/${STARTER_FILE}`] }).catch(() => {});
  }
}
