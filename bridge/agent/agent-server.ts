import type { JSONRPCRequest, ServerContext } from '@modelcontextprotocol/server';
import { ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server';
import type { Answering } from './answer-call.ts';
import { answerCall } from './answer-call.ts';
import { capabilities, instructions, serverInfo } from './identity.ts';
import { ProgressRelay } from './progress-relay.ts';
import { askForResources, isAboutResources } from './resources.ts';

/** The MCP server that the agent talks to. */
export function createAgentServer(answering: Answering): Server {
  const server = new Server(serverInfo, { capabilities, instructions });
  const { tools, parts, agent } = answering;
  // Known from `initialize` on, or, where there is none, from the first request.
  const learnName = (): void => agent.learn(server.getClientVersion());
  server.oninitialized = learnName;
  server.setRequestHandler('tools/list', () => ({ tools: tools.listed(parts.tabs.tools) }));

  // Not setRequestHandler: that would validate, and copy, every result that the tab has already shaped.
  server.fallbackRequestHandler = async (request: JSONRPCRequest, context: ServerContext) => {
    learnName();
    const { method, params = {} } = request;
    const { signal } = context.mcpReq;
    if (isAboutResources(method)) return askForResources(parts.tabs, method, params, signal);
    if (method !== 'tools/call') {
      throw new ProtocolError(ProtocolErrorCode.MethodNotFound, 'Method not found');
    }
    const relay = ProgressRelay.for(context, params);
    const result = await answerCall(answering, { params, signal, onProgress: relay?.send });
    if (relay) await relay.settle();
    return result;
  };
  return server;
}
