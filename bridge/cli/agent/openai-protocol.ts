import { z } from 'zod';
import type { Conversation, ModelAnswer, ModelProtocol, Turn } from './model-protocol.ts';
import { argumentsIn, picturesOf, textOf } from './model-protocol.ts';

const Call = z.looseObject({
  id: z.string().nullish(),
  function: z.looseObject({ name: z.string(), arguments: z.unknown().optional() }),
});

const Part = z.looseObject({ type: z.string(), text: z.string().optional() });

const Answer = z.object({
  choices: z
    .array(
      z.object({
        message: z.object({
          content: z.union([z.string(), z.array(Part)]).nullish(),
          refusal: z.string().nullish(),
          tool_calls: z.array(Call).nullish(),
        }),
        finish_reason: z.string().nullish(),
      }),
    )
    .min(1),
  usage: z.object({ prompt_tokens: z.number(), completion_tokens: z.number() }).nullish().catch(null),
});
type Answer = z.output<typeof Answer>;

/** Chat completions with tools, as OpenAI, vLLM, Ollama, llama.cpp, LM Studio and many others have them. */
export const openaiProtocol: ModelProtocol<Answer> = {
  name: 'openai',
  path: '/chat/completions',
  headers: (key): Record<string, string> => (key === null ? {} : { authorization: `Bearer ${key}` }),
  body: (conversation) => ({
    model: conversation.model,
    messages: [
      { role: 'system', content: conversation.system },
      ...conversation.turns.flatMap((turn) => messagesOf(turn, conversation)),
    ],
    tools: conversation.tools.map(({ name, description = '', inputSchema }) => ({
      type: 'function',
      function: { name, description, parameters: inputSchema },
    })),
  }),
  answer: Answer,
  read,
};

function messagesOf(turn: Turn, { withPictures }: Conversation): unknown[] {
  if (turn.by === 'user') return [{ role: 'user', content: turn.text }];
  if (turn.by === 'model') return [turn.given];
  const results = turn.outcomes.map((outcome) => ({
    role: 'tool',
    tool_call_id: outcome.call.id,
    content: textOf(outcome, withPictures),
  }));
  // A result of a tool is text here: what is to be seen comes after it, as if the user had shown it.
  const seen = withPictures ? turn.outcomes.filter((outcome) => picturesOf(outcome).length > 0) : [];
  const parts = seen.flatMap((outcome) => [
    { type: 'text', text: `What ${outcome.call.name} shows (call ${outcome.call.id}):` },
    ...picturesOf(outcome).map(({ mimeType, base64 }) => ({
      type: 'image_url',
      image_url: { url: `data:${mimeType};base64,${base64}` },
    })),
  ]);
  return parts.length > 0 ? [...results, { role: 'user', content: parts }] : results;
}

let unnamed = 0;

function read({ choices: [choice], usage }: Answer): ModelAnswer {
  const { content, refusal, tool_calls } = choice?.message ?? {};
  const say = typeof content === 'string' ? content : (content ?? []).map(({ text = '' }) => text).join('');
  const asked = (tool_calls ?? []).map((call) => ({ ...call, id: call.id || `call_${++unnamed}` }));
  const calls = asked.map(({ id, function: { name, arguments: given } }) => ({
    id,
    name,
    ...argumentsIn(given),
  }));
  const echoed = asked.map((call, at) => ({
    type: 'function',
    ...call,
    // Endpoints read them again, and fail on what is no JSON.
    function: { ...call.function, arguments: JSON.stringify(calls[at]?.args ?? {}) },
  }));
  return {
    say: say || (refusal ?? ''),
    calls,
    usage: usage ? { input: usage.prompt_tokens, output: usage.completion_tokens } : null,
    isCutOff: choice?.finish_reason === 'length',
    refusal: choice?.finish_reason === 'content_filter' ? 'its filter stopped the answer' : null,
    given: {
      role: 'assistant',
      // Some take no empty text, some nothing but a text.
      content: say === '' && calls.length > 0 ? null : say,
      ...(echoed.length > 0 ? { tool_calls: echoed } : {}),
    },
  };
}
