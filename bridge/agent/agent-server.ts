import type { JSONRPCRequest, ServerContext } from '@modelcontextprotocol/server';
import { ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server';
import type { TabHub } from '../tabs/tab-hub.ts';
import { VERSION } from '../version.ts';
import { callTool } from './call-tool.ts';
import { ProgressRelay } from './progress-relay.ts';
import { askForResources, isAboutResources } from './resources.ts';
import type { ToolList } from './tool-list.ts';

const INSTRUCTIONS = `These tools work in the Google Colab notebook that is open in the user's browser, while the user watches.
If a call fails with not_connected, call open_colab_browser_connection first.`;

/** The MCP server that the agent talks to. */
export function createAgentServer(hub: TabHub, tools: ToolList): Server {
  const server = new Server(
    { name: 'cellwire', title: 'Cellwire', version: VERSION },
    {
      capabilities: { tools: { listChanged: true }, resources: { subscribe: true, listChanged: true } },
      instructions: INSTRUCTIONS,
    },
  );
  server.setRequestHandler('tools/list', () => ({ tools: tools.listed(hub.tools) }));

  // Not setRequestHandler: that would validate, and copy, every result that the tab has already shaped.
  server.fallbackRequestHandler = async (request: JSONRPCRequest, context: ServerContext) => {
    const { method, params = {} } = request;
    if (isAboutResources(method)) return askForResources(hub, method, params, context.mcpReq.signal);
    if (method !== 'tools/call') {
      throw new ProtocolError(ProtocolErrorCode.MethodNotFound, 'Method not found');
    }
    const relay = ProgressRelay.for(context, params);
    const call = { params, signal: context.mcpReq.signal, onProgress: relay?.send };
    const result = await callTool(hub, tools, call);
    if (relay) await relay.settle();
    return result;
  };
  return server;
}
