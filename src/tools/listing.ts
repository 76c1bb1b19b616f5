import { ToolSchema } from '@modelcontextprotocol/core';
import type { Tool as McpTool } from '@modelcontextprotocol/server';
import type { CallContext, Tool, ToolEffect } from './tool.ts';
import { z } from './tool.ts';

const annotationsOf: Record<ToolEffect, McpTool['annotations']> = {
  reads: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  adds: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  sets: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  // A second time it would find nothing, or something else.
  edits: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
  // The user decides, and can be asked again.
  proposes: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  destroys: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  stops: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  connects: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  // User code can reach the network and the user's files.
  runs: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
};

/** What a tool takes, as `tools/list` says it. */
function inputSchemaOf(input: z.ZodObject): McpTool['inputSchema'] {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(input, { io: 'input', target: 'draft-7' });
  return ToolSchema.shape.inputSchema.parse({ ...schema, type: 'object' });
}

/** How a tool stands in `tools/list`, in the tab and in the bridge alike. */
export function listingOf<Context extends CallContext>(tool: Tool<Context>): McpTool {
  return ToolSchema.parse({
    name: tool.name,
    title: tool.title,
    description: tool.description,
    inputSchema: inputSchemaOf(tool.input),
    annotations: { title: tool.title, ...annotationsOf[tool.effect] },
  });
}
