import browser from 'webextension-polyfill';

/** The window of the panel of each tab. */
const windows = new Map<number, number>();
const SIZE = { width: 440, height: 900 };

/**
 * Shows the panel of a tab in a window of its own: Firefox opens its sidebar for a click in the extension's pages alone,
 * not for one in a notebook.
 */
export async function showPanel(tabId: number): Promise<void> {
  const known = windows.get(tabId);
  if (known !== undefined && (await isBroughtToFront(known))) return;
  const url = `${browser.runtime.getURL('src/ui/panel/panel.html')}?tab=${tabId}`;
  const { id } = await browser.windows.create({ url, type: 'popup', ...SIZE });
  if (id !== undefined) windows.set(tabId, id);
}

/** False where the user has closed it. */
function isBroughtToFront(windowId: number): Promise<boolean> {
  return browser.windows.update(windowId, { focused: true }).then(
    () => true,
    () => false,
  );
}
