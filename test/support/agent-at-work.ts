import type { Ending } from '../../bridge/cli/agent/agent-loop.ts';
import { AgentLoop } from '../../bridge/cli/agent/agent-loop.ts';
import { anthropicProtocol } from '../../bridge/cli/agent/anthropic-protocol.ts';
import type { Terminal } from '../../bridge/cli/agent/approvals.ts';
import { Approvals } from '../../bridge/cli/agent/approvals.ts';
import type { Limits } from '../../bridge/cli/agent/budget.ts';
import { Budget } from '../../bridge/cli/agent/budget.ts';
import { ModelEndpoint } from '../../bridge/cli/agent/model-endpoint.ts';
import { ModelPlanner } from '../../bridge/cli/agent/model-planner.ts';
import type { ModelProtocol } from '../../bridge/cli/agent/model-protocol.ts';
import { openaiProtocol } from '../../bridge/cli/agent/openai-protocol.ts';
import type { Planner } from '../../bridge/cli/agent/planner.ts';
import { hiding } from '../../bridge/cli/agent/secrets.ts';
import type { ToolClass } from '../../bridge/cli/agent/tool-classes.ts';
import type { ToolServer } from '../../bridge/cli/agent/tool-server.ts';
import { Transcript } from '../../bridge/cli/agent/transcript.ts';
import type { LocalEndpoint } from './model-endpoint.ts';

export interface AtWorkOptions {
  api: 'openai' | 'anthropic';
  endpoint: LocalEndpoint;
  server: ToolServer;
  key?: string | null;
  limits?: Partial<Limits>;
  allowed?: ToolClass[];
  terminal?: Terminal | null;
  transcriptFile?: string;
  timeoutMs?: number;
  withPictures?: boolean;
  signal?: AbortSignal;
}

export interface Worked {
  ending: Ending;
  /** What a user sees on the terminal. */
  shown: string;
  /** How long it waited before it asked again, in milliseconds; the waits themselves are left out. */
  waits: number[];
}

/** The agent with a model behind a local endpoint, put together as the command does, in this process. */
export async function letWork(options: AtWorkOptions): Promise<Worked> {
  const {
    endpoint,
    server,
    key = 'sk-a-key-for-tests',
    limits,
    timeoutMs = 10_000,
    transcriptFile,
  } = options;
  const waits: number[] = [];
  let shown = '';
  const hide = hiding(key);
  const budget = new Budget({ steps: 20, tokens: 100_000, ...limits });
  const transcript = new Transcript({
    write: (text) => {
      shown += text;
    },
    hide,
    ...(transcriptFile ? { file: transcriptFile } : {}),
  });
  const tell = (sentence: string): void => transcript.noted(sentence);
  const plannerFor = <Answer>(protocol: ModelProtocol<Answer>): Planner =>
    new ModelPlanner({
      protocol,
      endpoint: new ModelEndpoint({
        url: new URL(`${endpoint.url}${protocol.name === 'openai' ? '/v1' : ''}${protocol.path}`),
        headers: protocol.headers(key),
        timeoutMs,
        budget,
        tell,
        hide,
        sleep: async (ms) => void waits.push(ms),
      }),
      model: 'a-model',
      goal: 'Do it.',
      instructions: server.instructions,
      tools: server.tools,
      withPictures: options.withPictures ?? true,
      tell,
      step: () => budget.step(),
    });
  const ending = await new AgentLoop({
    planner: options.api === 'openai' ? plannerFor(openaiProtocol) : plannerFor(anthropicProtocol),
    server,
    approvals: new Approvals(options.allowed ?? [], options.terminal ?? null),
    transcript,
    budget,
    signal: options.signal ?? new AbortController().signal,
  }).work();
  return { ending, shown, waits };
}
