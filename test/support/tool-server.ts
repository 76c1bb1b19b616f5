import { PassThrough } from 'node:stream';
import type { CallToolResult } from '@modelcontextprotocol/client';
import { Client } from '@modelcontextprotocol/client';
import { Server } from '@modelcontextprotocol/server';
import { StdioTransport } from '../../bridge/agent/stdio-transport.ts';
import type { ToolServer } from '../../bridge/cli/agent/tool-server.ts';
import { toolsOf } from '../../bridge/cli/agent/tool-server.ts';

export type FakeTool = (args: Record<string, unknown>, signal: AbortSignal) => Promise<CallToolResult>;

export interface FakeToolServer extends ToolServer {
  /** In the order in which they came. */
  calls: Array<{ name: string; args: Record<string, unknown> }>;
}

/** An MCP server of these tools, behind the official client. Names in `readOnly` say so of themselves. */
export async function fakeToolServer(
  tools: Record<string, FakeTool>,
  readOnly: readonly string[] = [],
): Promise<FakeToolServer> {
  const calls: FakeToolServer['calls'] = [];
  const server = new Server(
    { name: 'fake', version: '1' },
    { capabilities: { tools: {} }, instructions: 'Use them well.' },
  );
  server.setRequestHandler('tools/list', () => ({
    tools: Object.keys(tools).map((name) => ({
      name,
      description: `Does ${name}.`,
      inputSchema: { type: 'object' as const },
      ...(readOnly.includes(name) ? { annotations: { readOnlyHint: true } } : {}),
    })),
  }));
  server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
    const { name, arguments: args = {} } = params;
    calls.push({ name, args });
    const tool = tools[name];
    if (!tool) throw new Error(`Nobody should call ${name}.`);
    return tool(args, mcpReq.signal);
  });
  const [there, back] = [new PassThrough(), new PassThrough()];
  const client = new Client({ name: 'cellwire-tests', version: '1.0.0' });
  await server.connect(new StdioTransport(there, back));
  await client.connect(new StdioTransport(back, there));
  const close = async (): Promise<void> => {
    await client.close();
    await server.close();
  };
  return { ...(await toolsOf(client, () => '', close)), calls };
}

export const saying = (data: Record<string, unknown>): CallToolResult => ({
  content: [{ type: 'text', text: JSON.stringify(data) }],
  structuredContent: data,
});
