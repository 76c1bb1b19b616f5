import browser from 'webextension-polyfill';

/**
 * Shows the user what to do next, once: not after an update, nor when the extension is loaded again. It waits beside
 * what the user looks at: a browser may install extensions for itself while the user does something else.
 */
export function openStartPage(): void {
  browser.runtime.onInstalled.addListener(({ reason }) => {
    const page = browser.runtime.getManifest().options_ui?.page;
    if (reason === 'install' && page !== undefined)
      void browser.tabs.create({ url: browser.runtime.getURL(page), active: false });
  });
}
