import type { Tool as McpTool } from '@modelcontextprotocol/server';
import { Failure } from '../../src/notebook/failure.ts';
import { isRecord } from '../../src/wire/json.ts';

/** It stands in every tool's schema, and a model reads them all: few words. */
const NOTEBOOK = { type: 'string', description: 'Id or name.' };

type Payload = Record<string, unknown>;

/** Every tool of a notebook takes which one is meant: the bridge adds it, and takes it away before the tab sees the call. */
export function withNotebook(listing: McpTool): McpTool {
  const { inputSchema } = listing;
  const properties = { ...inputSchema.properties, notebook: NOTEBOOK };
  return { ...listing, inputSchema: { ...inputSchema, properties } };
}

/** Which notebook a call names, if any, and the call as the tab takes it. */
export function takeNotebook(params: Payload): { named: string | undefined; params: Payload } {
  const { arguments: args } = params;
  if (!isRecord(args) || args.notebook === undefined) return { named: undefined, params };
  const { notebook, ...rest } = args;
  if (typeof notebook !== 'string' || notebook.trim() === '') {
    throw new Failure(
      'invalid_input',
      'notebook must be the id or the name of a connected notebook; nothing was done.',
      'list_notebooks names them. Leave it out for the one you used last.',
    );
  }
  return { named: notebook, params: { ...params, arguments: rest } };
}
