import type { JSONRPCRequest, ServerContext } from '@modelcontextprotocol/server';
import { ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server';
import { isRecord } from '../json-rpc.ts';
import type { TabHub } from '../tabs/tab-hub.ts';
import { VERSION } from '../version.ts';
import { callTool } from './call-tool.ts';
import type { ToolList } from './tool-list.ts';

const INSTRUCTIONS = `These tools work in the Google Colab notebook that is open in the user's browser, while the user watches.
If a call fails with not_connected, call open_colab_browser_connection first.`;

/** The MCP server that the agent talks to. */
export function createAgentServer(hub: TabHub, tools: ToolList): Server {
  const server = new Server(
    { name: 'cellwire', title: 'Cellwire', version: VERSION },
    { capabilities: { tools: { listChanged: true } }, instructions: INSTRUCTIONS },
  );
  server.setRequestHandler('tools/list', () => ({ tools: tools.listed(hub.session?.tools ?? null) }));

  // Not setRequestHandler: that would validate, and copy, every result that the tab has already shaped.
  server.fallbackRequestHandler = async (request: JSONRPCRequest, context: ServerContext) => {
    if (request.method !== 'tools/call') {
      throw new ProtocolError(ProtocolErrorCode.MethodNotFound, 'Method not found');
    }
    const { params = {} } = request;
    return callTool(hub, tools, {
      params,
      signal: context.mcpReq.signal,
      onProgress: progressTo(context, params),
    });
  };
  return server;
}

function progressTo(context: ServerContext, params: Record<string, unknown>) {
  const token = isRecord(params._meta) ? params._meta.progressToken : undefined;
  if (typeof token !== 'string' && typeof token !== 'number') return undefined;
  return (progress: Record<string, unknown>): void => {
    const step = typeof progress.progress === 'number' ? progress.progress : 0;
    const params = { ...progress, progress: step, progressToken: token };
    // The agent may have gone; then the call ends by itself.
    context.mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {});
  };
}
