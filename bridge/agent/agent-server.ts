import type { JSONRPCRequest, Tool as McpTool, ServerContext } from '@modelcontextprotocol/server';
import { CLIENT_INFO_META_KEY, ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server';
import { offerPrompts } from '../../src/prompts/offer-prompts.ts';
import { isInspection } from '../../src/wire/inspection.ts';
import { isRecord } from '../../src/wire/json.ts';
import type { AgentName } from './agent-name.ts';
import type { AgentCall } from './answer-call.ts';
import type { Identity } from './identity.ts';
import { serverInfo } from './identity.ts';
import { ProgressRelay } from './progress-relay.ts';
import { isAboutResources } from './resources.ts';

type Payload = Record<string, unknown>;

/** What is behind the MCP server: the tabs, or a kernel without one. */
export interface AgentServices {
  identity: Identity;
  agent: AgentName;
  listed: () => McpTool[];
  /** A `tools/call`. */
  answer: (call: AgentCall) => Promise<Payload>;
  askForResources: (method: string, params: Payload, signal: AbortSignal) => Promise<Payload>;
  /** The canary and the shape of a page, where there is one. */
  inspect?: (
    method: string,
    params: Payload,
    call: Pick<AgentCall, 'signal' | 'onProgress'>,
  ) => Promise<Payload>;
}

/** The MCP server that the agent talks to. */
export function createAgentServer(services: AgentServices): Server {
  const server = new Server(serverInfo, services.identity);
  // Known from `initialize` on, or, where there is none, said with each request.
  const learnName = (context?: ServerContext): void =>
    services.agent.learn(clientOf(context) ?? server.getClientVersion());
  server.oninitialized = () => learnName();
  server.setRequestHandler('tools/list', (_request, context) => {
    learnName(context);
    return { tools: services.listed() };
  });
  if (services.identity.capabilities.prompts) offerPrompts(server);

  // Not setRequestHandler: that would validate, and copy, every result that the tab has already shaped.
  server.fallbackRequestHandler = async (request: JSONRPCRequest, context: ServerContext) => {
    learnName(context);
    const { method, params = {} } = request;
    const { signal } = context.mcpReq;
    if (isAboutResources(method)) return services.askForResources(method, params, signal);
    const inspect = isInspection(method) ? services.inspect : undefined;
    if (method !== 'tools/call' && !inspect) {
      throw new ProtocolError(ProtocolErrorCode.MethodNotFound, 'Method not found');
    }
    const relay = ProgressRelay.for(context, params);
    const onProgress = relay?.send;
    const result = inspect
      ? await inspect(method, params, { signal, onProgress })
      : await services.answer({ params, signal, onProgress });
    if (relay) await relay.settle();
    return result;
  };
  return server;
}

/** Who makes a request that says so itself. */
function clientOf(context: ServerContext | undefined): { name: string; title?: string } | undefined {
  const envelope = context?.mcpReq.envelope;
  const client = isRecord(envelope) ? envelope[CLIENT_INFO_META_KEY] : undefined;
  if (!isRecord(client) || typeof client.name !== 'string') return undefined;
  return { name: client.name, ...(typeof client.title === 'string' && { title: client.title }) };
}
