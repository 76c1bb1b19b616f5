import { Server } from '@modelcontextprotocol/server';
import { callTool, toolNamed } from '../../src/calls/call-tool.ts';
import { takesCompactResults } from '../../src/calls/compact-result.ts';
import { Failure } from '../../src/notebook/failure.ts';
import { tools } from '../../src/tools/catalogue.ts';
import { INSTRUCTIONS } from '../../src/tools/instructions.ts';
import { listingOf } from '../../src/tools/listing.ts';
import type { ToolContext } from '../../src/tools/tool.ts';
import { failureResult } from '../../src/wire/frames.ts';
import type { AgentSession } from './agent-session.ts';
import type { OpenNotebook } from './open-notebook.ts';
import { offerResources } from './resource-handlers.ts';
import { scalePicture } from './scale-picture.ts';

const listing = { tools: tools.map(listingOf) };

interface ServerOptions {
  version: string;
  /** Of the agent that this server is for. */
  session: AgentSession;
  onclose: () => void;
}

/** The MCP server of this tab, one instance for each session. */
export function createNotebookServer(
  open: OpenNotebook,
  { version, session, onclose }: ServerOptions,
): Server {
  const server = new Server(
    { name: 'cellwire', title: 'Cellwire', version },
    { capabilities: { tools: {}, resources: { subscribe: true } }, instructions: INSTRUCTIONS },
  );
  const { id: notebookId, kernel, runs, proposals } = open;
  const isCompact = (): boolean => takesCompactResults(server.getClientCapabilities());

  server.setRequestHandler('tools/list', () => listing);

  server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
    const progressToken = mcpReq._meta?.progressToken;
    let steps = 0;
    const progress = (message: string): void => {
      if (progressToken === undefined) return;
      void mcpReq.notify({
        method: 'notifications/progress',
        params: { progressToken, progress: ++steps, message },
      });
    };
    const { signal } = mcpReq;
    const context: ToolContext = {
      agent: session.agent,
      memory: session.memory,
      notebook: session.notebook({ signal, progress }),
      kernel,
      notebookId,
      runs,
      proposals,
      signal,
      extensionVersion: version,
      scalePicture,
      progress,
    };
    const rules = session.rules(isCompact, { progress });
    try {
      return await callTool(toolNamed(params.name, tools), params.arguments, context, rules);
    } catch (thrown) {
      return failureResult(Failure.from(thrown).toData());
    }
  });

  const stopWatching = offerResources(server, open, session);
  server.onclose = () => {
    stopWatching();
    onclose();
  };
  return server;
}
