import type { Runtime } from 'webextension-polyfill';
import browser from 'webextension-polyfill';
import type { OpenPanel } from '../src/wire/messages.ts';
import { showPanel } from './show-panel.ts';

/**
 * Shows the panel beside a tab when the user clicks for it in the page. A listener of its own, and not async: Chrome
 * opens the panel only within the user's gesture, which ends with the first wait.
 */
export function openPanelOnRequest(): void {
  browser.runtime.onMessage.addListener((message: unknown, sender: Runtime.MessageSender): undefined => {
    const { tab, frameId } = sender;
    // Only the top frame has a session; the panel is opened for the tab that it is in, whatever it says.
    if (!isOpenPanel(message) || tab?.id === undefined || frameId !== 0) return;
    showPanel(tab.id).catch((error: unknown) => {
      // Without a gesture, or in a window that can have no panel: nothing that the user has not seen already.
      console.warn('The panel was not opened.', error);
    });
  });
}

function isOpenPanel(message: unknown): message is OpenPanel {
  if (typeof message !== 'object' || message === null) return false;
  return 'to' in message && message.to === 'worker' && 'type' in message && message.type === 'open-panel';
}
