import type { Credentials } from '../../src/wire/credentials.ts';
import type { LinkState } from '../../src/wire/messages.ts';
import {
  CLOSE_BUSY,
  CLOSE_NORMAL,
  LOOPBACK_HOSTS,
  SUBPROTOCOL,
  TOKEN_PARAMETER,
} from '../../src/wire/socket.ts';
import { backoffMs } from './backoff.ts';

const DIAL_TIMEOUT_MS = 5_000;
const CLOSE_TIMEOUT_MS = 1_000;
const STABLE_MS = 5_000;
/**
 * A server with another client accepts and closes with 1013 a moment later: what is sent before that is lost.
 * So a socket counts as ready with its first frame, or when it has stayed open this long.
 */
const SETTLE_MS = 200;

export type SocketPhase = LinkState['phase'];

export interface SocketEvents {
  onReady: () => void;
  onFrame: (text: string) => void;
  onPhase: (phase: SocketPhase, detail: string | null) => void;
}

/** One conversation with one server, over as many sockets as it takes. */
export class ReconnectingSocket {
  readonly #credentials: Credentials;
  readonly #events: SocketEvents;
  #socket: WebSocket | null = null;
  #ready = false;
  #closed = false;
  #paused = false;
  #host = 0;
  #attempt = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;

  constructor(credentials: Credentials, events: SocketEvents) {
    this.#credentials = credentials;
    this.#events = events;
    this.#events.onPhase('connecting', null);
    this.#dial(0);
  }

  /** A socket that is closing takes messages and loses them. */
  get ready(): boolean {
    return this.#ready && this.#socket?.readyState === WebSocket.OPEN;
  }

  /** Only when `ready`. */
  send(text: string): void {
    this.#socket?.send(text);
  }

  /** Nobody is there to answer the server: it shall not believe otherwise, nor wait. */
  pause(reason: string): void {
    if (this.#paused || this.#closed) return;
    this.#paused = true;
    this.#ready = false;
    clearTimeout(this.#retry);
    this.#socket?.close(CLOSE_NORMAL, reason);
    this.#socket = null;
    this.#events.onPhase('no-notebook', reason);
  }

  resume(): void {
    if (!this.#paused || this.#closed) return;
    this.#paused = false;
    this.#attempt = 0;
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

  /** `tried` counts the hosts that this round has tried already, beginning with the one that worked last. */
  #dial(tried: number): void {
    const { token, port } = this.#credentials;
    // All are tried in turn.
    const host = LOOPBACK_HOSTS[(this.#host + tried) % LOOPBACK_HOSTS.length];
    const socket = new WebSocket(`ws://${host}:${port}/?${TOKEN_PARAMETER}=${encodeURIComponent(token)}`, [
      SUBPROTOCOL,
    ]);
    this.#socket = socket;
    let openedAt: number | null = null;
    let settle: ReturnType<typeof setTimeout> | undefined;
    const giveUp = setTimeout(() => socket.close(), DIAL_TIMEOUT_MS);
    const becomeReady = (): void => {
      clearTimeout(settle);
      if (this.#ready || this.#socket !== socket || this.#closed) return;
      this.#ready = true;
      this.#events.onPhase('open', null);
      this.#events.onReady();
    };

    socket.onopen = () => {
      openedAt = performance.now();
      clearTimeout(giveUp);
      this.#host = (this.#host + tried) % LOOPBACK_HOSTS.length;
      settle = setTimeout(becomeReady, SETTLE_MS);
    };
    socket.onmessage = ({ data }) => {
      if (typeof data !== 'string' || this.#socket !== socket || this.#closed) return;
      becomeReady();
      this.#events.onFrame(data);
    };
    socket.onclose = ({ code, reason }) => {
      clearTimeout(giveUp);
      clearTimeout(settle);
      if (this.#socket !== socket) return;
      this.#ready = false;
      this.#socket = null;
      if (this.#closed) return;
      if (openedAt === null && tried + 1 < LOOPBACK_HOSTS.length) {
        this.#dial(tried + 1);
        return;
      }
      // One that was refused right after the door opened has not worked.
      if (openedAt !== null && performance.now() - openedAt >= STABLE_MS) this.#attempt = 0;
      this.#retryLater(code, reason, openedAt !== null);
    };
  }

  #retryLater(code: number, reason: string, opened: boolean): void {
    const busy = code === CLOSE_BUSY;
    if (busy) this.#events.onPhase('server-busy', 'The server is connected to another notebook.');
    else if (opened)
      this.#events.onPhase(
        'retrying',
        `The server closed the connection (${code}${reason ? `, ${reason}` : ''}).`,
      );
    else
      this.#events.onPhase(
        'retrying',
        `No server answers on port ${this.#credentials.port}, or it refused the token.`,
      );
    this.#retry = setTimeout(
      () => {
        this.#events.onPhase('connecting', null);
        this.#dial(0);
      },
      backoffMs(this.#attempt++, busy),
    );
  }
}
