import type { CallContext } from '../../src/tools/tool.ts';
import type { ConnectionOpener } from '../browser/connection-opener.ts';
import type { LastNotebook } from '../browser/last-notebook.ts';
import type { SaveFolder } from '../files/save-folder.ts';
import type { Timings } from '../limits.ts';
import type { AgentTabs } from '../tabs/agent-tabs.ts';
import type { AgentName } from './agent-name.ts';

/** What there is besides the notebook: the user's machine, and the tabs that are connected to it. */
export interface BridgeParts {
  tabs: AgentTabs;
  opener: ConnectionOpener;
  /** The address that connects the notebook of this address, or the one that was connected last. */
  connectionUrl: (notebook?: string) => Promise<string>;
  timings: Timings;
  /** The notebook that was connected last. */
  last: LastNotebook;
  agent: AgentName;
  /** The files of the user's disk that agents may have read and written. */
  folder: SaveFolder;
}

/** What a tool of the bridge works with: one that needs the user's machine, not only the notebook. */
export interface BridgeContext extends CallContext, BridgeParts {}
