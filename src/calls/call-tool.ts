import type { CallToolResult } from '@modelcontextprotocol/server';
import { Failure } from '../notebook/failure.ts';
import type { CallContext, Tool, ToolResult } from '../tools/tool.ts';
import { failureResult } from '../wire/frames.ts';
import { isRecord } from '../wire/json.ts';
import type { CallRules, Conclusion } from './perform-call.ts';
import { performCall } from './perform-call.ts';
import { scrubbing, scrubFailure } from './scrub-result.ts';

/**
 * A call of a tool from its arguments to its result: check → may it? → write down → do → shape → write down.
 * Whatever goes wrong is a result too, one that says what to do next.
 */
export async function callTool<Context extends CallContext>(
  tool: Tool<Context>,
  args: unknown,
  context: Context,
  rules: CallRules,
): Promise<CallToolResult> {
  const call = { name: tool.name, effect: tool.effect, subject: subjectOf(args), args };
  const conclude = async (failure: Failure | null): Promise<Conclusion> =>
    // Nobody hears the answer to a cancelled call: what it would be told is told with the next one.
    context.signal.aborted || !rules.conclude
      ? { failure, notices: [] }
      : scrubbed(await rules.conclude(call, failure), rules);
  try {
    const run = tool.prepare(args);
    const result = await performCall(
      call,
      rules,
      () => scrubbing(() => run(context), rules.scrub),
      context.signal,
    );
    return resultOf(result, (await conclude(null)).notices, rules.isCompact);
  } catch (thrown) {
    const given = Failure.from(thrown);
    const { failure, notices } = await conclude(given);
    return failureResult((failure ?? given).toData(), notices);
  }
}

/** What others did is told in their words, and those may hold anything. */
function scrubbed({ failure, notices }: Conclusion, { scrub }: CallRules): Conclusion {
  if (!scrub) return { failure, notices };
  const told = notices.map((notice) => String(scrub({ notice }).notice));
  return { failure: failure && scrubFailure(failure, scrub), notices: told };
}

/** The tool of this name; the failure names those that exist. */
export function toolNamed<Context extends CallContext>(
  name: string,
  tools: readonly Tool<Context>[],
): Tool<Context> {
  const tool = tools.find((candidate) => candidate.name === name);
  if (tool) return tool;
  const names = tools.map((known) => known.name).join(', ');
  throw new Failure('invalid_input', `There is no tool "${name}".`, `The tools are: ${names}.`);
}

function subjectOf(args: unknown): string | null {
  const cellId = isRecord(args) ? args.cellId : undefined;
  return typeof cellId === 'string' ? cellId : null;
}

function resultOf(
  { data: found, images = [], links = [], files = [] }: ToolResult,
  notices: readonly string[],
  isCompact = false,
): CallToolResult {
  const data = notices.length === 0 ? found : { ...found, notices };
  return {
    content: [
      ...(isCompact ? [] : [{ type: 'text' as const, text: JSON.stringify(data) }]),
      ...images.map(({ mimeType, base64 }) => ({ type: 'image' as const, mimeType, data: base64 })),
      ...links.map(({ uri, name, mimeType }) => ({ type: 'resource_link' as const, uri, name, mimeType })),
      ...files.map((resource) => ({ type: 'resource' as const, resource })),
    ],
    structuredContent: data,
  };
}
