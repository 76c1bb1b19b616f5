import { appendFileSync, readFileSync } from 'node:fs';
import { UsageError } from '../usage-error.ts';
import { AgentLoop } from './agent-loop.ts';
import { anthropicProtocol } from './anthropic-protocol.ts';
import type { Terminal } from './approvals.ts';
import { Approvals } from './approvals.ts';
import { Budget } from './budget.ts';
import { agentHelp } from './help.ts';
import { ModelEndpoint } from './model-endpoint.ts';
import type { ModelOptions } from './model-options.ts';
import { KEY_VARIABLES } from './model-options.ts';
import { ModelPlanner } from './model-planner.ts';
import type { ModelProtocol } from './model-protocol.ts';
import { openaiProtocol } from './openai-protocol.ts';
import type { AgentOptions } from './options.ts';
import { readOptions } from './options.ts';
import type { Planner } from './planner.ts';
import { PlanFailed } from './planner.ts';
import type { AgentScript } from './script.ts';
import { readScript } from './script.ts';
import { ScriptPlanner } from './script-planner.ts';
import { hiding } from './secrets.ts';
import type { ServerCommand, ToolServer } from './tool-server.ts';
import { startToolServer } from './tool-server.ts';
import { Transcript } from './transcript.ts';

const INTERRUPTED = 130;

export async function run(args: string[]): Promise<number> {
  const options = readOptions(args, process.env);
  if (options === 'help') {
    process.stdout.write(agentHelp());
    return 0;
  }
  const { planner: chosen, transcript: file } = options;
  const plannerFor = prepare(chosen);
  if (file !== undefined) requireWritable(file);
  const hide = hiding(chosen.kind === 'model' ? chosen.model.key : null);
  const stop = stopOnSignals();
  const transcript = new Transcript({
    write: (text) => process.stdout.write(text),
    hide,
    ...(file === undefined ? {} : { file }),
  });
  for (const warning of options.warnings) transcript.noted(warning);

  let server: ToolServer;
  try {
    server = await startToolServer(serverCommand(options));
  } catch (error) {
    process.stderr.write(`cellwire agent: ${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  }
  try {
    const budget = new Budget({ steps: options.maxSteps, tokens: options.maxTokens });
    const parts = { server, transcript, budget, hide, goal: options.goal };
    const approvals = new Approvals(options.allowed, terminal());
    const ending = await new AgentLoop({
      ...parts,
      planner: plannerFor(parts),
      approvals,
      signal: stop,
    }).work();
    if (stop.aborted) return INTERRUPTED;
    return ending === 'done' ? 0 : 1;
  } finally {
    await server.close();
  }
}

interface PlannerParts {
  server: ToolServer;
  transcript: Transcript;
  budget: Budget;
  hide: (text: string) => string;
  goal: string;
}

/** What can be wrong with a script is told before anything is started. */
function prepare(chosen: AgentOptions['planner']): (parts: PlannerParts) => Planner {
  if (chosen.kind === 'script') {
    const script = scriptIn(chosen.file);
    return () => new ScriptPlanner(script);
  }
  const { model } = chosen;
  return (parts) =>
    model.api === 'openai'
      ? modelPlanner(openaiProtocol, model, parts)
      : modelPlanner(anthropicProtocol, model, parts);
}

function modelPlanner<Answer>(
  protocol: ModelProtocol<Answer>,
  { baseUrl, model, key, withPictures, timeoutMs }: ModelOptions,
  { server, transcript, budget, hide, goal }: PlannerParts,
): Planner {
  const tell = (sentence: string): void => transcript.noted(sentence);
  const url = endpointUrl(baseUrl, protocol.path);
  return new ModelPlanner({
    protocol,
    endpoint: new ModelEndpoint({ url, headers: protocol.headers(key), timeoutMs, budget, tell, hide }),
    model,
    goal,
    instructions: server.instructions,
    tools: server.tools,
    withPictures,
    tell,
    step: () => budget.step(),
  });
}

/** People give it with and without what the API adds. */
export function endpointUrl(baseUrl: URL, path: string): URL {
  const url = new URL(baseUrl);
  let start = url.pathname.replace(/\/+$/, '');
  for (let length = path.length; length > 0; length = path.lastIndexOf('/', length - 1)) {
    if (start.endsWith(path.slice(0, length))) {
      start = start.slice(0, -length);
      break;
    }
  }
  url.pathname = start + path;
  return url;
}

function scriptIn(file: string): AgentScript {
  try {
    return readScript(JSON.parse(readFileSync(file, 'utf8')), file);
  } catch (error) {
    if (error instanceof PlanFailed) throw new UsageError(error.message);
    throw new UsageError(
      `The script cannot be read (${file}): ${error instanceof Error ? error.message : error}.`,
    );
  }
}

/** Found out before anything is done. */
function requireWritable(file: string): void {
  try {
    appendFileSync(file, '', { mode: 0o600 });
  } catch (error) {
    throw new UsageError(
      `The transcript cannot be written: ${error instanceof Error ? error.message : error}.`,
    );
  }
}

/** Our own program, or the one that the user names. The model's key is none of its business. */
function serverCommand({ server, bridgeFlags }: AgentOptions): ServerCommand {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !KEY_VARIABLES.includes(name)),
  );
  const [command = process.execPath, ...args] = server ?? [
    process.execPath,
    process.argv[1] ?? '',
    ...bridgeFlags,
  ];
  return { command, args, env };
}

/** Questions go to stderr: the transcript may be going into a file. */
function terminal(): Terminal | null {
  return process.stdin.isTTY && process.stderr.isTTY
    ? { input: process.stdin, output: process.stderr }
    : null;
}

/** The first time it ends in good order, the second time at once. */
function stopOnSignals(): AbortSignal {
  const stop = new AbortController();
  const end = (): void => {
    if (stop.signal.aborted) process.exit(INTERRUPTED);
    stop.abort();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
  // Whoever read along is gone: nobody would see what is done from here on.
  process.stdout.on('error', () => stop.abort());
  return stop.signal;
}
