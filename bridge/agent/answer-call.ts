import { callTool } from '../../src/calls/call-tool.ts';
import { withData, withText } from '../../src/calls/compact-result.ts';
import type { CallRules } from '../../src/calls/perform-call.ts';
import { Failure } from '../../src/notebook/failure.ts';
import type { CallContext } from '../../src/tools/tool.ts';
import { failureResult } from '../../src/wire/frames.ts';
import { isRecord } from '../../src/wire/json.ts';
import { notebookOfRun } from '../../src/wire/notebook-id.ts';
import { meantFor } from '../../src/wire/notebook-list.ts';
import { fileCall } from '../files/file-calls.ts';
import { TabError } from '../tabs/tab-client.ts';
import type { BridgeParts } from './bridge-context.ts';
import { takeNotebook } from './notebook-argument.ts';
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
}

/** Answers a `tools/call`: every way it can fail is a result that says what to do next. */
export async function answerCall({ tools, parts, rules }: Answering, call: AgentCall): Promise<Payload> {
  const { params, signal, onProgress } = call;
  try {
    const name = toolNameIn(params);
    const own = tools.own(name);
    if (!own) return await forward(parts, tools, name, call);
    const context = { ...parts, signal, progress: progressTo(onProgress) };
    return await callTool(own, params.arguments, context, rules);
  } catch (thrown) {
    // A cancelled call gets no answer; whoever waits for it is told by the protocol layer.
    if (signal.aborted) throw thrown;
    return failureResult(failureOf(thrown).toData());
  }
}

export function toolNameIn({ name }: Payload): string {
  if (typeof name === 'string') return name;
  throw new Failure('invalid_input', 'The call names no tool.', 'Give the name of a tool of tools/list.');
}

/** How a tool tells its progress, as the agent gets it. */
export function progressTo(onProgress: AgentCall['onProgress']): CallContext['progress'] {
  return (message, step) =>
    onProgress?.({ message, ...(step && { progress: step.done, total: step.total }) });
}

async function forward(
  { tabs, folder, agent }: BridgeParts,
  tools: ToolList,
  name: string,
  call: AgentCall,
): Promise<Payload> {
  const fromTab = tabs.tools;
  if (!tools.has(name, fromTab)) {
    const names = tools.listed(fromTab).map((tool) => tool.name);
    throw new Failure('invalid_input', `There is no tool "${name}".`, `Tools are: ${names.join(', ')}.`);
  }
  const { named, params } = takeNotebook(call.params);
  const session = await (named === undefined
    ? tabs.sessionFor(notebookIn(params), call.signal)
    : tabs.sessionNamed(named, call.signal));
  if (session.tools?.has(name) === false) {
    throw new Failure(
      'unsupported',
      `The connected notebook tab does not offer ${name}; nothing was done.`,
      'Ask the user to install or update the Cellwire extension and reload the tab, or use another tool.',
    );
  }
  const { signal, onProgress } = call;
  const { notebookId } = session;
  const meta = isRecord(params._meta) ? params._meta : {};
  const meant = notebookId === null ? params : { ...params, _meta: { ...meta, ...meantFor(notebookId) } };
  const { client } = session;
  // One of several requests.
  const shared = fileCall(client, folder, { params: agent.sign(meant), signal, onProgress });
  const answer = withText(
    await (shared ?? client.request('tools/call', agent.sign(meant, session), { signal, onProgress })),
  );
  if (name === 'get_status') session.noteStatus(answer.structuredContent);
  // A tab that we know nothing of may answer with words alone, where our listing promises data.
  return tools.describes(name) ? withData(answer) : answer;
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
