import type { Tool } from '@modelcontextprotocol/server';
import type { WebSocket } from 'ws';
import type { Failure } from '../../src/notebook/failure.ts';
import type { Timings } from '../limits.ts';
import type { Log } from '../log.ts';
import { VERSION } from '../version.ts';
import type { Greeting } from './greeting.ts';
import { TabClient } from './tab-client.ts';
import { tabTools } from './tab-tools.ts';
import { TabTransport } from './tab-transport.ts';

const PROTOCOL_VERSION = '2025-11-25';

interface SessionOptions {
  linkId: string | null;
  timings: Timings;
  log: Log;
  /** The tab's readiness or its tools are not what they were. */
  onchange: () => void;
  /** The tab has been away for too long. */
  onlost: () => void;
}

/** One conversation with one tab, over as many sockets as it takes. */
export class TabSession {
  readonly linkId: string | null;
  readonly client: TabClient;
  readonly #transport: TabTransport;
  readonly #options: SessionOptions;
  #tools: ReadonlyMap<string, Tool> | null = null;
  #initialized = false;
  #ended = false;
  #droppedAt = 0;
  #lostTimer: NodeJS.Timeout | undefined;

  constructor(options: SessionOptions) {
    this.linkId = options.linkId;
    this.#options = options;
    this.#transport = new TabTransport(options.log);
    this.client = new TabClient(this.#transport);
    this.client.onnotification = (method) => {
      if (method === 'notifications/tools/list_changed') void this.#refreshTools();
    };
  }

  get attached(): boolean {
    return this.#transport.attached;
  }

  /** Whether a call can be sent now. */
  get ready(): boolean {
    return this.#initialized && this.attached;
  }

  /** When the tab went away; only of use while it is away. */
  get droppedAt(): number {
    return this.#droppedAt;
  }

  /** What the tab says it offers; null before it said so. */
  get tools(): ReadonlyMap<string, Tool> | null {
    return this.#tools;
  }

  /** Goes on, or begins, over this socket. */
  attach(socket: WebSocket, greeting: Greeting): void {
    clearTimeout(this.#lostTimer);
    socket.once('close', () => this.#drop(socket));
    this.#transport.attach(socket, greeting, this.client.requests(greeting.hello?.missing ?? []));
    if (this.#initialized) this.#options.onchange();
  }

  async initialize(): Promise<void> {
    const signal = AbortSignal.timeout(this.#options.timings.initializeMs);
    await this.client.request(
      'initialize',
      {
        protocolVersion: PROTOCOL_VERSION,
        capabilities: {},
        clientInfo: { name: 'cellwire', version: VERSION },
      },
      { signal },
    );
    this.client.notify('notifications/initialized');
    this.#tools = await tabTools(this.client, signal);
    this.#initialized = true;
    this.#options.onchange();
  }

  /** Ends every call in flight with `failure`; the session is of no more use. */
  end(failure: Failure, closeCode: number, closeReason: string): void {
    if (this.#ended) return;
    this.#ended = true;
    clearTimeout(this.#lostTimer);
    this.client.end(failure);
    this.#transport.close(closeCode, closeReason);
  }

  #drop(socket: WebSocket): void {
    if (!this.#transport.detach(socket) || this.#ended) return;
    this.#droppedAt = Date.now();
    this.#lostTimer = setTimeout(this.#options.onlost, this.#options.timings.lostMs);
    if (this.#initialized) this.#options.onchange();
  }

  async #refreshTools(): Promise<void> {
    try {
      this.#tools = await tabTools(this.client, AbortSignal.timeout(this.#options.timings.initializeMs));
      this.#options.onchange();
    } catch (error) {
      this.#options.log.warn(`The tab's tools changed, but it did not list them: ${String(error)}`);
    }
  }
}
