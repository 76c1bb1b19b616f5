import type { Runtime } from 'webextension-polyfill';
import type { TabState } from '../src/wire/pushed-state.ts';
import { TAB_STATE_PORT_PREFIX } from '../src/wire/pushed-state.ts';

const watchers = new Map<Runtime.Port, number>();

/** If this Port is for that: somebody shows how a tab stands, and is told until the Port is closed. */
export function watchTab(port: Runtime.Port, state: (tabId: number) => Promise<TabState>): void {
  if (!port.name.startsWith(TAB_STATE_PORT_PREFIX)) return;
  const tabId = Number(port.name.slice(TAB_STATE_PORT_PREFIX.length));
  watchers.set(port, tabId);
  port.onDisconnect.addListener(() => watchers.delete(port));
  void state(tabId).then((now) => send(port, now));
}

/** The state of this tab is not what it was. Nothing is asked where nobody looks. */
export async function pushState(tabId: number, state: (tabId: number) => Promise<TabState>): Promise<void> {
  const ports = [...watchers].filter(([, watched]) => watched === tabId).map(([port]) => port);
  if (ports.length === 0) return;
  const now = await state(tabId);
  for (const port of ports) send(port, now);
}

function send(port: Runtime.Port, state: TabState): void {
  if (watchers.has(port)) port.postMessage(state);
}
