import { vi } from 'vitest';

type Handler<E> = ((event: E) => void) | null;

/** A browser's WebSocket whose other end is the test. */
export class FakeSocket extends EventTarget {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly CLOSING = 2;
  static readonly CLOSED = 3;

  readonly url: string;
  readonly protocols: string[];
  readyState: number = FakeSocket.CONNECTING;
  onopen: Handler<Event> = null;
  onmessage: Handler<{ data: unknown }> = null;
  onclose: Handler<{ code: number; reason: string }> = null;
  /** What reached the server. */
  readonly sent: string[] = [];
  /** What was sent when nobody could receive it any more. */
  readonly lost: string[] = [];
  closedWith: { code: number | undefined; reason: string | undefined } | null = null;

  constructor(url: string, protocols: string[]) {
    super();
    this.url = url;
    this.protocols = protocols;
    dialled.push(this);
  }

  send(text: string): void {
    if (this.readyState === FakeSocket.CONNECTING) throw new Error('The socket is not open yet.');
    (this.readyState === FakeSocket.OPEN ? this.sent : this.lost).push(text);
  }

  close(code?: number, reason?: string): void {
    if (this.readyState >= FakeSocket.CLOSING) return;
    this.readyState = FakeSocket.CLOSING;
    this.closedWith = { code, reason };
  }

  opens(): void {
    this.readyState = FakeSocket.OPEN;
    this.onopen?.(new Event('open'));
  }

  receives(data: unknown): void {
    this.onmessage?.({ data });
  }

  ends(code = 1006, reason = ''): void {
    this.readyState = FakeSocket.CLOSED;
    this.onclose?.({ code, reason });
    this.dispatchEvent(new Event('close'));
  }

  /** What the server got, and has not been told of yet. */
  takeSent(): unknown[] {
    return this.sent.splice(0).map((text) => JSON.parse(text));
  }
}

/** Every socket since `useFakeSockets`, in the order they were dialled. */
export const dialled: FakeSocket[] = [];

/** The one dialled last. */
export function latest(): FakeSocket {
  const socket = dialled.at(-1);
  if (!socket) throw new Error('No socket was dialled.');
  return socket;
}

/** No real socket, and a clock that only the test moves. Jitter is the largest there is. */
export function useFakeSockets(): void {
  dialled.length = 0;
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', FakeSocket);
  vi.spyOn(Math, 'random').mockReturnValue(1);
}

export function useRealSockets(): void {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
}
