import type { Runtime } from 'webextension-polyfill';

/** Wakes a tab when it has asked to be: the browser holds back the timers of a hidden tab, and not those of this document. */
export function serveClock(port: Pick<Runtime.Port, 'postMessage' | 'onMessage' | 'onDisconnect'>): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  port.onMessage.addListener((ms: unknown) => {
    if (typeof ms !== 'number') return;
    clearTimeout(timer);
    timer = setTimeout(() => port.postMessage('wake'), ms);
  });
  port.onDisconnect.addListener(() => clearTimeout(timer));
}
