import type { JSONRPCMessage, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';
import { isRecord } from '../../src/wire/json.ts';
import type { AgentSeat } from '../agent/agent-seat.ts';
import type { Log } from '../log.ts';

interface SessionOptions {
  idleMs: number;
  log: Log;
  onend: () => void;
}

/** One conversation with one agent: over as many requests as it takes, until it or its silence ends it. */
export class HttpSession {
  readonly #transport: WebStandardStreamableHTTPServerTransport;
  readonly #seat: AgentSeat;
  readonly #options: SessionOptions;
  /** Exchanges that are under way; one of them may be the stream that the agent listens on. */
  #open = 0;
  #idleTimer: NodeJS.Timeout | undefined;
  #hasEnded = false;
  /** When the agent was heard last. */
  seenAt = performance.now();

  constructor(transport: WebStandardStreamableHTTPServerTransport, seat: AgentSeat, options: SessionOptions) {
    this.#transport = transport;
    this.#seat = seat;
    this.#options = options;
  }

  async begin(): Promise<void> {
    const server = this.#seat.createServer();
    server.onerror = (error) => this.#options.log.warn(`An agent over HTTP: ${error.message}`);
    const { onclose } = server;
    server.onclose = () => {
      onclose?.();
      this.#over();
    };
    await server.connect(this.#transport);
  }

  async answer(request: Request, body: unknown): Promise<Response> {
    this.#busy(1);
    request.signal.addEventListener('abort', () => this.#hungUp(body), { once: true });
    try {
      const response = await this.#transport.handleRequest(request, { parsedBody: body });
      return this.#followed(response);
    } catch (error) {
      this.#busy(-1);
      throw error;
    }
  }

  /** Calls under way end with it. */
  async end(): Promise<void> {
    await this.#transport.close();
    this.#over();
  }

  /** What was asked on a connection that is gone cannot be answered: nobody is to wait for it. */
  #hungUp(body: unknown): void {
    for (const id of requestIdsIn(body)) this.#transport.onmessage?.(cancellationOf(id));
  }

  /** The exchange lasts as long as its answer is being read. */
  #followed(response: Response): Response {
    const { body, status, headers } = response;
    if (!body) {
      this.#busy(-1);
      return response;
    }
    const ends = new TransformStream<Uint8Array, Uint8Array>();
    body.pipeTo(ends.writable).then(
      () => this.#busy(-1),
      () => this.#busy(-1),
    );
    return new Response(ends.readable, { status, headers });
  }

  #busy(change: 1 | -1): void {
    this.#open += change;
    this.seenAt = performance.now();
    clearTimeout(this.#idleTimer);
    if (this.#open > 0 || this.#hasEnded) return;
    this.#idleTimer = setTimeout(() => {
      this.#options.log.info(`${this.#seat.name} has been silent for long: its session ends.`);
      void this.end();
    }, this.#options.idleMs);
    this.#idleTimer.unref();
  }

  #over(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    clearTimeout(this.#idleTimer);
    this.#options.onend();
    this.#seat.leave();
  }
}

/** The requests in a body that get an answer. */
function requestIdsIn(body: unknown): Array<string | number> {
  const messages: unknown[] = Array.isArray(body) ? body : [body];
  return messages.flatMap((message) => {
    if (!isRecord(message) || typeof message.method !== 'string') return [];
    return typeof message.id === 'string' || typeof message.id === 'number' ? [message.id] : [];
  });
}

function cancellationOf(requestId: string | number): JSONRPCMessage {
  return {
    jsonrpc: '2.0',
    method: 'notifications/cancelled',
    params: { requestId, reason: 'The agent has hung up.' },
  };
}
