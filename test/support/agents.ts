import type { Agent } from '../../src/agents/agent.ts';

export const CLAUDE: Agent = { id: 'claude', name: 'Claude Code', colour: 0 };
export const CODEX: Agent = { id: 'codex', name: 'Codex', colour: 1 };
