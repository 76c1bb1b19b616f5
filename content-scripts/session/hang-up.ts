import type { Runtime } from 'webextension-polyfill';

/** Ends a Port. In a page that an update of the extension has left behind, Chrome throws at everything, even at this. */
export function hangUp(port: Runtime.Port | null): void {
  try {
    port?.disconnect();
  } catch {
    // It has ended with its extension.
  }
}
