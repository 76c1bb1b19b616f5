import browser from 'webextension-polyfill';

/** Shows the panel in the sidebar of the window, which follows the active tab. Only within the click itself. */
export function openPanel(): Promise<void> {
  return browser.sidebarAction.open();
}
