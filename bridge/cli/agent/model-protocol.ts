import type { Tool as McpTool } from '@modelcontextprotocol/client';
import type { z } from 'zod';
import type { Outcome, ToolCall, Usage } from './planner.ts';

/** One part of the conversation with a model. */
export type Turn =
  | { by: 'user'; text: string }
  /** As the endpoint gave it: what we do not know of it belongs to it all the same. */
  | { by: 'model'; given: unknown }
  | { by: 'tools'; outcomes: readonly Outcome[] };

export interface Conversation {
  model: string;
  system: string;
  tools: readonly McpTool[];
  turns: readonly Turn[];
  /** False: the model takes none, and is told that there were some. */
  withPictures: boolean;
}

export interface ModelAnswer {
  say: string;
  calls: ToolCall[];
  /** Null where the endpoint does not say. */
  usage: Omit<Usage, 'isEstimate'> | null;
  /** The answer was too long, and its end is missing. */
  isCutOff: boolean;
  /** Why the model would not answer; null where it did. */
  refusal: string | null;
  given: unknown;
}

/** How one kind of endpoint is spoken to. */
export interface ModelProtocol<Answer> {
  name: 'openai' | 'anthropic';
  path: string;
  headers: (key: string | null) => Record<string, string>;
  body: (conversation: Conversation) => unknown;
  answer: z.ZodType<Answer>;
  read: (answer: Answer) => ModelAnswer;
}

/** What both kinds of endpoint take for the name of a tool. */
export const TOOL_NAME = /^[\w-]{1,64}$/;

const PICTURES = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

/** Those that models take; SVG is text to them. */
export const picturesOf = ({ pictures }: Outcome) =>
  pictures.filter(({ mimeType }) => PICTURES.has(mimeType));

/** What the model reads of an outcome; an empty text would be refused by some. */
export function textOf(outcome: Outcome, withPictures: boolean): string {
  const left = withPictures ? 0 : picturesOf(outcome).length;
  const note = left > 0 ? '\n(There was a picture, too, which you cannot be shown.)' : '';
  return (outcome.text || '(nothing)') + note;
}

/** Arguments as endpoints give them: JSON in a string, or already an object. */
export function argumentsIn(given: unknown): Pick<ToolCall, 'args' | 'fault'> {
  if (given === undefined || given === null || given === '') return { args: {} };
  let value = given;
  if (typeof given === 'string') {
    try {
      value = JSON.parse(given);
    } catch (error) {
      return {
        args: {},
        fault: `The arguments are no JSON: ${error instanceof Error ? error.message : error}`,
      };
    }
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { args: {}, fault: 'The arguments are no JSON object.' };
  }
  return { args: { ...value } };
}
