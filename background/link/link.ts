import { UNNAMED_AGENT } from '../../src/agents/agent.ts';
import type { Credentials } from '../../src/wire/credentials.ts';
import { errorFrame, failureFrame, notificationFrame, resultFrame } from '../../src/wire/frames.ts';
import type { HelloParams, HelloResult } from '../../src/wire/hello.ts';
import {
  HELLO_METHOD,
  NOTEBOOK_METHOD,
  PROTOCOL,
  protocolMismatch,
  readHello,
} from '../../src/wire/hello.ts';
import type { RequestId } from '../../src/wire/json-rpc.ts';
import { INVALID_REQUEST, readMessage } from '../../src/wire/json-rpc.ts';
import { fitsFrame } from '../../src/wire/limits.ts';
import type { LinkState, SessionFrame } from '../../src/wire/messages.ts';
import { isReplayId } from '../../src/wire/messages.ts';
import { Answers } from './answers.ts';
import { BusyMark } from './busy-mark.ts';
import { ANSWER_LOST, GONE, NO_TAB, RELOADED, TOO_LARGE } from './failures.ts';
import { Handshake } from './handshake.ts';
import type { SocketPhase } from './reconnecting-socket.ts';
import { ReconnectingSocket } from './reconnecting-socket.ts';
import { SessionQueue } from './session-queue.ts';

/** How long a request waits for a tab that is just reloading. */
const SESSION_WAIT_MS = 30_000;
/** A tab that shows no notebook for this long gives its server free for others. */
const NO_SESSION_MS = SESSION_WAIT_MS + 2_000;
const RESOURCE_UPDATED = 'notifications/resources/updated';

/** What the link needs of the Port to a tab's session. */
export interface SessionPort {
  postMessage: (text: string) => void;
  disconnect: () => void;
}

interface OpenRequest {
  id: RequestId;
  method: string;
  /** Asked again of the next session if this one goes: kept for everything but tool calls, which may have had effects. */
  text: string | null;
}

/**
 * Joins one server (a socket that comes and goes) with one tab's session (a Port that comes and goes).
 * No call is lost or left open: answers that cannot be sent wait for the next socket,
 * requests that nobody can answer any more are ended with a reason.
 */
export class Link {
  readonly linkId: string;
  readonly tabId: number;
  /** A link that was lost and made anew knows nothing of the calls before: to the bridge it is another one. */
  readonly #incarnation: string;
  readonly #port: number;
  readonly #version: string;
  #notebookId: string;
  readonly #report: (state: LinkState) => void;
  readonly #socket: ReconnectingSocket;
  readonly #handshake = new Handshake();
  readonly #answers = new Answers();
  readonly #open = new Map<RequestId, OpenRequest>();
  readonly #queue = new SessionQueue(SESSION_WAIT_MS, (text) => this.#expire(text));
  readonly #busy = new BusyMark(() => this.#report(this.state));
  #session: SessionPort | null = null;
  #instance: string | null = null;
  /** Our own bridge says who it is before anything else; until then old answers may be for a dead process. */
  #helloPending = false;
  #phase: SocketPhase = 'connecting';
  #detail: string | null = null;
  /** For people: why our bridge and this extension do not fit together. */
  #mismatch: string | null = null;
  #noSessionTimer: ReturnType<typeof setTimeout> | undefined;
  /** Requests of this conversation, answered ones included: only those that are not among them were never received. */
  readonly #received = new Set<RequestId>();

  constructor(
    link: { linkId: string; tabId: number; notebookId: string; credentials: Credentials; version: string },
    report: (state: LinkState) => void,
  ) {
    this.linkId = link.linkId;
    this.tabId = link.tabId;
    this.#incarnation = `${link.linkId}:${crypto.randomUUID()}`;
    this.#port = link.credentials.port;
    this.#version = link.version;
    this.#notebookId = link.notebookId;
    this.#report = report;
    this.#socket = new ReconnectingSocket(link.credentials, {
      onReady: () => this.#socketReady(),
      onFrame: (text) => this.#fromServer(text),
      onPhase: (phase, detail) => {
        this.#phase = phase;
        this.#detail = detail;
        // Whoever answers next says again who it is.
        if (phase !== 'open') this.#mismatch = null;
        this.#report(this.state);
      },
    });
    this.#waitForSession();
  }

  get state(): LinkState {
    const { linkId, tabId } = this;
    // An open socket without a session behind it is of no use yet: the page loads, or the user has not agreed.
    const phase = this.#phase === 'open' && !this.#session ? 'connecting' : this.#phase;
    const detail = this.#detail ?? this.#mismatch;
    return {
      linkId,
      tabId,
      port: this.#port,
      phase,
      busy: this.#busy.shown,
      agent: UNNAMED_AGENT,
      detail,
      refused: null,
    };
  }

  /** The tab shows this notebook now. Our bridge wants to know; a server that is not ours would not understand. */
  show(notebookId: string): void {
    if (this.#notebookId === notebookId) return;
    this.#notebookId = notebookId;
    // Else the next hello is answered with it.
    if (this.#instance === null || !this.#mayTalk) return;
    this.#socket.send(notificationFrame(NOTEBOOK_METHOD, { notebookId }));
  }

  /** A session has come: the first one, or a new one after a reload that knows nothing of the past. */
  attach(session: SessionPort): void {
    const before = this.#session;
    if (before) {
      // Chrome does not tell the side that disconnects, so what the old session owed is settled here.
      this.detach(before);
      before.disconnect();
    }
    clearTimeout(this.#noSessionTimer);
    this.#session = session;
    this.#socket.resume();
    for (const text of this.#handshake.replay(this.#notebookId)) session.postMessage(text);
    // Between two sessions anything may have changed, and nobody was there to see it.
    for (const uri of this.#handshake.subscriptionsTo(this.#notebookId)) {
      this.#tell(notificationFrame(RESOURCE_UPDATED, { uri }));
    }
    for (const text of this.#queue.takeAll()) session.postMessage(text);
    this.#report(this.state);
  }

  detach(session: SessionPort): void {
    if (this.#session !== session) return;
    this.#session = null;
    this.#waitForSession();
    this.#report(this.state);
    for (const request of this.#open.values()) {
      if (request.text !== null) {
        this.#queue.put(request.text);
      } else {
        this.#open.delete(request.id);
        this.#answer(request.id, failureFrame(request, RELOADED));
      }
    }
    this.#noteBusy();
  }

  #waitForSession(): void {
    clearTimeout(this.#noSessionTimer);
    this.#noSessionTimer = setTimeout(
      () => this.#socket.pause('The tab shows no notebook that the server may work in'),
      NO_SESSION_MS,
    );
  }

  /** What a session says that has been replaced is about a page that is no more. */
  fromSession(session: SessionPort, { answers, text }: SessionFrame): void {
    if (this.#session !== session) return;
    if (answers === null) {
      if (fitsFrame(text)) this.#tell(text);
      return;
    }
    const request = this.#open.get(answers);
    // Ended already (cancelled, or the server that asked is gone), or asked again by us alone: the server would be confused.
    if (!request) return;
    this.#open.delete(answers);
    if (request.text !== null) this.#handshake.answered(request.method, request.text, text);
    this.#answer(answers, fitsFrame(text) ? text : failureFrame(request, TOO_LARGE));
    this.#noteBusy();
  }

  /** For good: what is under way is told why before the socket closes. */
  async close(reason: string): Promise<void> {
    for (const request of this.#open.values()) {
      this.#answer(request.id, failureFrame(request, { ...GONE, message: `${reason}. ${GONE.message}` }));
    }
    this.#open.clear();
    this.#queue.takeAll();
    this.#busy.stop();
    clearTimeout(this.#noSessionTimer);
    this.#session?.disconnect();
    this.#session = null;
    await this.#socket.close(reason);
  }

  #fromServer(text: string): void {
    const frame = readMessage(text);
    if (frame.kind === 'malformed') {
      const id = frame.asks ? frame.id : null;
      // A notification is never answered, not even one that cannot be read.
      if (!frame.asks || id !== null) this.#answer(id, errorFrame(id, frame.code, frame.reason));
      return;
    }
    if (frame.kind === 'request' && frame.method === HELLO_METHOD) {
      this.#answerHello(frame.id, frame.params);
      return;
    }
    if (frame.kind === 'request') {
      const { id, method } = frame;
      if (isReplayId(id)) {
        this.#answer(
          id,
          errorFrame(id, INVALID_REQUEST, 'Invalid request: only the link may use such an id.'),
        );
        return;
      }
      // A server that starts over has forgotten what it asked before, and may use the same ids again.
      if (method === 'initialize' && this.#handshake.isDone) this.#forgetConversation();
      this.#open.set(id, { id, method, text: method === 'tools/call' ? null : text });
      this.#received.add(id);
      this.#noteBusy();
    } else if (frame.kind === 'notification') {
      this.#noteCancelled(frame);
    }
    this.#toSession(text);
  }

  /** A cancelled request is never answered, so it is not under way any more. */
  #noteCancelled({ method, params }: { method: string; params: Record<string, unknown> | undefined }): void {
    if (method !== 'notifications/cancelled') return;
    const id = params?.requestId;
    if (typeof id !== 'string' && typeof id !== 'number') return;
    this.#queue.drop(id);
    if (this.#open.delete(id)) this.#noteBusy();
  }

  #answerHello(id: RequestId, params: unknown): void {
    const hello = readHello(params);
    if (hello && this.#instance !== hello.instance) {
      this.#forgetConversation();
      this.#instance = hello.instance;
    }
    this.#helloPending = false;
    const missing = (hello?.awaiting ?? []).filter((awaited) => !this.#isOwed(awaited));
    const answer: HelloResult = {
      linkId: this.#incarnation,
      extensionVersion: this.#version,
      protocol: PROTOCOL,
      notebookId: this.#notebookId,
      missing,
    };
    this.#socket.send(resultFrame(id, answer));
    this.#flush();
    if (hello) this.#compare(hello);
  }

  #compare(bridge: HelloParams): void {
    const mismatch = protocolMismatch(bridge, { version: this.#version, protocol: PROTOCOL });
    this.#mismatch = mismatch && `${mismatch.sentence}: ${mismatch.remedy}.`;
    if (mismatch) this.#report(this.state);
  }

  /** Received before: then its answer is under way, waits, or is sent again; never is the call done twice. */
  #isOwed(id: RequestId): boolean {
    if (!this.#received.has(id)) return false;
    const known = this.#open.has(id) || this.#answers.isWaiting(id) || this.#answers.recall(id);
    if (!known) this.#answers.hold({ id, text: failureFrame({ id, method: 'tools/call' }, ANSWER_LOST) });
    return true;
  }

  /** The bridge was restarted: its request ids begin anew, so nothing of the old ones may reach it. */
  #forgetConversation(): void {
    this.#answers.forget();
    this.#received.clear();
    this.#open.clear();
    this.#handshake.forget();
    this.#queue.takeAll();
    this.#noteBusy();
  }

  #toSession(text: string): void {
    if (this.#session) this.#session.postMessage(text);
    else this.#queue.put(text);
  }

  #expire(text: string): void {
    const frame = readMessage(text);
    if (frame.kind !== 'request') return;
    this.#open.delete(frame.id);
    this.#answer(frame.id, failureFrame(frame, NO_TAB));
    this.#noteBusy();
  }

  get #mayTalk(): boolean {
    return this.#socket.ready && !this.#helloPending;
  }

  /** Progress and the like is worth nothing once the moment has passed; that something changed still counts. */
  #tell(text: string): void {
    if (this.#mayTalk) this.#socket.send(text);
    else if (isAboutAChange(text)) this.#answers.holdOnce(text);
  }

  #answer(id: RequestId | null, text: string): void {
    if (!this.#mayTalk) {
      this.#answers.hold({ id, text });
      return;
    }
    this.#socket.send(text);
    // Only our own bridge says what it misses.
    if (this.#instance !== null) this.#answers.noteSent({ id, text });
  }

  #socketReady(): void {
    this.#helloPending = this.#instance !== null;
    if (!this.#helloPending) this.#flush();
  }

  #flush(): void {
    for (const { id, text } of this.#answers.takeWaiting()) this.#answer(id, text);
  }

  #noteBusy(): void {
    this.#busy.note(this.#open.size > 0);
  }
}

function isAboutAChange(text: string): boolean {
  const frame = readMessage(text);
  return frame.kind === 'notification' && frame.method === RESOURCE_UPDATED;
}
