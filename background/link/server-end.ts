import type { Credentials } from '../../src/wire/credentials.ts';
import { failureFrame } from '../../src/wire/frames.ts';
import type { RequestId } from '../../src/wire/json-rpc.ts';
import { readMessage } from '../../src/wire/json-rpc.ts';
import { Answers } from './answers.ts';
import { ANSWER_LOST } from './failures.ts';
import type { SocketEvents } from './reconnecting-socket.ts';
import { ReconnectingSocket } from './reconnecting-socket.ts';

export const RESOURCE_UPDATED = 'notifications/resources/updated';

/** The server's end of a link. Answers that cannot be sent wait for the next socket; none is lost or done twice. */
export class ServerEnd {
  readonly #socket: ReconnectingSocket;
  readonly #answers = new Answers();
  /** Requests of this conversation, answered ones included: only those that are not among them were never received. */
  readonly #received = new Set<RequestId>();
  /** Our own bridge says who it is before anything else; until then old answers may be for a dead process. */
  #helloPending = false;
  #saysHello = false;

  constructor(credentials: Credentials, events: Omit<SocketEvents, 'onReady'>) {
    this.#socket = new ReconnectingSocket(credentials, { ...events, onReady: () => this.#ready() });
  }

  /** A request has come. */
  receive(id: RequestId): void {
    this.#received.add(id);
  }

  answer(id: RequestId | null, text: string): void {
    if (!this.#mayTalk) {
      this.#answers.hold({ id, text });
      return;
    }
    this.#socket.send(text);
    // Only our own bridge says what it misses.
    if (this.#saysHello) this.#answers.noteSent({ id, text });
  }

  /** Progress and the like is worth nothing once the moment has passed; that something changed still counts. */
  tell(text: string): void {
    if (this.#mayTalk) this.#socket.send(text);
    else if (isAboutAChange(text)) this.#answers.holdOnce(text);
  }

  /** It said hello, and this is our word to that: whatever waited goes after it. */
  answerHello(text: string, isOurBridge: boolean): void {
    this.#saysHello = isOurBridge;
    this.#helloPending = false;
    this.#socket.send(text);
    for (const { id, text: waited } of this.#answers.takeWaiting()) this.answer(id, waited);
  }

  /** Of the requests that it waits for, those that never came here. */
  missing(awaited: readonly RequestId[], isOpen: (id: RequestId) => boolean): string[] {
    return awaited.filter((id) => !this.#isOwed(id, isOpen)).map(String);
  }

  /** It is another process now: its request ids begin anew, so nothing of the old ones may reach it. */
  forget(): void {
    this.#answers.forget();
    this.#received.clear();
  }

  pause(reason: string): void {
    this.#socket.pause(reason);
  }

  resume(): void {
    this.#socket.resume();
  }

  close(reason: string): Promise<void> {
    return this.#socket.close(reason);
  }

  get #mayTalk(): boolean {
    return this.#socket.ready && !this.#helloPending;
  }

  /** Received before: then its answer is under way, waits, or is sent again; never is the call done twice. */
  #isOwed(id: RequestId, isOpen: (id: RequestId) => boolean): boolean {
    if (!this.#received.has(id)) return false;
    const known = isOpen(id) || this.#answers.isWaiting(id) || this.#answers.recall(id);
    if (!known) this.#answers.hold({ id, text: failureFrame({ id, method: 'tools/call' }, ANSWER_LOST) });
    return true;
  }

  #ready(): void {
    this.#helloPending = this.#saysHello;
    if (this.#helloPending) return;
    for (const { id, text } of this.#answers.takeWaiting()) this.answer(id, text);
  }
}

function isAboutAChange(text: string): boolean {
  const frame = readMessage(text);
  return frame.kind === 'notification' && frame.method === RESOURCE_UPDATED;
}
