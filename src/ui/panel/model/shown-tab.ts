import { namedTab } from '../../shared/tell.ts';

/** Tells which tab the panel is about: the one named in its address, or the active one of its window. */
export async function watchShownTab(onTab: (tabId: number | null) => void): Promise<void> {
  const named = namedTab();
  if (named !== null) {
    onTab(named);
    return;
  }
  const { id: windowId } = await chrome.windows.getCurrent();
  chrome.tabs.onActivated.addListener((active) => {
    if (active.windowId === windowId) onTab(active.tabId);
  });
  const [tab] = await chrome.tabs.query({ active: true, currentWindow: true });
  onTab(tab?.id ?? null);
}

/** Brings a tab before the user's eyes, in whichever window it is. */
export async function goToTab(tabId: number): Promise<void> {
  const tab = await chrome.tabs.update(tabId, { active: true });
  if (tab) await chrome.windows.update(tab.windowId, { focused: true });
}
