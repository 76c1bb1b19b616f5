import { randomUUID } from 'node:crypto';
import { isInitializeRequest, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';
import type { AgentSeat } from '../agent/agent-seat.ts';
import { MAX_MESSAGE_BYTES } from '../limits.ts';
import type { Log } from '../log.ts';
import { HttpSession } from './http-session.ts';

interface SessionsOptions {
  seat: (id: string) => AgentSeat;
  log: Log;
  /** A session is ended when nobody has been there for this long. */
  idleMs: number;
}

/** More agents than anybody has at work; beyond that, whoever has been silent for longest goes. */
const MOST_SESSIONS = 50;
const SESSION_HEADER = 'mcp-session-id';

/** The conversations with agents over HTTP. */
export class HttpSessions {
  readonly #options: SessionsOptions;
  readonly #sessions = new Map<string, HttpSession>();

  constructor(options: SessionsOptions) {
    this.#options = options;
  }

  /** One exchange. The request's signal says that the client has hung up. */
  readonly answer = async (request: Request): Promise<Response> => {
    const id = request.headers.get(SESSION_HEADER);
    const known = id === null ? undefined : this.#sessions.get(id);
    const body = request.method === 'POST' ? await bodyOf(request) : undefined;
    if (body === null) return refusal(400, -32_700, 'Parse error: this is not JSON.');
    if (known) return known.answer(request, body);
    if (id !== null) {
      return refusal(404, -32_001, 'Session not found: it has ended. Begin another with initialize.');
    }
    if (!isInitializeRequest(body)) {
      return refusal(
        400,
        -32_000,
        'Bad Request: begin with initialize, then send the Mcp-Session-Id header.',
      );
    }
    return this.#begin(request, body);
  };

  async close(): Promise<void> {
    for (const session of [...this.#sessions.values()]) await session.end();
  }

  async #begin(request: Request, body: unknown): Promise<Response> {
    const { log, seat: seatFor, idleMs } = this.#options;
    await this.#makeRoom();
    const id = randomUUID();
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => id,
      maxRequestBodySize: MAX_MESSAGE_BYTES,
    });
    // Not the session's id: that is for this agent alone, and tabs are told who calls.
    const seat = seatFor(randomUUID());
    const session = new HttpSession(transport, seat, {
      idleMs,
      log,
      onend: () => this.#sessions.delete(id),
    });
    await session.begin();
    this.#sessions.set(id, session);
    const response = await session.answer(request, body);
    // Its `initialize` was none.
    if (transport.sessionId === undefined) await session.end();
    return response;
  }

  async #makeRoom(): Promise<void> {
    if (this.#sessions.size < MOST_SESSIONS) return;
    const silent = [...this.#sessions.values()].sort((one, other) => one.seenAt - other.seenAt);
    this.#options.log.warn(
      `There are ${MOST_SESSIONS} agents: the one that has been silent for longest is let go.`,
    );
    await silent[0]?.end();
  }
}

/** What was posted; null when it is not JSON. */
async function bodyOf(request: Request): Promise<unknown> {
  try {
    const body: unknown = JSON.parse(await request.text());
    return body;
  } catch {
    return null;
  }
}

function refusal(status: number, code: number, message: string): Response {
  return Response.json({ jsonrpc: '2.0', error: { code, message }, id: null }, { status });
}
