import type { Client } from '@modelcontextprotocol/client';
import type { Agent, Json } from '../../support/agent.ts';
import { callerOf, createAgent } from '../../support/agent.ts';

/** What a job costs whoever pays for an agent. */
export interface Cost {
  calls: number;
  /**
   * Arguments, and results as a model reads them: their text, which says what their data says, since there are clients
   * that show a model the one and clients that show it the other. Pictures are not counted.
   */
  characters: number;
  /** By tool, the dearest first. */
  byTool: Record<string, { calls: number; characters: number }>;
}

/** An agent whose calls are counted from `start` on. */
export interface CountingAgent {
  use: Agent['use'];
  /** Sets up what a user would have had before; not counted. */
  quietly: Agent;
  cost(): Cost;
}

const CALL_MS = 120_000;

/** `check`: whether results are as the output schemas of today say. */
export function countingAgent(client: Client, check: boolean): CountingAgent {
  const byTool = new Map<string, { calls: number; characters: number }>();
  const callQuietly = callerOf(client, CALL_MS);
  const checking = check ? [] : ([() => {}] as const);
  const counting = createAgent(callQuietly, ...checking);
  return {
    quietly: counting,
    async use(name, args: Json = {}) {
      const { text, data, isError } = await counting.ask(name, args);
      if (isError) throw new Error(`${name} failed: ${text}`);
      const before = byTool.get(name) ?? { calls: 0, characters: 0 };
      const characters = before.characters + JSON.stringify(args).length + text.length;
      byTool.set(name, { calls: before.calls + 1, characters });
      return data;
    },
    cost() {
      const rows = [...byTool].sort(([, a], [, b]) => b.characters - a.characters);
      const sum = (key: 'calls' | 'characters'): number => rows.reduce((all, [, row]) => all + row[key], 0);
      return { calls: sum('calls'), characters: sum('characters'), byTool: Object.fromEntries(rows) };
    },
  };
}

/**
 * A job as agents do it: with the tools as they were, one cell and one change at a time, and as they are. The work is
 * the same, and so is what the agent gets to know of it on the way, by looks or by what the calls return: each job
 * says what that is. A look that one side needs and the other has already had is the gain that is measured; a look that
 * nobody needs is on neither side.
 */
export interface Job {
  name: string;
  /** What is there before the agent comes. */
  setUp(agent: Agent): Promise<void>;
  before(agent: CountingAgent): Promise<void>;
  after(agent: CountingAgent): Promise<void>;
}

/** Adds a code cell and runs it: two calls, with the tools as they were. */
export async function addAndRun(agent: CountingAgent, code: string): Promise<string> {
  const { newCellId } = await agent.use('add_code_cell', { cellIndex: -1, language: 'python', code });
  await agent.use('execute_cell', { cellId: newCellId });
  return String(newCellId);
}

export function requireOk({ status, ...rest }: Json): void {
  if (status !== 'ok') throw new Error(`The notebook does not run: ${JSON.stringify(rest)}`);
}
