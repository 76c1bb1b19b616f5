import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { WebSocketServer } from 'ws';
import { CLOSE_GOING_AWAY, SUBPROTOCOL } from '../../src/wire/socket.ts';
import { MAX_MESSAGE_BYTES } from '../limits.ts';
import type { Log } from '../log.ts';
import type { Refusal } from './upgrade-check.ts';
import { MALFORMED_TARGET, refusalOf, targetOf } from './upgrade-check.ts';

interface EndpointOptions {
  port: number;
  token: string;
  log: Log;
  onsocket: (socket: WebSocket) => void;
}

/** Where tabs come in: lets the right ones through and tells the others why not. */
export class TabEndpoint {
  readonly #servers: readonly Server[];
  readonly #options: EndpointOptions;
  readonly #sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_MESSAGE_BYTES,
    perMessageDeflate: false,
    handleProtocols: () => SUBPROTOCOL,
  });

  /** `servers` already listen: one per address family, all on the same port. */
  constructor(servers: readonly Server[], options: EndpointOptions) {
    this.#servers = servers;
    this.#options = options;
    for (const server of servers) {
      server.on('request', (request, response) =>
        this.#guard(request.socket, () => answerPlainRequest(request, response)),
      );
      server.on('upgrade', (request, socket, head) =>
        this.#guard(socket, () => this.#upgrade(request, socket, head)),
      );
    }
  }

  close(): void {
    for (const socket of this.#sockets.clients) socket.close(CLOSE_GOING_AWAY, 'bridge is going away');
    for (const server of this.#servers) server.close();
  }

  /** For what is left when politeness has not helped. */
  terminate(): void {
    for (const socket of this.#sockets.clients) socket.terminate();
    for (const server of this.#servers) server.closeAllConnections();
  }

  /** Whatever a stranger sends costs the stranger the connection, and nobody else theirs. */
  #guard(socket: Duplex, handle: () => void): void {
    try {
      handle();
    } catch (error) {
      this.#options.log.error(`A connection was given up: ${String(error)}`);
      socket.destroy();
    }
  }

  #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const { port, token, log, onsocket } = this.#options;
    // A peer that hangs up in the middle of the handshake is no error of ours.
    socket.on('error', () => socket.destroy());
    const refusal = refusalOf(request, port, token);
    if (refusal) {
      log.warn(`Refused a connection (${refusal.status}): ${refusal.sentence}`);
      refuse(socket, refusal);
      return;
    }
    this.#sockets.handleUpgrade(request, socket, head, onsocket);
  }
}

const NOTHING_HERE = { status: 404, sentence: 'There is nothing here.' };
const SPEAKS_WEBSOCKET = {
  status: 426,
  sentence: `This is the Cellwire bridge; it speaks WebSocket with the subprotocol "${SUBPROTOCOL}".`,
};

function refuse(socket: Duplex, { status, sentence }: Refusal): void {
  const body = `${sentence}\n`;
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'Connection: close',
      'Content-Type: text/plain; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      '',
      body,
    ].join('\r\n'),
  );
}

function answerPlainRequest(request: IncomingMessage, response: ServerResponse): void {
  const target = targetOf(request);
  const atRoot = target?.pathname === '/';
  const { status, sentence } = !target ? MALFORMED_TARGET : atRoot ? SPEAKS_WEBSOCKET : NOTHING_HERE;
  response.writeHead(status, {
    'Content-Type': 'text/plain; charset=utf-8',
    Connection: 'close',
    ...(atRoot && { Upgrade: 'websocket' }),
  });
  response.end(`${sentence}\n`);
}
