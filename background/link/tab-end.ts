import { notificationFrame } from '../../src/wire/frames.ts';
import type { Refused } from '../../src/wire/hello.ts';
import type { RequestId } from '../../src/wire/json-rpc.ts';
import type {
  BeginHeard,
  LinkMemo,
  SessionEnd,
  SessionGreeting,
  SignOfLife,
} from '../../src/wire/messages.ts';
import { SessionQueue } from './session-queue.ts';

/** How long a request waits for a tab that is just reloading. */
const SESSION_WAIT_MS = 30_000;
/** A tab that shows no notebook for this long gives its server free for others. */
const NO_SESSION_MS = SESSION_WAIT_MS + 2_000;

/** What the link needs of the Port to a tab's session. */
export interface SessionPort {
  postMessage: (
    message: string | SessionGreeting | SessionEnd | SignOfLife | BeginHeard | { memo: LinkMemo },
  ) => void;
  disconnect: () => void;
}

interface TabEvents {
  /** What waited for a session did so for too long. */
  onExpired: (text: string) => void;
  /** There has been no session for too long. */
  onAbsent: () => void;
}

/** The tab's end of a link: its session, which comes and goes with the page, and what waits for the next one. */
export class TabEnd {
  readonly #events: TabEvents;
  readonly #queue: SessionQueue;
  #session: SessionPort | null = null;
  /** Its page does not answer: what comes now is not piled up there, to be done whenever it wakes. */
  isAsleep = false;
  #absence: ReturnType<typeof setTimeout> | undefined;

  constructor(events: TabEvents) {
    this.#events = events;
    this.#queue = new SessionQueue(SESSION_WAIT_MS, events.onExpired);
  }

  get isHere(): boolean {
    return this.#session !== null;
  }

  has(session: SessionPort): boolean {
    return this.#session === session;
  }

  /** `first`: what it must hear before anything else, but for the greeting. */
  attach(session: SessionPort, greeting: SessionGreeting, first: readonly string[]): void {
    clearTimeout(this.#absence);
    this.#session = session;
    this.isAsleep = false;
    session.postMessage(greeting);
    for (const text of first) session.postMessage(text);
  }

  /** The one that is here, which is told nothing more. */
  takeAway(): SessionPort | null {
    const session = this.#session;
    this.#session = null;
    return session;
  }

  greet(greeting: SessionGreeting): void {
    this.#session?.postMessage(greeting);
  }

  send(text: string): void {
    if (this.#session && !this.isAsleep) this.#session.postMessage(text);
    else this.#queue.put(text);
  }

  keep(memo: LinkMemo): void {
    this.#session?.postMessage({ memo });
  }

  ask(ping: number): void {
    this.#session?.postMessage({ ping });
  }

  /** What was sent before is wanted no more: it says so as soon as the page wakes. */
  cancel(id: RequestId): void {
    this.#session?.postMessage(notificationFrame('notifications/cancelled', { requestId: id }));
  }

  sendWaiting(): void {
    for (const text of this.#queue.takeAll()) this.#session?.postMessage(text);
  }

  /** The request with this id is wanted no more. */
  drop(id: RequestId): void {
    this.#queue.drop(id);
  }

  /** Of what waits, nothing is sent any more. */
  forgetWaiting(): string[] {
    return this.#queue.takeAll();
  }

  expectSession(): void {
    clearTimeout(this.#absence);
    this.#absence = setTimeout(() => this.#events.onAbsent(), NO_SESSION_MS);
  }

  /** Gives what no session has heard. */
  end(why: Refused | null): string[] {
    clearTimeout(this.#absence);
    const session = this.takeAway();
    if (why !== null) session?.postMessage({ refused: why });
    session?.disconnect();
    return this.forgetWaiting();
  }
}
