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
  controls: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  transfers: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
  discloses: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  // User code can reach the network and the user's files.
  runs: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
};

/**
 * A JSON Schema without what goes without saying: every model pays for it, with every tool. Whether an argument fits is
 * for the tool itself to say, in words; and what a result has besides what its schema tells is no fault.
 */
function schemaOf(shape: z.ZodObject, io: 'input' | 'output'): Record<string, unknown> {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(shape, {
    io,
    target: 'draft-7',
    override: ({ jsonSchema }) => {
      delete jsonSchema.additionalProperties;
      delete jsonSchema.propertyNames;
      delete jsonSchema.maxLength;
      if (jsonSchema.minLength === 1) delete jsonSchema.minLength;
      if (jsonSchema.minItems === 1) delete jsonSchema.minItems;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
    },
  });
  return { ...schema, type: 'object' };
}

/** How a tool stands in `tools/list`, in the tab and in the bridge alike. */
export function listingOf<Context extends CallContext>(tool: Tool<Context>): McpTool {
  return ToolSchema.parse({
    name: tool.name,
    title: tool.title,
    description: tool.description,
    inputSchema: schemaOf(tool.input, 'input'),
    outputSchema: schemaOf(tool.output, 'output'),
    annotations: {
      title: tool.title,
      ...annotationsOf[tool.effect],
      ...(tool.mayRun ? { destructiveHint: true, idempotentHint: false, openWorldHint: true } : {}),
    },
  });
}
