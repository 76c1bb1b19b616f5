import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { WebSocketServer } from 'ws';
import { CLOSE_GOING_AWAY, SUBPROTOCOL } from '../../src/wire/socket.ts';
import { MAX_MESSAGE_BYTES } from '../limits.ts';
import type { Log } from '../log.ts';
import type { BridgeStatus } from '../tabs/bridge-status.ts';
import type { Keys } from './keys.ts';
import { Openings } from './openings.ts';
import { answerStatus, STATUS_PATH } from './status-request.ts';
import { TabProof } from './tab-proof.ts';
import type { Refusal } from './upgrade-check.ts';
import { entranceOf, MALFORMED_TARGET, targetOf, visitRefusalOf } from './upgrade-check.ts';

export interface EndpointOptions {
  port: number;
  keys: Keys;
  log: Log;
  onsocket: OnSocket;
  /** How this bridge stands, for `cellwire doctor`. */
  status: () => BridgeStatus;
}

/** `proof` is null for a frontend that is not ours. */
export type OnSocket = (socket: WebSocket, proof: TabProof | null) => void;

/** Where tabs come in: lets the right ones through and tells the others why not. */
export class TabEndpoint {
  readonly #servers: readonly Server[];
  readonly #options: EndpointOptions;
  readonly #openings = new Openings();
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
        this.#guard(request.socket, () => this.#answer(request, response)),
      );
      server.on('upgrade', (request, socket, head) =>
        this.#guard(socket, () => this.#upgrade(request, socket, head)),
      );
    }
  }

  /** An address that leads a browser to `address`, once. */
  openingTo(address: () => Promise<string>): string {
    return `http://127.0.0.1:${this.#options.port}${this.#openings.add(address)}`;
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
    const { port, keys, log, onsocket } = this.#options;
    // A peer that hangs up in the middle of the handshake is no error of ours.
    socket.on('error', () => socket.destroy());
    const entrance = entranceOf(request, port, keys);
    if ('status' in entrance) {
      log.warn(`Refused a connection (${entrance.status}): ${entrance.sentence}`);
      refuse(socket, entrance);
      return;
    }
    const { key } = entrance;
    const proof = key && new TabProof(keys, key.key, { port, tabChallenge: key.tabChallenge });
    this.#sockets.handleUpgrade(request, socket, head, (opened) => onsocket(opened, proof));
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const { port, log, keys, status } = this.#options;
    const path = targetOf(request)?.pathname;
    if (path === STATUS_PATH && request.method === 'GET') {
      answerStatus(request, { port, keys, status }).then(
        (answer) => say(response, answer),
        (error) => say(response, { status: 404, sentence: String(error) }),
      );
      return;
    }
    const isOpening = path !== undefined && request.method === 'GET' && this.#openings.isOne(path);
    if (!isOpening) {
      answerPlainRequest(request, response);
      return;
    }
    const stranger = visitRefusalOf(request, port);
    if (stranger) {
      log.warn(`Refused to lead to a notebook (${stranger.status}): ${stranger.sentence}`);
      say(response, stranger);
      return;
    }
    this.#openings.take(path).then(
      (address) => (address === null ? say(response, OPENED_ALREADY) : leadTo(response, address)),
      (error) => say(response, { status: 404, sentence: String(error) }),
    );
  }
}

const OPENED_ALREADY: Refusal = {
  status: 410,
  sentence: 'This address has been opened already, or is too old. Ask your agent to connect again.',
};

function leadTo(response: ServerResponse, address: string): void {
  response.writeHead(302, {
    Location: address,
    Connection: 'close',
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'no-referrer',
  });
  response.end();
}

const NOTHING_HERE = { status: 404, sentence: 'There is nothing here.' };
/** How what answers on a port is told from other programs. */
export const BRIDGE_GREETING = 'This is the Cellwire bridge';
const SPEAKS_WEBSOCKET = {
  status: 426,
  sentence: `${BRIDGE_GREETING}; it speaks WebSocket with the subprotocol "${SUBPROTOCOL}".`,
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
  const refusal = !target ? MALFORMED_TARGET : atRoot ? SPEAKS_WEBSOCKET : NOTHING_HERE;
  say(response, refusal, atRoot ? { Upgrade: 'websocket' } : {});
}

function say(
  response: ServerResponse,
  { status, sentence }: { status: number; sentence: string },
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, {
    'Content-Type': 'text/plain; charset=utf-8',
    'Cache-Control': 'no-store',
    Connection: 'close',
    ...headers,
  });
  response.end(`${sentence}\n`);
}
