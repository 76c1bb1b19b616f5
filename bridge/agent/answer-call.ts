import { callTool } from '../../src/calls/call-tool.ts';
import { withText } from '../../src/calls/compact-result.ts';
import type { CallRules } from '../../src/calls/perform-call.ts';
import { Failure } from '../../src/notebook/failure.ts';
import { failureResult } from '../../src/wire/frames.ts';
import { isRecord } from '../../src/wire/json.ts';
import { notebookOfRun } from '../../src/wire/notebook-id.ts';
import { TabError } from '../tabs/tab-client.ts';
import type { TabRegistry } from '../tabs/tab-registry.ts';
import type { AgentName } from './agent-name.ts';
import type { BridgeParts } from './bridge-context.ts';
import type { ToolList } from './tool-list.ts';

type Payload = Record<string, unknown>;

export interface AgentCall {
  params: Payload;
  signal: AbortSignal;
  /** Undefined when the agent did not ask for progress. */
  onProgress: ((progress: Payload) => void) | undefined;
}

/** What calls are answered with: the tools, the tabs, and the rules for those that the bridge carries out itself. */
export interface Answering {
  tools: ToolList;
  parts: BridgeParts;
  rules: CallRules;
  agent: AgentName;
}

/** Answers a `tools/call`: every way it can fail is a result that says what to do next. */
export async function answerCall({ tools, parts, rules }: Answering, call: AgentCall): Promise<Payload> {
  const { params, signal, onProgress } = call;
  try {
    const { name } = params;
    if (typeof name !== 'string') {
      throw new Failure('invalid_input', 'The call names no tool.', 'Give the name of a tool of tools/list.');
    }
    const own = tools.own(name);
    if (!own) return await forward(parts.tabs, tools, name, call);
    const progress = (message: string, step?: { done: number; total: number }): void =>
      onProgress?.({ message, ...(step && { progress: step.done, total: step.total }) });
    return await callTool(own, params.arguments, { ...parts, signal, progress }, rules);
  } catch (thrown) {
    // A cancelled call gets no answer; whoever waits for it is told by the protocol layer.
    if (signal.aborted) throw thrown;
    return failureResult(failureOf(thrown).toData());
  }
}

async function forward(tabs: TabRegistry, tools: ToolList, name: string, call: AgentCall): Promise<Payload> {
  const fromTab = tabs.tools;
  if (!tools.has(name, fromTab)) {
    const names = tools.listed(fromTab).map((tool) => tool.name);
    throw new Failure('invalid_input', `There is no tool "${name}".`, `Tools are: ${names.join(', ')}.`);
  }
  const session = await tabs.sessionFor(notebookIn(call.params), call.signal);
  if (session.tools?.has(name) === false) {
    throw new Failure(
      'unsupported',
      `The connected notebook tab does not offer ${name}; nothing was done.`,
      'Ask the user to install or update the Cellwire extension and reload the tab, or use another tool.',
    );
  }
  const { signal, onProgress } = call;
  return withText(await session.client.request('tools/call', call.params, { signal, onProgress }));
}

/** The notebook of the run that a call is about; undefined when it is about none. */
function notebookIn({ arguments: args }: Payload): string | undefined {
  const runId = isRecord(args) ? args.runId : undefined;
  return typeof runId === 'string' ? notebookOfRun(runId) : undefined;
}

function failureOf(thrown: unknown): Failure {
  if (!(thrown instanceof TabError)) return Failure.from(thrown);
  if (thrown.code === -32602) {
    return new Failure('invalid_input', thrown.message, "Compare the arguments with the tool's schema.");
  }
  if (thrown.code === -32601) {
    return new Failure('unsupported', thrown.message, 'Use another tool; this tab does not know it.');
  }
  return Failure.from(thrown);
}
