import { mkdir, rm } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import type { Client } from '@modelcontextprotocol/client';
import { AgentLoop } from '../../bridge/cli/agent/agent-loop.ts';
import { Approvals } from '../../bridge/cli/agent/approvals.ts';
import { Budget } from '../../bridge/cli/agent/budget.ts';
import { readScript } from '../../bridge/cli/agent/script.ts';
import { ScriptPlanner } from '../../bridge/cli/agent/script-planner.ts';
import { toolsOf } from '../../bridge/cli/agent/tool-server.ts';
import { Transcript } from '../../bridge/cli/agent/transcript.ts';
import { projectRoot } from '../setup/command.mjs';
import plan from './pi-darts.json' with { type: 'json' };

const FILE = join(projectRoot, '.cache', 'start', 'transcript.jsonl');

export interface ExampleOptions {
  /** Waited before each call, for a human who wants to watch. */
  paceMs: number;
  signal: AbortSignal;
  write: (text: string) => void;
}

/** `cellwire agent` with a recorded plan in place of a model: a model would make the same calls. */
export async function letAgentWork(
  client: Client,
  { paceMs, signal, write }: ExampleOptions,
): Promise<{ isDone: boolean; transcript: string }> {
  await mkdir(dirname(FILE), { recursive: true });
  await rm(FILE, { force: true });
  const ending = await new AgentLoop({
    planner: new ScriptPlanner(readScript(plan, 'The example')),
    server: await toolsOf(client),
    // The notebook is a scratch one, and the plan is ours.
    approvals: new Approvals(['edit', 'run'], null),
    transcript: new Transcript({ write, file: FILE }),
    budget: new Budget({ steps: Number.POSITIVE_INFINITY, tokens: Number.POSITIVE_INFINITY }),
    signal,
    paceMs,
  }).work();
  return { isDone: ending === 'done', transcript: relative(projectRoot, FILE) };
}
