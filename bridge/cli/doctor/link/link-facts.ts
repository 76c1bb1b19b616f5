import type { Kept } from '../../../endpoint/keys-file.ts';
import { keptIn } from '../../../endpoint/keys-file.ts';
import { listenOn, PortTakenError } from '../../../endpoint/listen.ts';
import type { BridgeStatus } from '../../../tabs/bridge-status.ts';
import { askBridge } from './ask-bridge.ts';
import { awaitTabs } from './await-tabs.ts';

/** What is known of the port that tabs dial, and over it of the tabs. */
export interface LinkFacts {
  /** Null: none was used yet, so any free one will be taken. */
  port: number | null;
  /** `system`: nobody has it, but it cannot be had. */
  holder: 'nobody' | 'bridge' | 'stranger' | 'system';
  /** Null when nobody could be asked. */
  status: BridgeStatus | null;
}

/**
 * Where a bridge runs, it is asked what it knows. Where none does, tabs that were connected before dial its port for a
 * while: they are let in for a moment.
 */
export async function linkFacts(keptText: string | null, wanted: number | undefined): Promise<LinkFacts> {
  const kept = keptText === null ? null : keptIn(keptText);
  const port = wanted ?? kept?.port ?? null;
  if (port === null) return { port, holder: 'nobody', status: null };
  try {
    const listening = await listenOn(port);
    const tabs: Kept = kept ?? { port, serverId: '', keys: [] };
    return { port, holder: 'nobody', status: await awaitTabs(listening, tabs) };
  } catch (error) {
    if (!(error instanceof PortTakenError)) throw error;
    return { port, ...(await askBridge(port, kept?.keys ?? [])) };
  }
}
