import type { Client } from '@modelcontextprotocol/client';
import { checkResult } from './check-result.ts';

export type Json = Record<string, unknown>;

export interface ToolAnswer {
  data: Json;
  isError: boolean;
  text: string;
  images: Array<{ mimeType: string; data: string }>;
  /** Addresses of originals. */
  links: string[];
}

/** What agents do with tools, in the words of the tests. */
export interface Agent {
  /** Calls a tool and returns whatever comes back. */
  ask(name: string, args?: Json): Promise<ToolAnswer>;
  /** Calls a tool that must succeed. */
  use(name: string, args?: Json): Promise<Json>;
  /** Calls a tool that must fail, and returns the failure. */
  fail(name: string, args?: Json): Promise<{ kind: string; message: string; next: string }>;
  addCode(code: string, cellIndex?: number): Promise<string>;
  /** The sources of all cells, in order. */
  sources(): Promise<string[]>;
}

/** Anything that can call a tool: the official client behind our bridge, or a server that behaves like Google's. */
export type Caller = (name: string, args: Json) => Promise<unknown>;

export function callerOf(client: Client, timeout = 60_000): Caller {
  return (name, args) => client.callTool({ name, arguments: args }, { timeout });
}

/** `check`: what is known of results. Every one of ours is what its tool's output schema says. */
export function createAgent(call: Caller, check = checkResult): Agent {
  const agent: Agent = {
    ask: async (name, args = {}) => {
      const answer = readAnswer(await call(name, args));
      if (!answer.isError) check(name, answer.data);
      return answer;
    },
    async use(name, args) {
      const answer = await agent.ask(name, args);
      if (answer.isError) throw new Error(`${name} failed: ${answer.text}`);
      return answer.data;
    },
    async fail(name, args) {
      const { isError, data, text } = await agent.ask(name, args);
      if (!isError) throw new Error(`${name} should have failed but said: ${text.slice(0, 500)}`);
      const { kind, message, next } = objectIn(data, 'error');
      return { kind: String(kind), message: String(message), next: String(next) };
    },
    async addCode(code, cellIndex = -1) {
      const { newCellId } = await agent.use('add_code_cell', { cellIndex, language: 'python', code });
      return String(newCellId);
    },
    async sources() {
      const { cells } = await agent.use('get_cells');
      return listOf(cells).map((cell) => listOf(cell.source).join(''));
    },
  };
  return agent;
}

function readAnswer(answer: unknown): ToolAnswer {
  const result = asJson(answer);
  const content = listOf(result.content);
  const text = content.find((block) => block.type === 'text')?.text;
  const images = content.flatMap((block) =>
    block.type === 'image' ? [{ mimeType: String(block.mimeType), data: String(block.data) }] : [],
  );
  const links = content.flatMap((block) => (block.type === 'resource_link' ? [String(block.uri)] : []));
  return {
    links,
    data: asJson(result.structuredContent),
    isError: result.isError === true,
    text: String(text),
    images,
  };
}

export function asJson(value: unknown): Json {
  if (typeof value !== 'object' || value === null)
    throw new Error(`Expected an object, got ${JSON.stringify(value)}`);
  return { ...value };
}

export function objectIn(json: Json, key: string): Json {
  return asJson(json[key]);
}

/** A list of objects (or of anything else, as it is). */
export function listOf(value: unknown): Json[] {
  if (!Array.isArray(value)) throw new Error(`Expected a list, got ${JSON.stringify(value)}`);
  return value;
}

/** A text, also where it is a list of lines. */
export function textIn(value: unknown): string {
  return typeof value === 'string' ? value : listOf(value).join('');
}

/** All text that a run printed, by stream name. */
export function printed(run: Json, name = 'stdout'): string {
  return listOf(run.outputs)
    .filter((output) => output.output_type === 'stream' && output.name === name)
    .map((output) => textIn(output.text))
    .join('');
}

/** The text/plain of the last expression. */
export function resultText(run: Json): string {
  const result = listOf(run.outputs).find((output) => output.output_type === 'execute_result');
  return result ? textIn(objectIn(result, 'data')['text/plain']) : '';
}
