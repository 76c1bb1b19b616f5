import { AgentName } from '../../../agent/agent-name.ts';
import { connectedNotebook } from '../../../browser/connected-notebook.ts';
import { Keys } from '../../../endpoint/keys.ts';
import type { Kept } from '../../../endpoint/keys-file.ts';
import type { Listening } from '../../../endpoint/listen.ts';
import { TabEndpoint } from '../../../endpoint/tab-endpoint.ts';
import { TIMINGS } from '../../../limits.ts';
import { Log } from '../../../log.ts';
import type { BridgeStatus } from '../../../tabs/bridge-status.ts';
import { statusOf } from '../../../tabs/bridge-status.ts';
import { TabRegistry } from '../../../tabs/tab-registry.ts';

/** What the tab shows as who is there. */
const NAME = 'cellwire doctor';

/** Is a bridge for a moment: lets in the tabs that know it, asks them how they stand, and ends. */
export async function awaitTabs(listening: Listening, kept: Kept): Promise<BridgeStatus> {
  // What goes wrong here shows in what is missing; the log of a bridge is not for this reader.
  const log = new Log(undefined, { write: () => {} });
  // Keys are used and not changed, so there is nothing to keep.
  const keys = new Keys(kept.serverId, kept.keys, async () => {});
  const tabs: TabRegistry = new TabRegistry({
    timings: TIMINGS,
    log,
    opened: Promise.resolve({ remembered: kept.keys.length > 0, keys }),
    agent: () => NAME,
    onaddress: () => {},
  });
  const endpoint = new TabEndpoint(listening.servers, {
    port: listening.port,
    keys,
    log,
    onsocket: (socket, proof) => void tabs.accept(socket, proof).catch(() => socket.terminate()),
    status: () => statusOf(tabs.present),
  });
  try {
    const { signal } = new AbortController();
    await tabs.whenReturned(TIMINGS.returnForCallMs, signal);
    await Promise.all(
      tabs.served.map((tab) => connectedNotebook(tab, new AgentName(), TIMINGS.initializeMs, signal)),
    );
    return statusOf(tabs.present);
  } finally {
    tabs.close();
    endpoint.close();
    endpoint.terminate();
  }
}
