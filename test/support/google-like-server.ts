import { randomBytes } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import type { IncomingMessage, Server } from 'node:http';
import { createServer, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { CallToolResultSchema } from '@modelcontextprotocol/core';
import type { CallToolResult } from '@modelcontextprotocol/server';
import type { WebSocket } from 'ws';
import { WebSocketServer } from 'ws';
import { z } from 'zod';

const ORIGINS = ['https://colab.google.com', 'https://colab.research.google.com'];
/** The Python library's default: one byte more closes the socket with 1009. */
const MAX_INCOMING_BYTES = 1_048_576;

const Incoming = z.looseObject({
  id: z.union([z.string(), z.number()]).nullish(),
  method: z.string().optional(),
  params: z.looseObject({}).optional(),
  result: z.looseObject({}).optional(),
  error: z.looseObject({ code: z.number(), message: z.string() }).optional(),
});
type Message = z.infer<typeof Incoming>;

interface Waiting {
  resolve: (result: Record<string, unknown>) => void;
  reject: (error: Error) => void;
}

interface GoogleLikeOptions {
  host?: string;
  pingMs?: number;
}

/**
 * Behaves on the wire like Google's colab-mcp 1.0: one client; `initialize` once per process and never again,
 * whatever happens to the socket; requests and pending calls simply outlive sockets; nothing times out.
 */
export class GoogleLikeServer extends EventEmitter<{ tab: []; closed: [number] }> {
  readonly token = randomBytes(16).toString('base64url');
  readonly port: number;
  /** The Origin of every handshake, refused ones included. */
  readonly origins: Array<string | undefined> = [];
  /** Notifications and requests that came from the tab. */
  readonly received: Message[] = [];
  /** How sockets of tabs have ended. */
  readonly closeCodes: number[] = [];
  initializeCount = 0;
  readonly #http: Server;
  readonly #sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_INCOMING_BYTES,
    perMessageDeflate: true,
  });
  readonly #waiting = new Map<number, Waiting>();
  readonly #outbox: string[] = [];
  readonly #pings: NodeJS.Timeout;
  #nextId = 0;
  #live: WebSocket | null = null;
  #initialized: Promise<unknown> | null = null;

  static async start(options: GoogleLikeOptions = {}): Promise<GoogleLikeServer> {
    const http = createServer((_request, response) =>
      response.writeHead(426).end('Failed to open a WebSocket.\n'),
    );
    http.listen(0, options.host ?? 'localhost');
    await once(http, 'listening');
    const address = http.address();
    if (address === null || typeof address === 'string') throw new Error('The server has no port.');
    return new GoogleLikeServer(http, address.port, options.pingMs ?? 20_000);
  }

  private constructor(http: Server, port: number, pingMs: number) {
    super();
    this.#http = http;
    this.port = port;
    http.on('upgrade', (request, socket, head) => this.#upgrade(request, socket, head));
    this.#pings = setInterval(() => this.#live?.ping(), pingMs);
  }

  /** What the server adds to the notebook's address. */
  get fragment(): string {
    return `#mcpProxyToken=${this.token}&mcpProxyPort=${this.port}`;
  }

  get connected(): boolean {
    return this.#live !== null;
  }

  async waitForTab(): Promise<void> {
    if (!this.#live) await once(this, 'tab');
  }

  /** Waits for its tab as long as it takes, as Google's does. */
  async request(method: string, params: Record<string, unknown> = {}): Promise<Record<string, unknown>> {
    await this.#firstTab();
    await this.#initialized;
    return this.#send(method, params);
  }

  async callTool(name: string, args: Record<string, unknown> = {}): Promise<CallToolResult> {
    return CallToolResultSchema.parse(await this.request('tools/call', { name, arguments: args }));
  }

  /** Ends the socket without a goodbye. */
  async dropSocket(): Promise<void> {
    if (!this.#live) return;
    const closed = once(this, 'closed');
    this.#live.terminate();
    await closed;
  }

  async close(): Promise<void> {
    clearInterval(this.#pings);
    for (const socket of this.#sockets.clients) socket.terminate();
    this.#http.closeAllConnections();
    this.#http.close();
    await once(this.#http, 'close');
  }

  async #firstTab(): Promise<void> {
    if (!this.#initialized) await once(this, 'tab');
  }

  #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    this.origins.push(request.headers.origin);
    socket.on('error', () => socket.destroy());
    const refusal = this.#refusalOf(request);
    if (refusal !== null) {
      socket.end(
        `HTTP/1.1 ${refusal} ${STATUS_CODES[refusal]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
      );
      return;
    }
    this.#sockets.handleUpgrade(request, socket, head, (opened) => this.#accept(opened));
  }

  /** The token first, by a plain search in the path, then what the library checks. */
  #refusalOf({ url = '', headers }: IncomingMessage): number | null {
    const { authorization, origin } = headers;
    if (authorization !== undefined) {
      const [scheme, bearer, ...rest] = authorization.split(' ');
      if (scheme !== 'Bearer' || bearer === undefined || rest.length > 0) return 400;
      if (bearer !== this.token) return 403;
    } else if (!url.includes(`access_token=${this.token}`)) return 401;
    if (origin === undefined || !ORIGINS.includes(origin)) return 403;
    const protocols = (headers['sec-websocket-protocol'] ?? '').split(',').map((name) => name.trim());
    return protocols.includes('mcp') ? null : 400;
  }

  #accept(socket: WebSocket): void {
    socket.on('error', () => {});
    if (this.#live) {
      socket.close(1013, 'Server is busy');
      return;
    }
    this.#live = socket;
    socket.on('message', (data: Buffer) => this.#receive(data.toString('utf8')));
    socket.once('close', (code) => {
      this.#live = null;
      this.closeCodes.push(code);
      this.emit('closed', code);
    });
    for (const text of this.#outbox.splice(0)) socket.send(text);
    // A tab that goes before it has answered leaves the server uninitialised, and silent.
    this.#initialized ??= this.#initialize().catch(() => {});
    this.emit('tab');
  }

  async #initialize(): Promise<void> {
    this.initializeCount += 1;
    await this.#send('initialize', {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'mcp', version: '0.1.0' },
    });
    this.#write({ jsonrpc: '2.0', method: 'notifications/initialized' });
  }

  #send(method: string, params: Record<string, unknown>): Promise<Record<string, unknown>> {
    const id = this.#nextId;
    this.#nextId += 1;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#write({ jsonrpc: '2.0', id, method, params });
    });
  }

  #write(message: object): void {
    const text = JSON.stringify(message);
    const socket = this.#live;
    if (socket && socket.readyState === socket.OPEN) socket.send(text);
    else this.#outbox.push(text);
  }

  #receive(text: string): void {
    const message = Incoming.parse(JSON.parse(text));
    if (message.method !== undefined) {
      this.received.push(message);
      return;
    }
    const waiting = this.#waiting.get(Number(message.id));
    if (!waiting) return;
    this.#waiting.delete(Number(message.id));
    if (message.error) waiting.reject(new Error(message.error.message));
    else waiting.resolve(message.result ?? {});
  }
}
