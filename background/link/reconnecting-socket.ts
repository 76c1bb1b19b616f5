import type { LinkState } from '../../src/wire/messages.ts';
import {
  CLOSE_BUSY,
  CLOSE_NORMAL,
  CLOSE_REFUSED,
  LOOPBACK_ADDRESSES,
  SUBPROTOCOL,
} from '../../src/wire/socket.ts';
import { backoffMs, REDIAL_FOR_MS } from './backoff.ts';

const DIAL_TIMEOUT_MS = 5_000;
const PROOF_TIMEOUT_MS = 5_000;
const CLOSE_TIMEOUT_MS = 1_000;
const STABLE_MS = 5_000;
/**
 * A server with another client accepts and closes with 1013 a moment later: what is sent before that is lost.
 * So a socket counts as ready with its first frame, or when it has stayed open this long.
 */
const SETTLE_MS = 200;

export type SocketPhase = LinkState['phase'];

/** The server at the other end, as far as a socket needs to know it. */
export interface Dialled {
  readonly port: number;
  /** Whether what answers must prove itself before it counts: then `confirm` makes the socket ready. */
  readonly isProofRequired: boolean;
  /** What the next dial says. */
  nextQuery: () => string;
}

export interface SocketEvents {
  onReady: () => void;
  onFrame: (text: string) => void;
  onPhase: (phase: SocketPhase, detail: string | null) => void;
  /** A server that cannot prove itself answers again, this long after it was lost. False: it is not spoken with. */
  onReturn: (awayMs: number) => boolean;
}

/** How a socket ended. */
interface SocketEnd {
  code: number;
  reason: string;
  opened: boolean;
  /** It was to prove itself, and has not. */
  unproven: boolean;
}

/** One conversation with one server, over as many sockets as it takes. */
export class ReconnectingSocket {
  readonly #dialled: Dialled;
  readonly #events: SocketEvents;
  #socket: WebSocket | null = null;
  #ready = false;
  #closed = false;
  /** Does not dial by itself: there is no notebook, nobody answered for long, or the user must be asked first. */
  #resting = false;
  #address = 0;
  /** The address that has answered once. The other may belong to another program. */
  #isAddressKnown = false;
  #attempt = 0;
  /** Since when a server that was there is gone; null while it is there, or never was. */
  #awaySince: number | null = null;
  /** Since when it is dialled again by itself. */
  #dialsSince: number | null = null;
  #retry: ReturnType<typeof setTimeout> | undefined;
  /** Ends the wait for the proof. */
  #settled: () => void = () => {};

  constructor(dialled: Dialled, events: SocketEvents) {
    this.#dialled = dialled;
    this.#events = events;
    this.#events.onPhase('connecting', null);
    this.#dial(0);
  }

  /** A socket that is closing takes messages and loses them. */
  get ready(): boolean {
    return this.#ready && this.#socket?.readyState === WebSocket.OPEN;
  }

  /** What is open now: whoever waits for something on it can tell whether it still is. */
  get current(): WebSocket | null {
    return this.#socket;
  }

  /** Only when `ready`, or to answer what made it so. */
  send(text: string): void {
    this.#socket?.send(text);
  }

  /** The server has proven itself on this socket. */
  confirm(): void {
    this.#settled();
  }

  /** What answers is not the server. */
  reject(reason: string): void {
    this.#socket?.close(CLOSE_REFUSED, reason);
  }

  /** Nobody is there to answer the server, or the server is not to be trusted: it shall not believe otherwise, nor wait. */
  rest(phase: SocketPhase, reason: string): void {
    if (this.#resting || this.#closed) return;
    this.#resting = true;
    this.#ready = false;
    // What it becomes meanwhile is not seen.
    if (this.#isAddressKnown) this.#awaySince ??= Date.now();
    clearTimeout(this.#retry);
    this.#socket?.close(CLOSE_NORMAL, reason);
    this.#socket = null;
    this.#events.onPhase(phase, reason);
  }

  /**
   * By an act of the user's or the agent's: at once, where it rests or waits for its next attempt. `isWanted`: the
   * user wants what is there now, whether or not it is what was there before.
   */
  dialNow(isWanted: boolean): void {
    if (isWanted) this.#awaySince = null;
    if (this.#closed || this.#socket) return;
    this.#resting = false;
    clearTimeout(this.#retry);
    this.#attempt = 0;
    this.#dialsSince = null;
    this.#events.onPhase('connecting', null);
    this.#dial(0);
  }

  /** Settles when the server has answered the close frame, or does not care to. */
  async close(reason: string): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#retry);
    const socket = this.#socket;
    if (!socket || socket.readyState === WebSocket.CLOSED) return;
    await new Promise<void>((resolve) => {
      setTimeout(resolve, CLOSE_TIMEOUT_MS);
      socket.addEventListener('close', () => resolve());
      socket.close(CLOSE_NORMAL, reason);
    });
  }

  /** `tried` counts the addresses that this round has tried already, all with the same `query`. */
  #dial(tried: number, query = this.#dialled.nextQuery()): void {
    const { port, isProofRequired } = this.#dialled;
    const address = (this.#address + tried) % LOOPBACK_ADDRESSES.length;
    const socket = new WebSocket(`ws://${LOOPBACK_ADDRESSES[address]}:${port}/?${query}`, [SUBPROTOCOL]);
    this.#socket = socket;
    let openedAt: number | null = null;
    let patience = setTimeout(() => socket.close(), DIAL_TIMEOUT_MS);
    const becomeReady = (): void => {
      clearTimeout(patience);
      if (this.#ready || this.#socket !== socket || this.#closed) return;
      this.#ready = true;
      this.#awaySince = null;
      this.#dialsSince = null;
      this.#address = address;
      this.#isAddressKnown = true;
      this.#events.onPhase('open', null);
      this.#events.onReady();
    };

    socket.onopen = () => {
      openedAt = performance.now();
      clearTimeout(patience);
      if (isProofRequired) {
        this.#settled = becomeReady;
        patience = setTimeout(() => this.reject('no proof in time'), PROOF_TIMEOUT_MS);
      } else if (this.#awaySince !== null && !this.#events.onReturn(Date.now() - this.#awaySince)) {
        return;
      } else patience = setTimeout(becomeReady, SETTLE_MS);
    };
    socket.onmessage = ({ data }) => {
      if (typeof data !== 'string' || this.#socket !== socket || this.#closed) return;
      if (!isProofRequired) becomeReady();
      this.#events.onFrame(data);
    };
    socket.onclose = ({ code, reason }) => {
      clearTimeout(patience);
      if (this.#socket !== socket) return;
      const wasReady = this.#ready;
      this.#ready = false;
      this.#socket = null;
      if (this.#closed) return;
      const unproven = isProofRequired && !wasReady;
      const mayTryOther = isProofRequired || !this.#isAddressKnown;
      const isLast = tried + 1 === LOOPBACK_ADDRESSES.length;
      if ((openedAt === null || unproven) && code !== CLOSE_BUSY && mayTryOther && !isLast) {
        this.#dial(tried + 1, query);
        return;
      }
      // One that was refused right after the door opened has not worked.
      if (openedAt !== null && performance.now() - openedAt >= STABLE_MS) this.#attempt = 0;
      if (this.#isAddressKnown) this.#awaySince ??= Date.now();
      this.#dialsSince ??= Date.now();
      this.#retryLater({ code, reason, opened: openedAt !== null, unproven });
    };
  }

  #retryLater(end: SocketEnd): void {
    const busy = end.code === CLOSE_BUSY;
    const detail = this.#detailOf(end, busy);
    if (this.#dialsSince !== null && Date.now() - this.#dialsSince > REDIAL_FOR_MS) {
      this.rest('resting', `${detail} Cellwire has stopped trying; reload the tab or press "Try again".`);
      return;
    }
    this.#events.onPhase(busy ? 'server-busy' : 'retrying', detail);
    this.#retry = setTimeout(
      () => {
        this.#events.onPhase('connecting', null);
        this.#dial(0);
      },
      backoffMs(this.#attempt++, busy),
    );
  }

  #detailOf({ code, reason, opened, unproven }: SocketEnd, busy: boolean): string {
    const { port } = this.#dialled;
    if (busy) return 'The server is connected to another notebook.';
    if (opened && unproven)
      return `Another program answers on port ${port}: it could not prove that it is the server you allowed.`;
    if (opened) return `The server closed the connection (${code}${reason ? `, ${reason}` : ''}).`;
    return `No server answers on port ${port}, or it refused the link. Ask your agent for a new one.`;
  }
}
