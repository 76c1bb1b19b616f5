import type { CallContext } from '../../src/tools/tool.ts';
import type { ConnectionOpener } from '../browser/connection-opener.ts';
import type { Timings } from '../limits.ts';
import type { TabRegistry } from '../tabs/tab-registry.ts';

/** What there is besides the notebook: the user's machine, and the tabs that are connected to it. */
export interface BridgeParts {
  tabs: TabRegistry;
  opener: ConnectionOpener;
  /** The address that connects the notebook of this address, or the one that is opened by default. */
  connectionUrl: (notebook?: string) => Promise<string>;
  timings: Timings;
}

/** What a tool of the bridge works with: one that needs the user's machine, not only the notebook. */
export interface BridgeContext extends CallContext, BridgeParts {}
