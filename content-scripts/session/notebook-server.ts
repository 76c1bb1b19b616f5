import type { CallToolResult } from '@modelcontextprotocol/server';
import { Server } from '@modelcontextprotocol/server';
import { Failure } from '../../src/notebook/failure.ts';
import type { Kernel } from '../../src/notebook/kernel.ts';
import type { Notebook } from '../../src/notebook/notebook.ts';
import type { Runner } from '../../src/runs/runner.ts';
import { tools } from '../../src/tools/catalogue.ts';
import { listingOf } from '../../src/tools/listing.ts';
import type { Tool, ToolContext, ToolResult } from '../../src/tools/tool.ts';
import { failureResult } from '../../src/wire/frames.ts';
import { offerResources } from './resource-handlers.ts';
import { scalePicture } from './scale-picture.ts';

const listing = { tools: tools.map(listingOf) };
const byName = new Map(tools.map((tool) => [tool.name, tool]));

const instructions =
  'These tools work in the notebook that the user has open and watches. Read before you write; address cells by id; a cell that the user changed meanwhile is refused when you pass expectedRevision. When a tool says user_action_required, ask the user.';

/** The MCP server of this tab, one instance for each server it is linked to. */
export function createNotebookServer(
  notebook: Notebook,
  kernel: Kernel,
  runs: Runner,
  { version, onclose }: { version: string; onclose: () => void },
): Server {
  const server = new Server(
    { name: 'cellwire', title: 'Cellwire', version },
    { capabilities: { tools: {}, resources: { subscribe: true } }, instructions },
  );

  server.setRequestHandler('tools/list', () => listing);

  server.setRequestHandler('tools/call', async ({ params }, { mcpReq }): Promise<CallToolResult> => {
    const progressToken = mcpReq._meta?.progressToken;
    let steps = 0;
    const context: ToolContext = {
      notebook,
      kernel,
      runs,
      signal: mcpReq.signal,
      extensionVersion: version,
      scalePicture,
      progress: (message) => {
        if (progressToken === undefined) return;
        void mcpReq.notify({
          method: 'notifications/progress',
          params: { progressToken, progress: ++steps, message },
        });
      },
    };
    try {
      return resultOf(await toolNamed(params.name).call(params.arguments, context));
    } catch (thrown) {
      return failureResult(Failure.from(thrown).toData());
    }
  });

  const stopWatching = offerResources(server, { notebook, runs });
  server.onclose = () => {
    stopWatching();
    onclose();
  };
  return server;
}

function toolNamed(name: string): Tool {
  const tool = byName.get(name);
  if (tool) return tool;
  throw new Failure(
    'invalid_input',
    `There is no tool "${name}".`,
    `The tools are: ${[...byName.keys()].join(', ')}.`,
  );
}

function resultOf({ data, images = [], links = [] }: ToolResult): CallToolResult {
  return {
    content: [
      { type: 'text', text: JSON.stringify(data) },
      ...images.map(({ mimeType, base64 }) => ({ type: 'image' as const, mimeType, data: base64 })),
      ...links.map(({ uri, name, mimeType }) => ({ type: 'resource_link' as const, uri, name, mimeType })),
    ],
    structuredContent: data,
  };
}
