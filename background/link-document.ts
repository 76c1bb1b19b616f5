/** The document that holds the links: an offscreen document, which lives on while the service worker sleeps. */

/** Not by `chrome.offscreen.hasDocument`, which the oldest Chrome that we run in does not have. */
export async function hasLinkDocument(): Promise<boolean> {
  const contextTypes = [chrome.runtime.ContextType.OFFSCREEN_DOCUMENT];
  return (await chrome.runtime.getContexts({ contextTypes })).length > 0;
}

export async function openLinkDocument(url: string): Promise<void> {
  await chrome.offscreen.createDocument({
    url,
    // Chrome has no reason for sockets. This one is the nearest: work beside the pages that must not end with the worker.
    reasons: [chrome.offscreen.Reason.WORKERS],
    justification: 'Holds the WebSocket to the server on this computer while the service worker sleeps.',
  });
}

export async function closeLinkDocument(): Promise<void> {
  await chrome.offscreen.closeDocument();
}
