import type { GetPromptResult, Server } from '@modelcontextprotocol/server';
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import type { Prompt } from './prompts.ts';
import { prompts } from './prompts.ts';

/** Answers what MCP clients ask about prompts: in the tab, and in the bridge, which needs no tab for it. */
export function offerPrompts(server: Server): void {
  server.setRequestHandler('prompts/list', () => ({ prompts: prompts.map(listingOf) }));
  server.setRequestHandler('prompts/get', ({ params }) => filledIn(params.name, params.arguments ?? {}));
}

function listingOf({ name, title, description, arguments: all }: Prompt) {
  return { name, title, description, arguments: all.map((one) => ({ ...one })) };
}

function filledIn(name: string, args: Record<string, string>): GetPromptResult {
  const prompt = prompts.find((candidate) => candidate.name === name);
  if (!prompt) {
    const names = prompts.map((known) => known.name).join(', ');
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      `There is no prompt "${name}". There are: ${names}.`,
    );
  }
  const missing = prompt.arguments.find((one) => one.required && !args[one.name]?.trim());
  if (missing) {
    const what = `The prompt ${name} needs ${missing.name}: ${missing.description}`;
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, what);
  }
  return {
    description: prompt.description,
    messages: [{ role: 'user', content: { type: 'text', text: prompt.text(args) } }],
  };
}
