import type { Tool } from '@modelcontextprotocol/server';
import { isRecord } from '../../src/wire/json.ts';
import type { TabClient } from './tab-client.ts';

/** A server that hands out cursors for ever would keep us here for ever. */
const MAX_PAGES = 50;

/** Everything the tab lists, by name. */
export async function tabTools(client: TabClient, signal: AbortSignal): Promise<ReadonlyMap<string, Tool>> {
  const tools = new Map<string, Tool>();
  let cursor: unknown;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const params = typeof cursor === 'string' ? { cursor } : {};
    const result = await client.request('tools/list', params, { signal });
    const listed: unknown[] = Array.isArray(result.tools) ? result.tools : [];
    for (const tool of listed) if (isTool(tool)) tools.set(tool.name, tool);
    cursor = result.nextCursor;
    if (typeof cursor !== 'string') break;
  }
  return tools;
}

function isTool(value: unknown): value is Tool {
  return isRecord(value) && typeof value.name === 'string' && isRecord(value.inputSchema);
}
