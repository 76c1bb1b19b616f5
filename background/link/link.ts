import { errorFrame, failureFrame, notificationFrame, resultFrame } from '../../src/wire/frames.ts';
import type { HelloResult, Refused } from '../../src/wire/hello.ts';
import {
  AGENT_METHOD,
  ASK_METHOD,
  HELLO_METHOD,
  NOTEBOOK_METHOD,
  PROTOCOL,
  readHello,
  textIn,
} from '../../src/wire/hello.ts';
import type { ReadMessage } from '../../src/wire/json-rpc.ts';
import { INVALID_REQUEST, readMessage } from '../../src/wire/json-rpc.ts';
import { fitsFrame } from '../../src/wire/limits.ts';
import type { LinkOrder, LinkState, SessionFrame } from '../../src/wire/messages.ts';
import { isReplayId } from '../../src/wire/messages.ts';
import { GONE, NO_TAB, RELOADED, TOO_LARGE } from './failures.ts';
import { Handshake } from './handshake.ts';
import type { Request } from './open-requests.ts';
import { OpenRequests, requestIn } from './open-requests.ts';
import { Peer } from './peer.ts';
import type { SocketPhase } from './reconnecting-socket.ts';
import { Refusal } from './refusal.ts';
import { RefusalAnswers } from './refusal-answers.ts';
import { RESOURCE_UPDATED, ServerEnd } from './server-end.ts';
import type { SessionPort } from './tab-end.ts';
import { TabEnd } from './tab-end.ts';

type Notification = Extract<ReadMessage, { kind: 'notification' }>;

/** What the link tells the rest of the extension. */
export interface LinkEvents {
  report: (state: LinkState) => void;
  /** The server wants the user to be asked. Rejects where that cannot be. */
  ask: (linkId: string) => Promise<unknown>;
}

/**
 * Joins one server (a socket that comes and goes) with one tab's session (a Port that comes and goes). No call is left
 * open: requests that nobody can answer any more are ended with a reason. While the user refuses, it answers for the tab.
 */
export class Link {
  readonly linkId: string;
  readonly tabId: number;
  /** A link that was lost and made anew knows nothing of the calls before: to the bridge it is another one. */
  readonly #incarnation: string;
  readonly #port: number;
  readonly #version: string;
  #notebook: { notebookId: string; notebookUrl: string };
  readonly #events: LinkEvents;
  readonly #peer: Peer;
  readonly #refusalAnswers: RefusalAnswers;
  readonly #refusal: Refusal;
  readonly #server: ServerEnd;
  readonly #tab: TabEnd;
  readonly #handshake = new Handshake();
  readonly #open = new OpenRequests(() => this.#report());
  /** A session has heard this conversation; during a refusal only the link has. */
  #isHeard = false;
  #phase: SocketPhase = 'connecting';
  #detail: string | null = null;

  constructor(order: LinkOrder, events: LinkEvents) {
    this.linkId = order.linkId;
    this.tabId = order.tabId;
    this.#incarnation = `${order.linkId}:${crypto.randomUUID()}`;
    this.#port = order.credentials.port;
    this.#version = order.version;
    this.#notebook = { notebookId: order.notebookId, notebookUrl: order.notebookUrl };
    this.#events = events;
    this.#peer = new Peer(order.agent, order.version);
    this.#refusalAnswers = new RefusalAnswers(this.#peer, order.version);
    this.#refusal = new Refusal(order.refused, {
      peer: this.#peer,
      handshake: this.#handshake,
      open: this.#open,
      answers: this.#refusalAnswers,
      answer: (id, text) => this.#server.answer(id, text),
      tell: (text) => this.#server.tell(text),
      ask: () => events.ask(order.linkId),
    });
    this.#tab = new TabEnd({
      onExpired: (text) => this.#expire(text),
      onAbsent: () => this.#server.pause('The tab shows no notebook that the server may work in'),
    });
    this.#server = new ServerEnd(order.credentials, {
      onFrame: (text) => this.#fromServer(text),
      onPhase: (phase, detail) => {
        this.#phase = phase;
        this.#detail = detail;
        // Whoever answers next says again who it is.
        if (phase !== 'open') this.#peer.mismatch = null;
        this.#report();
      },
    });
    if (order.refused === null) this.#tab.expectSession();
  }

  get state(): LinkState {
    const { linkId, tabId } = this;
    const { why: refused } = this.#refusal;
    // An open socket without a session behind it is of no use yet: the page loads, or the user has not agreed.
    const isIdle = this.#phase === 'open' && !this.#tab.isHere && refused === null;
    return {
      linkId,
      tabId,
      port: this.#port,
      phase: isIdle ? 'connecting' : this.#phase,
      busy: this.#open.isBusy && refused === null,
      agent: this.#peer.agent,
      refused,
      detail: this.#detail ?? this.#peer.mismatch,
    };
  }

  /** The tab shows this notebook now, and the user may have let the server back. */
  update({ notebookId, notebookUrl, refused }: LinkOrder): void {
    const isAnother = this.#notebook.notebookId !== notebookId;
    this.#notebook = { notebookId, notebookUrl };
    if (this.#refusal.why !== null) {
      if (refused === null) this.#serve();
    } else if (isAnother) this.#tellNotebook();
  }

  /** The user's no: nothing of the tab can be reached any more. */
  refuse(why: Refused): void {
    this.#refusal.begin(why, this.#tab.end(why));
    // It may have been given free for others: it comes back to hear the no.
    this.#server.resume();
    this.#report();
  }

  /** A session has come: the first one, or a new one after a reload that knows nothing of the past. */
  attach(session: SessionPort): void {
    if (this.#refusal.why !== null) {
      session.disconnect();
      return;
    }
    const before = this.#tab.takeAway();
    if (before) {
      // Chrome does not tell the side that disconnects, so what the old session owed is settled here.
      this.#settleForNext();
      before.disconnect();
    }
    const { notebookId } = this.#notebook;
    const greeting = { agent: this.#peer.agent, isResumed: this.#handshake.isDone && this.#isHeard };
    this.#isHeard = true;
    this.#tab.attach(session, greeting, this.#handshake.replay(notebookId));
    this.#server.resume();
    // Between two sessions anything may have changed, and nobody was there to see it.
    for (const uri of this.#handshake.subscriptionsTo(notebookId)) {
      this.#server.tell(notificationFrame(RESOURCE_UPDATED, { uri }));
    }
    this.#tab.sendWaiting();
    this.#report();
  }

  detach(session: SessionPort): void {
    if (!this.#tab.has(session)) return;
    this.#tab.takeAway();
    this.#settleForNext();
  }

  /** What a session says that has been replaced is about a page that is no more. */
  fromSession(session: SessionPort, { answers, text }: SessionFrame): void {
    if (!this.#tab.has(session)) return;
    if (answers === null) {
      if (fitsFrame(text)) this.#server.tell(text);
      return;
    }
    const request = this.#open.take(answers);
    // Ended already (cancelled, or the server that asked is gone), or asked again by us alone: the server would be confused.
    if (!request) return;
    if (request.text !== null) this.#handshake.answered(request.method, request.text, text);
    if (request.method === 'tools/list') this.#refusalAnswers.noteListing(text);
    this.#server.answer(answers, fitsFrame(text) ? text : failureFrame(request, TOO_LARGE));
  }

  /** For good: what is under way is told why before the socket closes. */
  async close(reason: string): Promise<void> {
    const gone = { ...GONE, message: `${reason}. ${GONE.message}` };
    for (const request of this.#open.takeAll()) this.#server.answer(request.id, failureFrame(request, gone));
    this.#open.end();
    this.#tab.end(null);
    await this.#server.close(reason);
  }

  /** The user lets the server back. What it asks from now on waits for the tab's session. */
  #serve(): void {
    this.#tab.expectSession();
    this.#tellNotebook();
    this.#refusal.end();
    this.#report();
  }

  /** The session is gone: what can be asked again is asked of the next one. */
  #settleForNext(): void {
    this.#tab.expectSession();
    this.#report();
    for (const request of this.#open.takeAll(({ text }) => text === null)) {
      this.#server.answer(request.id, failureFrame(request, RELOADED));
    }
    for (const { text } of this.#open.all) if (text !== null) this.#tab.send(text);
  }

  #fromServer(text: string): void {
    const frame = readMessage(text);
    if (frame.kind === 'malformed') {
      const id = frame.asks ? frame.id : null;
      // A notification is never answered, not even one that cannot be read.
      if (!frame.asks || id !== null) this.#server.answer(id, errorFrame(id, frame.code, frame.reason));
    } else if (frame.kind === 'request') this.#takeRequest(frame, text);
    else if (frame.kind === 'notification') this.#takeNotification(frame, text);
    else if (this.#refusal.why === null) this.#tab.send(text);
  }

  #takeRequest(frame: Request, text: string): void {
    const { id, method } = frame;
    if (method === HELLO_METHOD) {
      this.#answerHello(frame);
      return;
    }
    if (isReplayId(id)) {
      const reason = 'Invalid request: only the link may use such an id.';
      this.#server.answer(id, errorFrame(id, INVALID_REQUEST, reason));
      return;
    }
    // A server that starts over has forgotten what it asked before, and may use the same ids again.
    // Our bridge does so after a long absence too, and then it speaks for the same agent as before.
    if (method === 'initialize' && this.#handshake.isDone) this.#forgetConversation(!this.#peer.isOurBridge);
    this.#server.receive(id);
    if (method === ASK_METHOD && this.#peer.isOurBridge) this.#refusal.ask(frame, text);
    else if (this.#refusal.why !== null) this.#refusal.answer(frame, text);
    else {
      this.#open.add(frame, text);
      this.#tab.send(text);
    }
  }

  #takeNotification({ method, params }: Notification, text: string): void {
    if (method === AGENT_METHOD) {
      this.#rename(textIn(params?.agent));
      return;
    }
    const id = method === 'notifications/cancelled' ? params?.requestId : undefined;
    if (typeof id === 'string' || typeof id === 'number') {
      // A cancelled request is never answered, so it is not under way any more.
      this.#tab.drop(id);
      this.#open.take(id);
    }
    if (this.#refusal.why === null) this.#tab.send(text);
  }

  #answerHello({ id, params }: Request): void {
    const hello = readHello(params);
    if (hello && this.#peer.meet(hello)) this.#forgetConversation(true);
    const { why: refused } = this.#refusal;
    const answer: HelloResult = {
      linkId: this.#incarnation,
      extensionVersion: this.#version,
      protocol: PROTOCOL,
      ...(refused === null ? this.#notebook : { notebookId: null, notebookUrl: null }),
      refused,
      missing: this.#server.missing(hello?.awaiting ?? [], (awaited) => this.#open.has(awaited)),
    };
    this.#server.answerHello(resultFrame(id, answer), this.#peer.isOurBridge);
    this.#rename(hello?.agent ?? null);
    if (this.#peer.mismatch !== null) this.#report();
  }

  #rename(agent: string | null): void {
    if (!this.#peer.rename(agent)) return;
    this.#tab.greet({ agent: this.#peer.agent, isResumed: true });
    this.#report();
  }

  /** A server that is not ours would not understand. Where it cannot be told now, the next hello is answered with it. */
  #tellNotebook(): void {
    if (this.#peer.isOurBridge) this.#server.tell(notificationFrame(NOTEBOOK_METHOD, this.#notebook));
  }

  #forgetConversation(isAnotherServer: boolean): void {
    const isReplaced = isAnotherServer && this.#handshake.isDone;
    this.#server.forget();
    this.#open.takeAll();
    this.#handshake.forget();
    this.#tab.forgetWaiting();
    // What the user allowed the one before, and what it had yet to be told, is not for this one.
    if (isReplaced) this.#tab.greet({ agent: this.#peer.agent, isResumed: false });
    this.#isHeard = this.#tab.isHere;
  }

  #expire(text: string): void {
    const frame = requestIn(text);
    if (!frame) return;
    this.#open.take(frame.id);
    this.#server.answer(frame.id, failureFrame(frame, NO_TAB));
  }

  #report(): void {
    this.#events.report(this.state);
  }
}
