import { isRecord } from '../wire/json.ts';

/**
 * An agent gets the data of a result twice: as structuredContent and as its JSON text. A client that offers this
 * capability (experimental, by MCP's rules) takes it once and writes the text itself. Our bridge does: every hop
 * between tab and bridge copies what it carries, so half the size is nearly half the time of a large result.
 */
export const COMPACT_RESULTS = 'cellwire/compact-results';

/** Whether who asked writes the text itself. */
export function takesCompactResults(capabilities: unknown): boolean {
  const experimental = isRecord(capabilities) ? capabilities.experimental : undefined;
  return isRecord(experimental) && COMPACT_RESULTS in experimental;
}

/** The result as agents get it. One that has its text, or no data, is as it should be. */
export function withText(result: Record<string, unknown>): Record<string, unknown> {
  const { content, structuredContent } = result;
  if (!isRecord(structuredContent) || !Array.isArray(content)) return result;
  if (content.some((block) => isRecord(block) && block.type === 'text')) return result;
  return { ...result, content: [{ type: 'text', text: JSON.stringify(structuredContent) }, ...content] };
}

/** The result with the data that a tool with an output schema owes: where it has only a text, what that says. */
export function withData(result: Record<string, unknown>): Record<string, unknown> {
  const { content, structuredContent, isError } = result;
  if (isError === true || isRecord(structuredContent)) return result;
  const [first] = Array.isArray(content) ? content : [];
  return { ...result, structuredContent: jsonIn(isRecord(first) ? first.text : undefined) };
}

function jsonIn(text: unknown): Record<string, unknown> {
  if (typeof text !== 'string') return {};
  try {
    const said: unknown = JSON.parse(text);
    return isRecord(said) ? said : {};
  } catch {
    return {};
  }
}
