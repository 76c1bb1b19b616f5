import type { Credentials } from '../../src/wire/credentials.ts';
import { failureFrame } from '../../src/wire/frames.ts';
import { HELLO_METHOD, readHello } from '../../src/wire/hello.ts';
import type { RequestId } from '../../src/wire/json-rpc.ts';
import { readMessage } from '../../src/wire/json-rpc.ts';
import type { Paired } from '../../src/wire/messages.ts';
import { Answers } from './answers.ts';
import { ANSWER_LOST } from './failures.ts';
import type { SocketEvents } from './reconnecting-socket.ts';
import { ReconnectingSocket } from './reconnecting-socket.ts';
import { ServerProof } from './server-proof.ts';

export const RESOURCE_UPDATED = 'notifications/resources/updated';

/** A living server answers the first dial after its socket was lost; one that is gone for longer may have ended. */
const MOST_AWAY_MS = 3_000;

interface ServerEvents extends Pick<SocketEvents, 'onFrame' | 'onPhase'> {
  onPaired: (paired: Paired) => void;
  /** Something answers in place of a server that had gone, and cannot prove to be it. */
  onReturned: () => void;
}

/** The server's end of a link. Answers that cannot be sent wait for the next socket; none is lost or done twice. */
export class ServerEnd {
  readonly #socket: ReconnectingSocket;
  readonly #answers = new Answers();
  /** Requests of this conversation, answered ones included: only those that are not among them were never received. */
  readonly #received = new Set<RequestId>();
  /** Our own bridge says who it is before anything else; until then old answers may be for a dead process. */
  #helloPending = false;
  #saysHello = false;
  readonly #proof: ServerProof;
  readonly #events: ServerEvents;
  /** Our proof to the server that has given its own on this socket. */
  #ownProof: string | null = null;
  #hasProvenItself = false;
  #isPaused = false;

  constructor(credentials: Credentials, paired: Paired | null, events: ServerEvents) {
    const proof = new ServerProof(credentials, paired);
    this.#proof = proof;
    this.#events = events;
    const dialled = {
      port: credentials.port,
      get isProofRequired(): boolean {
        return proof.isRequired;
      },
      nextQuery: (): string => {
        this.#hasProvenItself = false;
        return proof.nextQuery();
      },
    };
    this.#socket = new ReconnectingSocket(dialled, {
      onPhase: events.onPhase,
      onFrame: (text) => this.#receive(text),
      onReady: () => this.#ready(),
      onReturn: (awayMs) => this.#mayReturn(awayMs),
    });
  }

  /** What answers a hello: that we have the key, too. */
  get proof(): string | null {
    return this.#ownProof;
  }

  /** An address of the same server was opened, or the user wants it: it is dialled at once where it is not there. */
  dialNow(credentials: Credentials, isWanted: boolean): void {
    this.#proof.renew(credentials);
    this.#socket.dialNow(isWanted);
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

  /** Nobody is there to answer it. */
  pause(reason: string): void {
    this.#isPaused = true;
    this.#socket.rest('no-notebook', reason);
  }

  /** `isNo`: there is nothing to be had but a no, so whoever answers there now may be told it. */
  resume(isNo = false): void {
    if (!this.#isPaused) return;
    this.#isPaused = false;
    this.#socket.dialNow(isNo);
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

  /** Before the server has proven itself, nothing that it says is heard but what is to prove it. */
  #receive(text: string): void {
    if (!this.#proof.isRequired) this.#events.onFrame(text);
    else if (this.#hasProvenItself) {
      this.#proof.confirm();
      this.#events.onFrame(text);
    } else void this.#check(text);
  }

  async #check(text: string): Promise<void> {
    const socket = this.#socket.current;
    const frame = readMessage(text);
    const isHello = frame.kind === 'request' && frame.method === HELLO_METHOD;
    const hello = isHello ? readHello(frame.params) : null;
    const checked = hello && (await this.#proof.check(hello));
    if (this.#socket.current !== socket) return;
    if (!checked) {
      this.#socket.reject('not proven');
      return;
    }
    this.#hasProvenItself = true;
    this.#ownProof = checked.proof;
    if (checked.paired) this.#events.onPaired(checked.paired);
    this.#socket.confirm();
    this.#events.onFrame(text);
  }

  #mayReturn(awayMs: number): boolean {
    if (awayMs <= MOST_AWAY_MS) return true;
    this.#socket.rest(
      'resting',
      'A program answers again where the server was, and cannot prove to be the same: Cellwire asks you first.',
    );
    this.#events.onReturned();
    return false;
  }

  #ready(): void {
    this.#helloPending = this.#saysHello || this.#proof.isRequired;
    if (this.#helloPending) return;
    for (const { id, text } of this.#answers.takeWaiting()) this.answer(id, text);
  }
}

function isAboutAChange(text: string): boolean {
  const frame = readMessage(text);
  return frame.kind === 'notification' && frame.method === RESOURCE_UPDATED;
}
