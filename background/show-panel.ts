/** Shows the panel beside a tab. Not async: Chrome opens it only within the user's gesture, which ends with the first wait. */
export function showPanel(tabId: number): Promise<void> {
  return chrome.sidePanel.open({ tabId });
}
