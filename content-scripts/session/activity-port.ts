import type { Runtime } from 'webextension-polyfill';
import browser from 'webextension-polyfill';
import type { Journal } from '../../src/journal/journal.ts';
import type { Activity } from '../../src/wire/pushed-state.ts';
import { ACTIVITY_PORT } from '../../src/wire/pushed-state.ts';

/** Pushes what agents do and did to the extension's own pages, for as long as one of them looks. */
export function serveActivity(journal: Journal): () => void {
  const open = new Set<Runtime.Port>();
  const listen = (port: Runtime.Port): void => {
    if (port.name !== ACTIVITY_PORT) return;
    open.add(port);
    const push = (): void => port.postMessage(activityOf(journal));
    const stop = journal.onChange(push);
    port.onDisconnect.addListener(() => {
      stop();
      open.delete(port);
    });
    push();
  };
  browser.runtime.onConnect.addListener(listen);
  return () => {
    browser.runtime.onConnect.removeListener(listen);
    // Whoever looks opens it anew, on the notebook that is shown now.
    for (const port of open) port.disconnect();
  };
}

function activityOf({ entries }: Journal): Activity {
  const ended = entries.filter(({ outcome }) => outcome !== 'running');
  return { now: entries.filter(({ outcome }) => outcome === 'running'), last: ended.at(-1) ?? null };
}
