import { randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { WebSocket } from 'ws';
import { z } from 'zod';
import { ServerProof } from '../../background/link/server-proof.ts';
import type { AskResult, Refused } from '../../src/wire/hello.ts';
import {
  ASK_METHOD,
  HELLO_METHOD,
  NOTEBOOK_METHOD,
  PROTOCOL,
  REFUSED_METHOD,
  readHello,
} from '../../src/wire/hello.ts';
import { isAboutBrowser } from '../../src/wire/notebook-list.ts';
import { TRANSFER_METHOD } from '../../src/wire/transfer.ts';

const Frame = z.looseObject({
  id: z.union([z.string(), z.number()]).optional(),
  method: z.string().optional(),
  params: z.looseObject({}).default({}),
});
export type TabFrame = z.infer<typeof Frame>;

const CallParams = z.looseObject({
  name: z.string(),
  arguments: z.record(z.string(), z.unknown()).default({}),
  _meta: z.looseObject({ progressToken: z.union([z.string(), z.number()]).optional() }).optional(),
});

interface TabCall {
  args: Record<string, unknown>;
  signal: AbortSignal;
  progress: (progress: number, message: string) => void;
}

export interface FakeTabOptions {
  port: number;
  /** Of an address; a frontend that is not ours says it whenever it connects. */
  token: () => string;
  host?: string;
  origin?: string;
  /** Null: a frontend that is not ours and does not know our hello. */
  linkId?: string | null;
  /** The notebook that it shows. */
  notebookId?: string;
  /** What its hello says, besides who it is; by default what the extension of today says. */
  hello?: {
    protocol?: unknown;
    notebookId?: unknown;
    notebookUrl?: string;
    extensionVersion?: string;
    refused?: Refused | null;
    proof?: string | null;
  };
  tools?: string[];
  /** Requests that get no answer. */
  ignores?: string[];
  /** Whether it answers pings. */
  autoPong?: boolean;
  onCall?: (name: string, call: TabCall) => Promise<unknown>;
}

const text = (words: string): unknown => ({ content: [{ type: 'text', text: words }] });

/** A tab as the bridge sees it: behaves like our extension's link, over as many sockets as the test wants. */
export class FakeTab extends EventEmitter<{ frame: [TabFrame] }> {
  readonly frames: TabFrame[] = [];
  /** Leaves frames unread and unanswered, like a tab whose socket is dead without anyone knowing. */
  deaf = false;
  /** Reads on from a socket although it has a newer one; the extension never does. */
  hearsOldSockets = false;
  /** Awaited before a hello is answered. */
  beforeHello: () => Promise<void> = async () => {};
  /** The notebook that it shows when it is greeted. */
  notebookId: string;
  tools: string[];
  onCall: NonNullable<FakeTabOptions['onCall']>;
  /** What the user answers when asked whether the bridge may come back. */
  onAsk: () => Promise<AskResult['answer']> = async () => 'refused';
  /** What the browser answers when it is asked which notebooks are open, or to attach one. */
  onBrowser: (method: string, params: Record<string, unknown>) => Promise<unknown> = async () => ({});
  /** What it does for a transfer. */
  onTransfer: (params: Record<string, unknown>) => Promise<unknown> = async () => ({});
  readonly #options: FakeTabOptions;
  readonly #linkId: string | null;
  readonly #serverProof: ServerProof;
  readonly #received = new Set<unknown>();
  readonly #running = new Map<unknown, AbortController>();
  #outbox: string[] = [];
  #socket: WebSocket | null = null;

  constructor(options: FakeTabOptions) {
    super();
    this.#options = options;
    this.#linkId = options.linkId === undefined ? randomUUID() : options.linkId;
    this.#serverProof = new ServerProof({ port: options.port, token: options.token() }, null);
    this.notebookId = options.notebookId ?? 'abc123';
    this.tools = options.tools ?? ['get_cells', 'execute_cell', 'add_code_cell'];
    this.onCall = options.onCall ?? (async (name) => text(`${name} done`));
  }

  get linkId(): string | null {
    return this.#linkId;
  }

  /** Opens a socket, the first or the next; what could not be delivered on the last one follows. */
  async connect(): Promise<this> {
    const { port, host = 'localhost', origin = 'https://colab.research.google.com' } = this.#options;
    const { autoPong = true } = this.#options;
    const query =
      this.#linkId === null ? `access_token=${this.#options.token()}` : this.#serverProof.nextQuery();
    const socket = new WebSocket(`ws://${host}:${port}/?${query}`, 'mcp', {
      headers: { Origin: origin },
      perMessageDeflate: false,
      autoPong,
    });
    this.#socket = socket;
    socket.on('message', (data: Buffer) => {
      const isCurrent = this.#socket === socket || this.hearsOldSockets;
      if (!this.deaf && isCurrent) this.#receive(data.toString('utf8'));
    });
    await once(socket, 'open');
    if (this.#linkId === null) this.#flush();
    return this;
  }

  /** Ends the socket without a goodbye; the tab itself lives on. */
  async drop(): Promise<void> {
    const socket = this.#socket;
    this.#socket = null;
    if (!socket || socket.readyState === socket.CLOSED) return;
    const closed = once(socket, 'close');
    socket.terminate();
    await closed;
  }

  /** Ends the socket with a goodbye, as when the tab is closed. */
  async leave(code = 1000): Promise<void> {
    const socket = this.#socket;
    this.#socket = null;
    if (!socket) return;
    const closed = once(socket, 'close');
    socket.close(code, 'The tab was closed');
    await closed;
  }

  async closed(): Promise<{ code: number; reason: string }> {
    if (!this.#socket) throw new Error('There is no socket.');
    const [code, reason]: unknown[] = await once(this.#socket, 'close');
    return { code: Number(code), reason: String(reason) };
  }

  /** The first frame of this method, past or to come; of `after` those it has seen already. */
  async received(method: string, after = 0): Promise<TabFrame> {
    const isIt = (frame: TabFrame): boolean => frame.method === method;
    for (;;) {
      const found = this.frames.filter(isIt)[after];
      if (found) return found;
      await once(this, 'frame');
    }
  }

  count(method: string): number {
    return this.frames.filter((frame) => frame.method === method).length;
  }

  /** Reads nothing any more, not even a goodbye. */
  pause(): void {
    this.#socket?.pause();
  }

  /** A text frame, whatever is in it. */
  sendRaw(words: string | Buffer): void {
    this.#socket?.send(words, { binary: false });
  }

  notify(method: string, params: Record<string, unknown> = {}): void {
    this.sendRaw(JSON.stringify({ jsonrpc: '2.0', method, params }));
  }

  /** Shows another notebook, and says so. */
  show(notebookId: string): void {
    this.notebookId = notebookId;
    this.notify(NOTEBOOK_METHOD, { notebookId });
  }

  /** The user shuts the tab for the bridge, or opens it again. */
  refuse(refused: Refused | null): void {
    this.notify(REFUSED_METHOD, { refused });
    this.notify('notifications/tools/list_changed');
  }

  #receive(raw: string): void {
    const frame = Frame.parse(JSON.parse(raw));
    this.frames.push(frame);
    const { id, method, params } = frame;
    if (method === 'notifications/cancelled') this.#running.get(params.requestId)?.abort();
    if (method !== undefined && this.#options.ignores?.includes(method)) this.#received.add(id);
    else if (id !== undefined && method === HELLO_METHOD) void this.#sayHello(id, params);
    else if (id !== undefined && method !== undefined) void this.#handle(id, method, params);
    this.emit('frame', frame);
  }

  async #sayHello(id: string | number, params: Record<string, unknown>): Promise<void> {
    await this.beforeHello();
    if (this.#linkId === null) {
      this.sendRaw(
        JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32601, message: 'Method not found' } }),
      );
      return;
    }
    const hello = readHello(params);
    // On a socket that was greeted before, there is nothing more to prove.
    const checked = hello?.proof == null ? null : await this.#serverProof.check(hello);
    const awaiting = z.array(z.string()).default([]).parse(params.awaiting);
    const missing = awaiting.filter((asked) => !this.#received.has(asked));
    const today = { extensionVersion: '0.0.0-fake', protocol: PROTOCOL, notebookId: this.notebookId };
    const proof = { proof: checked?.proof ?? null };
    const result = { linkId: this.#linkId, ...today, ...proof, ...this.#options.hello, missing };
    this.sendRaw(JSON.stringify({ jsonrpc: '2.0', id, result }));
    this.#flush();
  }

  async #handle(id: string | number, method: string, params: Record<string, unknown>): Promise<void> {
    this.#received.add(id);
    const controller = new AbortController();
    this.#running.set(id, controller);
    const result = await this.#answerTo(method, params, controller.signal);
    if (!this.#running.delete(id) || controller.signal.aborted) return;
    this.#deliver(JSON.stringify({ jsonrpc: '2.0', id, result }));
  }

  async #answerTo(method: string, params: Record<string, unknown>, signal: AbortSignal): Promise<unknown> {
    if (method === 'initialize') {
      const serverInfo = { name: 'fake-tab', version: '0.0.0' };
      return { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo };
    }
    if (method === 'tools/list') {
      const inputSchema = { type: 'object' };
      return { tools: this.tools.map((name) => ({ name, description: `${name} of the tab`, inputSchema })) };
    }
    if (method === ASK_METHOD) return { answer: await this.onAsk() };
    if (method === TRANSFER_METHOD) return this.onTransfer(params);
    if (isAboutBrowser(method)) return this.onBrowser(method, params);
    if (method !== 'tools/call') return {};
    const { name, arguments: args, _meta } = CallParams.parse(params);
    const progressToken = _meta?.progressToken;
    const progress: TabCall['progress'] = (step, message) => {
      if (progressToken === undefined) return;
      this.notify('notifications/progress', { progressToken, progress: step, message });
    };
    return this.onCall(name, { args, signal, progress });
  }

  #deliver(frame: string): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(frame);
    else this.#outbox.push(frame);
  }

  #flush(): void {
    for (const frame of this.#outbox.splice(0)) this.#deliver(frame);
  }
}
