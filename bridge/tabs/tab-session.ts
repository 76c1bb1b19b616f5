import type { Tool } from '@modelcontextprotocol/server';
import { COMPACT_RESULTS } from '../../src/calls/compact-result.ts';
import type { Failure } from '../../src/notebook/failure.ts';
import type { HelloResult, Refused } from '../../src/wire/hello.ts';
import { NOTEBOOK_METHOD, REFUSED_METHOD, refusedIn, textIn } from '../../src/wire/hello.ts';
import { isRecord } from '../../src/wire/json.ts';
import { CLOSE_GOING_AWAY, CLOSE_NORMAL } from '../../src/wire/socket.ts';
import type { Timings } from '../limits.ts';
import type { Log } from '../log.ts';
import { VERSION } from '../version.ts';
import type { NewSocket } from './new-socket.ts';
import type { PageStatus } from './page-status.ts';
import { pageStatusIn } from './page-status.ts';
import { TabClient } from './tab-client.ts';
import { tabTools } from './tab-tools.ts';
import { TabTransport } from './tab-transport.ts';

const PROTOCOL_VERSION = '2025-11-25';

interface SessionOptions {
  /** What the tab said of itself; null for a frontend that is not ours. */
  hello: HelloResult | null;
  /** Why calls cannot be made here, although the tab is connected. */
  mismatch: Failure | null;
  timings: Timings;
  log: Log;
  /** The tab's readiness or its tools are not what they were. */
  onchange: () => void;
  /** The tab shows another notebook, or is served again. */
  onnotebook: () => void;
  /** The notebook that the tab shows has this address. */
  onaddress: (url: string) => void;
  /** A resource that the agent subscribed to has changed. */
  onresource: (uri: string) => void;
  /** The tab has been away for too long. */
  onlost: () => void;
}

/** One conversation with one tab, over as many sockets as it takes. */
export class TabSession {
  readonly linkId: string | null;
  readonly mismatch: Failure | null;
  /** Which extension it is; null for a frontend that is not ours. */
  readonly extension: Pick<HelloResult, 'extensionVersion' | 'protocol'> | null;
  readonly client: TabClient;
  readonly #transport: TabTransport;
  readonly #options: SessionOptions;
  #tools: ReadonlyMap<string, Tool> | null = null;
  #notebookId: string | null;
  #notebookUrl: string | null;
  #refused: Refused | null;
  /** What the notebook is called, as far as that was asked. */
  notebookName: string | null = null;
  #page: PageStatus | null = null;
  #initialized = false;
  #ended = false;
  #reconnectsUntil = Number.NEGATIVE_INFINITY;
  #lostTimer: NodeJS.Timeout | undefined;

  constructor(options: SessionOptions) {
    this.linkId = options.hello?.linkId ?? null;
    this.mismatch = options.mismatch;
    this.extension = options.hello && {
      extensionVersion: options.hello.extensionVersion,
      protocol: options.hello.protocol,
    };
    this.#notebookId = options.hello?.notebookId ?? null;
    this.#notebookUrl = options.hello?.notebookUrl ?? null;
    this.#refused = options.hello?.refused ?? null;
    this.#options = options;
    this.#transport = new TabTransport(options.log);
    this.client = new TabClient(this.#transport);
    this.client.onnotification = (method, params) => this.#heed(method, isRecord(params) ? params : {});
    if (options.hello?.notebookUrl) options.onaddress(options.hello.notebookUrl);
  }

  /** The notebook that the tab shows; null where it does not say. */
  get notebookId(): string | null {
    return this.#notebookId;
  }

  /** Its address, without what belongs to one visit alone. */
  get notebookUrl(): string | null {
    return this.#notebookUrl;
  }

  /** What `get_status` said last of the page; null before anybody asked. */
  get page(): PageStatus | null {
    return this.#page;
  }

  /** An answer to `get_status` has come by. */
  noteStatus(answer: unknown): void {
    this.#page = pageStatusIn(answer) ?? this.#page;
  }

  /** How the user has shut the tab for us; null when it is served. */
  get refused(): Refused | null {
    return this.#refused;
  }

  /** What the tab says of itself on a new socket, or when it has changed. */
  heedHello({
    notebookId,
    notebookUrl,
    refused,
  }: Pick<HelloResult, 'notebookId' | 'notebookUrl' | 'refused'>): void {
    // While the user refuses, nothing is said of the notebook; which one was shut is known all the same.
    if (refused === null) this.#show(notebookId, notebookUrl);
    this.#refuse(refused);
  }

  /** Whether what belongs to this notebook may be asked of this tab: also where either of them does not say. */
  shows(notebook: string | undefined): boolean {
    return notebook === undefined || this.#notebookId === null || this.#notebookId === notebook;
  }

  /** Whether it is there, or away for a moment. */
  get isPresent(): boolean {
    return !this.#ended && (this.attached || this.mayReconnect);
  }

  get attached(): boolean {
    return this.#transport.attached;
  }

  /** Whether a call can be sent now, or it is known that none ever can. */
  get ready(): boolean {
    return (this.#initialized || this.mismatch !== null) && this.#transport.open;
  }

  /** Whether calls can be carried out there: the halves fit together, and the user has not shut it for us. */
  get isUsable(): boolean {
    return this.mismatch === null && this.#refused === null;
  }

  /** Whether the tab is away, without a goodbye and so recently that it is worth waiting for. */
  get mayReconnect(): boolean {
    return !this.attached && performance.now() < this.#reconnectsUntil;
  }

  /** What the tab says it offers; null before it said so. */
  get tools(): ReadonlyMap<string, Tool> | null {
    // While the user refuses, the link says what there was, or next to nothing.
    return this.#refused === null ? this.#tools : null;
  }

  /** Goes on, or begins, over this socket; `missing` are requests that went down with an earlier one. */
  attach(newSocket: NewSocket, missing: readonly string[] = []): void {
    const { socket } = newSocket;
    // Gone while it was looked into who it is: nobody would hear of it any more.
    if (socket.readyState !== socket.OPEN) return;
    clearTimeout(this.#lostTimer);
    socket.once('close', (code) => {
      // Our link says goodbye with the one; the other is said by a browser that ends the document which holds the link,
      // and the tab has it opened again.
      const isGoodbye = code === CLOSE_NORMAL || (code === CLOSE_GOING_AWAY && this.linkId === null);
      if (this.#transport.detach(socket)) this.#away(isGoodbye);
    });
    this.#transport.attach(newSocket, [...this.client.requests(missing), ...this.client.cancellations]);
    if (this.#initialized) this.#options.onchange();
  }

  /** The tab has another socket by now: nothing more goes out on this one, where it would be lost. */
  abandonSocket(): void {
    if (!this.attached) return;
    this.#transport.abandon();
    this.#away(false);
  }

  async initialize(): Promise<void> {
    const signal = AbortSignal.timeout(this.#options.timings.initializeMs);
    await this.client.request(
      'initialize',
      {
        protocolVersion: PROTOCOL_VERSION,
        capabilities: { experimental: { [COMPACT_RESULTS]: {} } },
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

  #away(saidGoodbye: boolean): void {
    if (this.#ended) return;
    const { timings, onlost } = this.#options;
    this.#reconnectsUntil = saidGoodbye
      ? Number.NEGATIVE_INFINITY
      : performance.now() + timings.reconnectGraceMs;
    this.#lostTimer = setTimeout(onlost, timings.lostMs);
    if (this.#initialized) this.#options.onchange();
  }

  #heed(method: string, params: Record<string, unknown>): void {
    if (method === 'notifications/tools/list_changed') void this.#refreshTools();
    if (method === 'notifications/resources/updated' && params.uri !== undefined) {
      this.#options.onresource(String(params.uri));
    }
    if (this.linkId === null) return;
    if (method === NOTEBOOK_METHOD && typeof params.notebookId === 'string') {
      this.#show(params.notebookId, textIn(params.notebookUrl));
    }
    if (method === REFUSED_METHOD) this.#refuse(refusedIn(params));
  }

  #show(notebookId: string | null, url: string | null): void {
    if (url !== null) this.#options.onaddress(url);
    this.#notebookUrl = url;
    if (this.#notebookId === notebookId) return;
    this.#notebookId = notebookId;
    this.notebookName = null;
    this.#options.onnotebook();
  }

  #refuse(refused: Refused | null): void {
    if (refused === this.#refused) return;
    this.#refused = refused;
    // What it lists now is not known yet; it says so next.
    if (refused === null) {
      this.#tools = null;
      this.#options.onnotebook();
    }
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
