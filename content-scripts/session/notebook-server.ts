import type { ServerContext } from '@modelcontextprotocol/server';
import { ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server';
import { callTool, toolNamed } from '../../src/calls/call-tool.ts';
import { takesCompactResults } from '../../src/calls/compact-result.ts';
import { Transfers } from '../../src/files/transfers.ts';
import { Failure } from '../../src/notebook/failure.ts';
import { offerPrompts } from '../../src/prompts/offer-prompts.ts';
import { tools } from '../../src/tools/catalogue.ts';
import { INSTRUCTIONS } from '../../src/tools/instructions.ts';
import { listingOf } from '../../src/tools/listing.ts';
import type { ToolContext } from '../../src/tools/tool.ts';
import { AGENT_LEFT_METHOD } from '../../src/wire/agent-of-call.ts';
import { failureResult } from '../../src/wire/frames.ts';
import { isInspection } from '../../src/wire/inspection.ts';
import type { RequestId } from '../../src/wire/json-rpc.ts';
import { TRANSFER_METHOD, transferOf } from '../../src/wire/transfer.ts';
import { inspectPage } from './inspect-page.ts';
import type { LinkAgents } from './link-agents.ts';
import type { OpenNotebook } from './open-notebook.ts';
import { offerResources } from './resource-handlers.ts';
import { scalePicture } from './scale-picture.ts';

const listing = { tools: tools.map(listingOf) };

interface ServerOptions {
  version: string;
  /** Whom this server is for. */
  agents: LinkAgents;
  /** Tells the link that a call is about to have effects, and which run it has started. Throws when it must not begin. */
  begins: (request: RequestId, runId: string | null) => Promise<void>;
  onclose: () => void;
}

/** The MCP server of this tab, one instance for each session. */
export function createNotebookServer(
  open: OpenNotebook,
  { version, agents, begins, onclose }: ServerOptions,
): Server {
  const server = new Server(
    { name: 'cellwire', title: 'Cellwire', version },
    {
      capabilities: { tools: {}, resources: { subscribe: true }, prompts: {} },
      instructions: INSTRUCTIONS,
    },
  );
  const { id: notebookId, kernel, runs, proposals, secrets } = open;
  const isCompact = (): boolean => takesCompactResults(server.getClientCapabilities());

  const transfers = new Transfers();

  server.setRequestHandler('tools/list', () => listing);

  const progressOf = ({ mcpReq }: ServerContext): ((message: string) => void) => {
    const progressToken = mcpReq._meta?.progressToken;
    let steps = 0;
    return (message) => {
      if (progressToken === undefined) return;
      void mcpReq.notify({
        method: 'notifications/progress',
        params: { progressToken, progress: ++steps, message: secrets.text(message) },
      });
    };
  };

  server.setRequestHandler('tools/call', async ({ params }, request) => {
    const progress = progressOf(request);
    const { mcpReq } = request;
    const { signal } = mcpReq;
    const session = agents.of(mcpReq._meta);
    const transfer = transferOf(mcpReq._meta);
    const context: ToolContext = {
      agent: session.agent,
      memory: session.memory,
      notebook: session.notebook({ signal, progress }),
      kernel,
      notebookId,
      runs,
      started: (runId) => void begins(mcpReq.id, runId),
      proposals,
      secrets,
      signal,
      extensionVersion: version,
      scalePicture,
      progress,
      ...(transfer && { transfer: transfers.begin(transfer) }),
    };
    const rules = session.rules(isCompact, { progress, begins: () => begins(mcpReq.id, null) });
    try {
      return await callTool(toolNamed(params.name, tools), params.arguments, context, rules);
    } catch (thrown) {
      return failureResult(Failure.from(thrown).toData());
    } finally {
      if (transfer) transfers.forget(transfer.name);
    }
  });

  server.fallbackRequestHandler = async ({ method, params = {} }, request) => {
    const { mcpReq } = request;
    if (isInspection(method)) {
      const progress = progressOf(request);
      const session = agents.of(mcpReq._meta);
      const rules = session.rules(isCompact, { progress, begins: () => begins(mcpReq.id, null) });
      return { ...(await inspectPage(open, method, params, { rules, signal: mcpReq.signal, progress })) };
    }
    if (method !== TRANSFER_METHOD)
      throw new ProtocolError(ProtocolErrorCode.MethodNotFound, 'Method not found');
    try {
      agents.of(mcpReq._meta).requireTransfers();
      return await transfers.answer(params, mcpReq.signal);
    } catch (thrown) {
      return { failure: Failure.from(thrown).toData() };
    }
  };

  server.fallbackNotificationHandler = async ({ method, params }) => {
    if (method === AGENT_LEFT_METHOD) agents.left(params?.id);
  };

  offerPrompts(server);
  const stopWatching = offerResources(server, open, agents);
  server.onclose = () => {
    stopWatching();
    onclose();
  };
  return server;
}
