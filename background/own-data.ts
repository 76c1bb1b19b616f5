/** Keys of bridges are there. By itself, Chrome opens it to content scripts, which live in the process of the page. */
export function closeOwnData(): void {
  void chrome.storage.local.setAccessLevel({ accessLevel: chrome.storage.AccessLevel.TRUSTED_CONTEXTS });
}
