import { EventEmitter, once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import { z } from 'zod';

/** What the model says in a step, in either protocol's words. */
export interface ModelReply {
  text?: string;
  calls?: Array<{ name: string; args?: Record<string, unknown>; rawArgs?: string }>;
  usage?: { input: number; output: number } | null;
  isCutOff?: boolean;
}

/** What an endpoint does instead of answering. */
export type EndpointFault =
  | { status: number; body?: string; headers?: Record<string, string> }
  | { raw: string }
  | 'hang'
  | 'drop';

export type Reply = ModelReply | EndpointFault;

export interface SeenRequest {
  path: string;
  headers: IncomingMessage['headers'];
  body: Record<string, unknown>;
}

const Json = z.record(z.string(), z.unknown());

// What the vendors refuse, as far as it can go wrong here: an answer to every call and to no other, no empty texts.
const ToolCall = z.object({
  id: z.string().min(1),
  type: z.literal('function'),
  function: z.object({ name: z.string(), arguments: z.string().refine(isJson) }),
});
const Chat = z.object({
  model: z.string(),
  messages: z.array(
    z.discriminatedUnion('role', [
      z.object({ role: z.literal('system'), content: z.string() }),
      z.object({ role: z.literal('user'), content: z.union([z.string(), z.array(Json)]) }),
      z.object({
        role: z.literal('assistant'),
        content: z.string().nullable(),
        tool_calls: z.array(ToolCall).min(1).optional(),
      }),
      z.object({ role: z.literal('tool'), tool_call_id: z.string(), content: z.string().min(1) }),
    ]),
  ),
  tools: z.array(z.object({ type: z.literal('function'), function: z.looseObject({ name: z.string() }) })),
});
const Messages = z.object({
  model: z.string(),
  max_tokens: z.number(),
  system: z.string(),
  tools: z.array(z.object({ name: z.string(), description: z.string(), input_schema: Json })),
  messages: z.array(
    z.object({
      role: z.enum(['user', 'assistant']),
      content: z.union([z.string().min(1), z.array(z.looseObject({ type: z.string() })).min(1)]),
    }),
  ),
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** A local endpoint that speaks both protocols, says what it is told to say, and fails as endpoints do. */
export class LocalEndpoint extends EventEmitter<{ request: [SeenRequest] }> {
  readonly requests: SeenRequest[] = [];
  readonly url: string;
  readonly #http: Server;
  readonly #replies: Reply[];
  readonly #key: string | null;
  #calls = 0;

  /** `key`: the one that is let in; null lets in everybody. Without replies left it fails. */
  static async start(replies: Reply[], key: string | null = null): Promise<LocalEndpoint> {
    const http = createServer();
    http.listen(0, '127.0.0.1');
    await once(http, 'listening');
    return new LocalEndpoint(http, replies, key);
  }

  private constructor(http: Server, replies: Reply[], key: string | null) {
    super();
    const address = http.address();
    if (address === null || typeof address === 'string') throw new Error('The endpoint has no port.');
    this.url = `http://127.0.0.1:${address.port}`;
    this.#http = http;
    this.#replies = [...replies];
    this.#key = key;
    http.on('request', (request, response) => void this.#answer(request, response));
  }

  /** What was asked last. */
  get last(): SeenRequest {
    const last = this.requests.at(-1);
    if (!last) throw new Error('Nobody has asked yet.');
    return last;
  }

  async close(): Promise<void> {
    this.#http.closeAllConnections();
    this.#http.close();
    await once(this.#http, 'close');
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Json.parse(JSON.parse(Buffer.concat(chunks).toString()));
    const seen = { path: request.url ?? '', headers: request.headers, body };
    this.requests.push(seen);
    this.emit('request', seen);
    const send = (status: number, value: unknown): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    };
    const isChat = seen.path === '/v1/chat/completions';
    if (!isChat && seen.path !== '/v1/messages') return send(404, { error: { message: 'no such address' } });
    if (this.#key !== null && keyOf(seen, isChat) !== this.#key) {
      return send(401, { error: { message: `Incorrect API key provided: ${keyOf(seen, isChat)}` } });
    }
    const wrong = isChat ? wrongChat(body) : wrongMessages(seen);
    if (wrong !== null) return send(400, { error: { message: wrong } });
    const reply = this.#replies.shift() ?? { status: 500, body: 'the test gave no more replies' };
    if (reply === 'hang') return;
    if (reply === 'drop') return void response.destroy();
    if ('raw' in reply) return void response.end(reply.raw);
    if ('status' in reply) {
      return void response
        .writeHead(reply.status, reply.headers)
        .end(reply.body ?? JSON.stringify({ error: { message: `status ${reply.status}` } }));
    }
    send(200, isChat ? this.#chat(reply) : this.#message(reply));
  }

  #chat({ text, calls = [], usage = { input: 10, output: 5 }, isCutOff }: ModelReply): unknown {
    const asked = calls.map(({ name, args = {}, rawArgs }) => ({
      id: `call_${++this.#calls}`,
      type: 'function',
      function: { name, arguments: rawArgs ?? JSON.stringify(args) },
    }));
    const reason = asked.length > 0 ? 'tool_calls' : 'stop';
    return {
      choices: [
        {
          index: 0,
          message: {
            role: 'assistant',
            content: text ?? null,
            ...(asked.length > 0 ? { tool_calls: asked } : {}),
          },
          finish_reason: isCutOff ? 'length' : reason,
        },
      ],
      ...(usage ? { usage: { prompt_tokens: usage.input, completion_tokens: usage.output } } : {}),
    };
  }

  #message({ text, calls = [], usage = { input: 10, output: 5 }, isCutOff }: ModelReply): unknown {
    const asked = calls.map(({ name, args = {}, rawArgs }) => ({
      type: 'tool_use',
      id: `toolu_${++this.#calls}`,
      name,
      input: rawArgs ?? args,
    }));
    const reason = asked.length > 0 ? 'tool_use' : 'end_turn';
    return {
      type: 'message',
      role: 'assistant',
      content: [...(text === undefined ? [] : [{ type: 'text', text }]), ...asked],
      stop_reason: isCutOff ? 'max_tokens' : reason,
      ...(usage ? { usage: { input_tokens: usage.input, output_tokens: usage.output } } : {}),
    };
  }
}

const keyOf = ({ headers }: SeenRequest, isChat: boolean): unknown =>
  isChat ? headers.authorization?.replace(/^Bearer /, '') : headers['x-api-key'];

function wrongChat(body: unknown): string | null {
  const read = Chat.safeParse(body);
  if (!read.success) return z.prettifyError(read.error);
  let open: string[] = [];
  for (const message of read.data.messages) {
    if (message.role === 'tool') {
      if (!open.includes(message.tool_call_id)) return `No call ${message.tool_call_id} waits for an answer.`;
      open = open.filter((id) => id !== message.tool_call_id);
    } else if (open.length > 0) return `Calls without an answer: ${open.join(', ')}`;
    if (message.role === 'assistant') open = (message.tool_calls ?? []).map(({ id }) => id);
  }
  return open.length > 0 ? `Calls without an answer: ${open.join(', ')}` : null;
}

function wrongMessages({ body, headers }: SeenRequest): string | null {
  if (headers['anthropic-version'] === undefined) return 'anthropic-version: header is required';
  const read = Messages.safeParse(body);
  if (!read.success) return z.prettifyError(read.error);
  let open: unknown[] = [];
  for (const [at, { role, content }] of read.data.messages.entries()) {
    if (role !== (at % 2 === 0 ? 'user' : 'assistant')) return 'roles must alternate';
    const blocks = typeof content === 'string' ? [] : content;
    if (blocks.some(({ type, text }) => type === 'text' && text === ''))
      return 'text blocks must be non-empty';
    if (role === 'assistant') open = blocks.flatMap(({ type, id }) => (type === 'tool_use' ? [id] : []));
    else {
      const given = blocks.flatMap(({ type, tool_use_id }) => (type === 'tool_result' ? [tool_use_id] : []));
      if (JSON.stringify(given) !== JSON.stringify(open)) return 'tool_use ids without tool_result';
    }
  }
  return null;
}
