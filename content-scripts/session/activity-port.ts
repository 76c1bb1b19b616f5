import type { Runtime } from 'webextension-polyfill';
import browser from 'webextension-polyfill';
import type { Journal } from '../../src/journal/journal.ts';
import type { Activity } from '../../src/wire/pushed-state.ts';
import { ACTIVITY_PORT } from '../../src/wire/pushed-state.ts';

/** Pushes what agents do and did to the extension's own pages, for as long as one of them looks. */
export function serveActivity(journal: Journal): () => void {
  /** Each with how to stop pushing to it. */
  const open = new Map<Runtime.Port, () => void>();
  const listen = (port: Runtime.Port): void => {
    if (port.name !== ACTIVITY_PORT) return;
    const push = (): void => port.postMessage(activityOf(journal));
    const stop = journal.onChange(push);
    open.set(port, stop);
    port.onDisconnect.addListener(() => {
      stop();
      open.delete(port);
    });
    push();
  };
  browser.runtime.onConnect.addListener(listen);
  return () => {
    browser.runtime.onConnect.removeListener(listen);
    for (const [port, stop] of open) {
      // Chrome does not tell the side that disconnects, and a call that ends later still changes the journal.
      stop();
      // Whoever looks opens it anew, on the notebook that is shown now.
      port.disconnect();
    }
    open.clear();
  };
}

function activityOf({ entries }: Journal): Activity {
  const ended = entries.filter(({ outcome }) => outcome !== 'running');
  return { now: entries.filter(({ outcome }) => outcome === 'running'), last: ended.at(-1) ?? null };
}
