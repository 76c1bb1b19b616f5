import browser from 'webextension-polyfill';
import { isRecord } from '../src/wire/json.ts';
import type { WakeTab } from '../src/wire/messages.ts';
import { MOST_WAKE_MS } from '../src/wire/messages.ts';

/** Wakes a tab that asks for it while it has no link that could: see `tab-clock.ts`. */
export function wakeTabOnRequest(): void {
  browser.runtime.onMessage.addListener((message: unknown): Promise<void> | undefined => {
    if (!isWakeTab(message)) return undefined;
    return new Promise((resolve) => setTimeout(resolve, Math.min(message.ms, MOST_WAKE_MS)));
  });
}

function isWakeTab(message: unknown): message is WakeTab {
  return isRecord(message) && message.to === 'worker' && message.type === 'wake-tab';
}
