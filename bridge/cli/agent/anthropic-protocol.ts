import { z } from 'zod';
import type { Conversation, ModelAnswer, ModelProtocol, Turn } from './model-protocol.ts';
import { argumentsIn, picturesOf, textOf } from './model-protocol.ts';
import type { Outcome } from './planner.ts';

const VERSION = '2023-06-01';
/** This API wants to know; an answer is a few sentences and some calls. */
const MOST_ANSWER_TOKENS = 8_192;

const Block = z.looseObject({
  type: z.string(),
  text: z.string().optional(),
  id: z.string().optional(),
  name: z.string().optional(),
  input: z.unknown().optional(),
});

const Answer = z.object({
  content: z.array(Block),
  stop_reason: z.string().nullish(),
  usage: z
    .object({
      input_tokens: z.number(),
      output_tokens: z.number(),
      cache_creation_input_tokens: z.number().nullish(),
      cache_read_input_tokens: z.number().nullish(),
    })
    .nullish()
    .catch(null),
});
type Answer = z.output<typeof Answer>;

/** Messages with tool use, as Anthropic has them, and others after it. */
export const anthropicProtocol: ModelProtocol<Answer> = {
  name: 'anthropic',
  path: '/v1/messages',
  headers: (key) => ({ 'anthropic-version': VERSION, ...(key === null ? {} : { 'x-api-key': key }) }),
  body: (conversation) => ({
    model: conversation.model,
    max_tokens: MOST_ANSWER_TOKENS,
    system: conversation.system,
    messages: conversation.turns.map((turn) => messageOf(turn, conversation)),
    tools: conversation.tools.map(({ name, description = '', inputSchema }) => ({
      name,
      description,
      input_schema: inputSchema,
    })),
  }),
  answer: Answer,
  read,
};

function messageOf(turn: Turn, { withPictures }: Conversation): unknown {
  if (turn.by === 'user') return { role: 'user', content: turn.text };
  if (turn.by === 'model') return turn.given;
  return { role: 'user', content: turn.outcomes.map((outcome) => resultOf(outcome, withPictures)) };
}

function resultOf(outcome: Outcome, withPictures: boolean): unknown {
  const pictures = (withPictures ? picturesOf(outcome) : []).map(({ mimeType, base64 }) => ({
    type: 'image',
    source: { type: 'base64', media_type: mimeType, data: base64 },
  }));
  return {
    type: 'tool_result',
    tool_use_id: outcome.call.id,
    content: [{ type: 'text', text: textOf(outcome, withPictures) }, ...pictures],
    ...(outcome.isError ? { is_error: true } : {}),
  };
}

let unnamed = 0;

function read({ content, stop_reason, usage }: Answer): ModelAnswer {
  const blocks = content.map((block) =>
    block.type === 'tool_use' ? { ...block, id: block.id || `toolu_${++unnamed}` } : block,
  );
  const calls = blocks.flatMap(({ type, id = '', name = '', input }) =>
    type === 'tool_use' ? [{ id, name, ...argumentsIn(input) }] : [],
  );
  const argsOf = new Map(calls.map(({ id, args }) => [id, args]));
  // Blocks without text would be refused; those we do not know, such as thoughts, are to come back as they were.
  const echoed = blocks
    .filter(({ type, text = '' }) => type !== 'text' || text.trim() !== '')
    .map((block) => (block.type === 'tool_use' ? { ...block, input: argsOf.get(block.id ?? '') } : block));
  return {
    say: blocks.map(({ type, text = '' }) => (type === 'text' ? text : '')).join(''),
    calls,
    usage: usage ? { input: inputOf(usage), output: usage.output_tokens } : null,
    isCutOff: stop_reason === 'max_tokens',
    refusal: stop_reason === 'refusal' ? 'the model refused to answer' : null,
    given: { role: 'assistant', content: echoed.length > 0 ? echoed : [{ type: 'text', text: '(nothing)' }] },
  };
}

/** What came from a cache was read as well. */
const inputOf = (usage: NonNullable<Answer['usage']>): number =>
  usage.input_tokens + (usage.cache_creation_input_tokens ?? 0) + (usage.cache_read_input_tokens ?? 0);
