import type { CallToolResult } from '@modelcontextprotocol/server';
import { Failure } from '../../src/notebook/failure.ts';
import { failureResult } from '../../src/wire/frames.ts';
import { TabError } from '../tabs/tab-error.ts';
import type { TabHub } from '../tabs/tab-hub.ts';
import type { LocalTool } from './local-tool.ts';
import type { ToolList } from './tool-list.ts';

type Payload = Record<string, unknown>;

export interface AgentCall {
  params: Payload;
  signal: AbortSignal;
  /** Undefined when the agent did not ask for progress. */
  onProgress: ((progress: Payload) => void) | undefined;
}

/** Answers a `tools/call`: every way it can fail is a result that says what to do next. */
export async function callTool(hub: TabHub, tools: ToolList, call: AgentCall): Promise<Payload> {
  try {
    const { name } = call.params;
    if (typeof name !== 'string') {
      throw new Failure('invalid_input', 'The call names no tool.', 'Give the name of a tool of tools/list.');
    }
    const local = tools.local(name);
    return await (local ? runLocal(local, call) : forward(hub, tools, name, call));
  } catch (thrown) {
    // A cancelled call gets no answer; whoever waits for it is told by the protocol layer.
    if (call.signal.aborted) throw thrown;
    return failureResult(failureOf(thrown).toData());
  }
}

async function runLocal(tool: LocalTool, { params, signal, onProgress }: AgentCall): Promise<CallToolResult> {
  const data = await tool.run({
    args: params.arguments,
    signal,
    progress: (progress, total, message) => onProgress?.({ progress, total, message }),
  });
  return { content: [{ type: 'text', text: JSON.stringify(data) }], structuredContent: data };
}

async function forward(hub: TabHub, tools: ToolList, name: string, call: AgentCall): Promise<Payload> {
  const fromTab = hub.tools;
  if (!tools.has(name, fromTab)) {
    const names = tools.listed(fromTab).map((tool) => tool.name);
    throw new Failure('invalid_input', `There is no tool "${name}".`, `Tools are: ${names.join(', ')}.`);
  }
  const session = await hub.sessionForCall(call.signal);
  if (session.tools?.has(name) === false) {
    throw new Failure(
      'unsupported',
      `The connected notebook tab does not offer ${name}; nothing was done.`,
      'Ask the user to install or update the Cellwire extension and reload the tab, or use another tool.',
    );
  }
  const { signal, onProgress } = call;
  return session.client.request('tools/call', call.params, { signal, onProgress });
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
