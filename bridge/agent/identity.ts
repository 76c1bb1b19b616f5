import { INSTRUCTIONS, RUNTIME_INSTRUCTIONS } from '../../src/tools/instructions.ts';
import { isRecord } from '../../src/wire/json.ts';
import { VERSION } from '../version.ts';

const CONNECTING = 'If a call fails with not_connected, call open_colab_browser_connection first.';

/** What the bridge says of itself to the agent. */
export const serverInfo = { name: 'cellwire', title: 'Cellwire', version: VERSION };

export interface Identity {
  capabilities: {
    tools: { listChanged?: boolean };
    resources: { subscribe?: boolean; listChanged?: boolean };
    /** They are about notebooks: where there is none, they are not offered. */
    prompts?: Record<string, never>;
  };
  instructions: string;
}

export const notebookIdentity: Identity = {
  capabilities: {
    tools: { listChanged: true },
    resources: { subscribe: true, listChanged: true },
    prompts: {},
  },
  instructions: `${INSTRUCTIONS}\n${CONNECTING}`,
};

/** Without a browser there are the same tools from the first moment to the last. */
export const runtimeIdentity: Identity = {
  capabilities: { tools: {}, resources: {} },
  instructions: RUNTIME_INSTRUCTIONS,
};

/** Versions of MCP that begin with `initialize`. Asked for another, the MCP server says itself what it speaks. */
export const INITIALIZED_VERSIONS = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05', '2024-10-07'];

/**
 * What the MCP server will answer to this `initialize`, known before that server is loaded; null where only the
 * server itself can say.
 */
export function initializeResult(
  params: unknown,
  identity: Identity = notebookIdentity,
): Record<string, unknown> | null {
  if (!isRecord(params) || params._meta !== undefined) return null;
  const { protocolVersion, capabilities: offered, clientInfo } = params;
  if (typeof protocolVersion !== 'string' || !INITIALIZED_VERSIONS.includes(protocolVersion)) return null;
  if (!isRecord(offered) || !isRecord(clientInfo)) return null;
  if (typeof clientInfo.name !== 'string' || typeof clientInfo.version !== 'string') return null;
  return {
    protocolVersion,
    capabilities: identity.capabilities,
    serverInfo,
    instructions: identity.instructions,
  };
}
