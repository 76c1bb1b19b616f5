import { ALLOW_ALL } from '../policy/policy.ts';
import type { Activity, TabState } from '../wire/pushed-state.ts';
import { ACTIVITY_PORT, tabStateKey } from '../wire/pushed-state.ts';

/** Of a tab that nothing has happened to. */
export const NO_LINKS: TabState = { links: [], waitingForConsent: [], policy: ALLOW_ALL };

/** Shows how a tab stands: at once, and again whenever that has changed. */
export async function watchTabState(tabId: number, onState: (state: TabState) => void): Promise<void> {
  const key = tabStateKey(tabId);
  const show = async (): Promise<void> => {
    const stored = await chrome.storage.session.get<Record<string, TabState>>(key);
    onState(stored[key] ?? NO_LINKS);
  };
  chrome.storage.session.onChanged.addListener((changes) => {
    if (key in changes) void show();
  });
  await show();
}

/** Shows what agents do in a tab. A tab without a session has nothing to show, and the Port ends at once. */
export function watchActivity(
  tabId: number,
  onActivity: (activity: Activity) => void,
  onEnd: () => void,
): void {
  const port = chrome.tabs.connect(tabId, { name: ACTIVITY_PORT, frameId: 0 });
  port.onMessage.addListener((activity: Activity) => onActivity(activity));
  port.onDisconnect.addListener(() => {
    // Chrome complains of an error that nobody looked at.
    void chrome.runtime.lastError;
    onEnd();
  });
}
