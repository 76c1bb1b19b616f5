import { vi } from 'vitest';
import type { LinkEvents } from '../../../../background/link/link.ts';
import { Link } from '../../../../background/link/link.ts';
import type { SessionPort } from '../../../../background/link/tab-end.ts';
import { HELLO_METHOD, PROTOCOL } from '../../../../src/wire/hello.ts';
import type {
  LinkMemo,
  LinkOrder,
  LinkState,
  SessionEnd,
  SessionGreeting,
} from '../../../../src/wire/messages.ts';
import { latest } from './fake-socket.ts';

type Id = string | number;

/** The notebook that the tab of the link shows at first. */
export const NOTEBOOK = 'abc123';

/** The tab's end of the Port. */
export class FakeSession implements SessionPort {
  readonly #received: unknown[] = [];
  readonly #link: Link;
  disconnected = 0;

  constructor(link: Link) {
    this.#link = link;
  }

  /** What the link said that is no message of the server's. */
  readonly asides: Array<SessionGreeting | SessionEnd> = [];
  /** Signs of life that were asked for. */
  readonly pings: number[] = [];
  /** Calls that the link knows to begin. */
  readonly heard: Id[] = [];
  /** What it keeps for the next link. */
  memo: LinkMemo | null = null;
  /** Its page gives no sign of life. */
  isFrozen = false;

  postMessage: SessionPort['postMessage'] = (message) => {
    if (typeof message === 'string') this.#received.push(JSON.parse(message));
    else if ('ping' in message) this.#asked(message.ping);
    else if ('memo' in message) this.memo = message.memo;
    else if ('heard' in message) this.heard.push(message.heard);
    else this.asides.push(message);
  };
  disconnect = (): void => {
    this.disconnected += 1;
  };

  take(): unknown[] {
    return this.#received.splice(0);
  }

  /** The page goes on, and answers what it was asked meanwhile. */
  thaws(): void {
    this.isFrozen = false;
    for (const pong of this.pings) this.#link.heed(this, { pong });
  }

  #asked(ping: number): void {
    this.pings.push(ping);
    if (!this.isFrozen) this.#link.heed(this, { pong: ping });
  }

  begins(id: Id, runId: string | null = null): void {
    this.#link.heed(this, { began: id, runId });
  }

  answers(id: Id, result: unknown = {}): void {
    this.#link.fromSession(this, { answers: id, text: JSON.stringify(resultOf(id, result)) });
  }

  refuses(id: Id): void {
    const text = JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32000, message: 'No.' } });
    this.#link.fromSession(this, { answers: id, text });
  }

  notifies(method: string, params: unknown = {}): void {
    this.#link.fromSession(this, { answers: null, text: JSON.stringify(notification(method, params)) });
  }
}

export const requestOf = (id: Id, method: string, params: unknown = {}) => ({
  jsonrpc: '2.0',
  id,
  method,
  params,
});
export const resultOf = (id: Id, result: unknown = {}) => ({ jsonrpc: '2.0', id, result });
export const notification = (method: string, params: unknown = {}) => ({ jsonrpc: '2.0', method, params });
export const cancelled = (requestId: unknown) => notification('notifications/cancelled', { requestId });
export const updated = (uri: string) => notification('notifications/resources/updated', { uri });
export const hello = (id: Id, instance: string, awaiting: Id[] = [], agent?: string) =>
  requestOf(id, HELLO_METHOD, {
    server: 'cellwire',
    version: '1',
    protocol: PROTOCOL,
    instance,
    awaiting,
    agent,
  });

/** A tool call that failed, as agents get it. */
export const failedCall = (id: Id, kind: string, message: string, next: string) =>
  resultOf(id, {
    isError: true,
    content: [{ type: 'text', text: `${kind}: ${message} ${next}` }],
    structuredContent: { error: { kind, message, next } },
  });
export const refused = (id: Id | null, code: number, message: string) => ({
  jsonrpc: '2.0',
  id,
  error: { code, message },
});

/** What the worker says of the link, whenever there is something new. */
export const orderOf = (news: Partial<LinkOrder> = {}): LinkOrder => {
  const notebookId = news.notebookId ?? NOTEBOOK;
  const credentials = { token: 'secret', port: 4242 };
  const notebookUrl = `https://colab.research.google.com/drive/${notebookId}`;
  const link = { linkId: 'link-1', tabId: 7, notebookId, notebookUrl, credentials };
  const undecided = { paired: null, agent: null, refused: null, isWanted: false };
  return { ...link, ...undecided, version: '9', ...news };
};

export function makeLink(
  states: LinkState[] = [],
  news: Partial<LinkOrder> = {},
  ask: (linkId: string) => Promise<unknown> = async () => true,
  wish: LinkEvents['wish'] = async () => ({}),
  left: LinkEvents['left'] = () => {},
): Link {
  return new Link(orderOf(news), {
    report: (state) => states.push(state),
    ask,
    wish,
    left,
    paired: () => {},
    returned: () => {},
  });
}

export function attachSession(link: Link): FakeSession {
  const session = new FakeSession(link);
  link.attach(session);
  return session;
}

/** The server says these, one after the other. */
export function serverSays(...messages: unknown[]): void {
  for (const message of messages) latest().receives(JSON.stringify(message));
}

/** The socket drops, and the link has dialled anew. What it sent on the new one is taken from there. */
export function reconnect(): void {
  latest().ends();
  vi.advanceTimersByTime(2_000);
  latest().opens();
}

/** Long enough to count as ready without a word of the server. */
export function settle(): void {
  vi.advanceTimersByTime(200);
}

/** A call by the server, granted by the session. */
export function exchange(session: FakeSession, id: Id, method: string, params: unknown = {}): void {
  serverSays(requestOf(id, method, params));
  session.answers(id);
  session.take();
  latest().takeSent();
}
