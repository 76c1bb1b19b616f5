import type { PopupMessage, TabMessage } from '../../wire/messages.ts';

/** Has the worker do what the user wants; fails with words for the user. */
export async function tellWorker(message: PopupMessage): Promise<void> {
  const isDone: unknown = await chrome.runtime.sendMessage(message);
  if (!isDone) throw new Error('Cellwire does not answer.');
}

/** Asks the tab itself, so that Cellwire needs no permission to see the addresses of tabs. */
export async function isNotebook(tabId: number): Promise<boolean> {
  const message: TabMessage = { to: 'tab', type: 'where' };
  try {
    return Boolean(await chrome.tabs.sendMessage(tabId, message, { frameId: 0 }));
  } catch {
    return false;
  }
}

/** The tab that a page of ours is about, where its address says it: tests open such pages in tabs of their own. */
export function namedTab(): number | null {
  const named = new URLSearchParams(location.search).get('tab');
  return named === null ? null : Number(named);
}

export const faultOf = (thrown: unknown): string =>
  thrown instanceof Error ? thrown.message : String(thrown);
