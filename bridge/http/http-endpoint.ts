import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { MAX_MESSAGE_BYTES } from '../limits.ts';
import type { Log } from '../log.ts';
import type { HttpDoor } from './http-access.ts';
import { refusalOfHttp } from './http-access.ts';

/** Where agents find the MCP server. */
export const MCP_PATH = '/mcp';

interface EndpointOptions {
  door: HttpDoor;
  answer: (request: Request) => Promise<Response>;
  log: Log;
}

/** Lets agents in over HTTP, and tells the others why not. */
export class HttpEndpoint {
  readonly #servers: readonly Server[];
  readonly #options: EndpointOptions;
  readonly #handle: ReturnType<typeof toNodeHandler>;

  /** `servers` already listen. */
  constructor(servers: readonly Server[], options: EndpointOptions) {
    this.#servers = servers;
    this.#options = options;
    this.#handle = toNodeHandler(
      { fetch: options.answer },
      { maxRequestBodySize: MAX_MESSAGE_BYTES, onerror: (error) => options.log.error(String(error)) },
    );
    for (const server of servers) server.on('request', (request, response) => this.#take(request, response));
  }

  /** No more connections; those that are open end with what is under way on them. */
  close(): void {
    for (const server of this.#servers) {
      server.close();
      server.closeIdleConnections();
    }
  }

  terminate(): void {
    for (const server of this.#servers) server.closeAllConnections();
  }

  #take(request: IncomingMessage, response: ServerResponse): void {
    const { door, log } = this.#options;
    const refusal = refusalOfHttp(request, door);
    if (refusal) {
      log.warn(`Refused a request over HTTP (${refusal.status}): ${refusal.sentence}`);
      refuse(response, refusal.status, refusal.sentence);
    } else if (request.url?.split('?')[0] !== MCP_PATH) {
      refuse(response, 404, `There is nothing here; the MCP server is at ${MCP_PATH}.`);
    } else {
      // A server's requests have both.
      const whole = Object.assign(request, { method: request.method ?? 'GET', url: request.url ?? '/' });
      this.#handle(whole, response).catch((error) => {
        log.error(`A request over HTTP was given up: ${String(error)}`);
        response.destroy();
      });
    }
  }
}

/** Not with what the request carries on: a stranger's body is not read. */
function refuse(response: ServerResponse, status: number, sentence: string): void {
  response.writeHead(status, {
    'Content-Type': 'application/json',
    'Cache-Control': 'no-store',
    Connection: 'close',
    ...(status === 401 && { 'WWW-Authenticate': 'Bearer' }),
  });
  response.end(JSON.stringify({ jsonrpc: '2.0', error: { code: -32_000, message: sentence }, id: null }));
}
