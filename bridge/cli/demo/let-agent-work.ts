import type { Client } from '@modelcontextprotocol/client';
import { AgentLoop } from '../agent/agent-loop.ts';
import { Approvals } from '../agent/approvals.ts';
import { Budget } from '../agent/budget.ts';
import { readScript } from '../agent/script.ts';
import { ScriptPlanner } from '../agent/script-planner.ts';
import { toolsOf } from '../agent/tool-server.ts';
import { Transcript } from '../agent/transcript.ts';
import plan from './pi-darts.json' with { type: 'json' };

export interface ExampleOptions {
  /** Waited before each call, for a human who wants to watch. */
  paceMs: number;
  signal: AbortSignal;
  write: (text: string) => void;
  /** Where the transcript is kept as well, as lines of JSON. */
  file?: string;
}

/** `cellwire agent` with a recorded plan in place of a model: a model would make the same calls. Gives whether it is done. */
export async function letAgentWork(
  client: Client,
  { paceMs, signal, write, file }: ExampleOptions,
): Promise<boolean> {
  const ending = await new AgentLoop({
    planner: new ScriptPlanner(readScript(plan, 'The example')),
    server: await toolsOf(client),
    // The notebook is a scratch one, and the plan is ours.
    approvals: new Approvals(['edit', 'run'], null),
    transcript: new Transcript({ write, ...(file === undefined ? {} : { file }) }),
    budget: new Budget({ steps: Number.POSITIVE_INFINITY, tokens: Number.POSITIVE_INFINITY }),
    signal,
    paceMs,
  }).work();
  return ending === 'done';
}
