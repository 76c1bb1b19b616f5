import { isRecord } from './json.ts';

/**
 * A bridge that several agents share has one link to a tab, and says with every call whose it is. An extension that does
 * not know of it takes all of them for one.
 */
export interface CallingAgent {
  /** Random, new with every conversation that an agent begins with the bridge. */
  id: string;
  /** What it calls itself. */
  name: string;
  /** It makes its first call to this tab: whatever happened there before, it has not seen. */
  isNew?: boolean;
}

/** In `_meta` of a request: the agent that makes it. */
const AGENT_META = 'cellwire/agent';

/** What the bridge tells the session when one of several agents is gone: `{ id }`. */
export const AGENT_LEFT_METHOD = 'cellwire/agent-left';

export function asCalledBy(agent: CallingAgent, params: Record<string, unknown>): Record<string, unknown> {
  const meta = isRecord(params._meta) ? params._meta : {};
  return { ...params, _meta: { ...meta, [AGENT_META]: agent } };
}

/** Null: the link speaks for one agent only. */
export function agentOfCall(meta: unknown): CallingAgent | null {
  const agent = isRecord(meta) ? meta[AGENT_META] : undefined;
  if (!isRecord(agent) || typeof agent.id !== 'string' || typeof agent.name !== 'string') return null;
  return { id: agent.id, name: agent.name, isNew: agent.isNew === true };
}
