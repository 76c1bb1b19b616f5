/** Shows the panel beside a tab, or in the window. Soon after the click: Chrome opens it for no other reason. */
export async function openPanel(tabId: number | null): Promise<void> {
  if (tabId !== null) return chrome.sidePanel.open({ tabId });
  const { id } = await chrome.windows.getCurrent();
  if (id !== undefined) await chrome.sidePanel.open({ windowId: id });
}
