import { notificationFrame } from '../../src/wire/frames.ts';
import type { Refused } from '../../src/wire/hello.ts';
import { NOTEBOOK_METHOD } from '../../src/wire/hello.ts';
import type {
  BrowserWish,
  LinkOrder,
  LinkState,
  Paired,
  Resumption,
  SessionFrame,
  SessionWord,
} from '../../src/wire/messages.ts';
import { Attachment } from './attachment.ts';
import { BrowserRequests } from './browser-requests.ts';
import { CallEndings } from './call-endings.ts';
import { Conversation } from './conversation.ts';
import { Handshake } from './handshake.ts';
import { Newcomer } from './newcomer.ts';
import { OpenRequests } from './open-requests.ts';
import { Peer } from './peer.ts';
import type { SocketPhase } from './reconnecting-socket.ts';
import { Refusal } from './refusal.ts';
import { RefusalAnswers } from './refusal-answers.ts';
import { ServerEnd } from './server-end.ts';
import { ServerFrames } from './server-frames.ts';
import type { SessionPort } from './tab-end.ts';
import { TabEnd } from './tab-end.ts';

/** What the link tells the rest of the extension. */
export interface LinkEvents {
  report: (state: LinkState) => void;
  /** The server wants the user to be asked. Rejects where that cannot be. */
  ask: (linkId: string) => Promise<unknown>;
  paired: (linkId: string, paired: Paired) => void;
  /** What answers where the server was cannot prove to be it. */
  returned: (linkId: string) => void;
  /** The agent has ended the connection. */
  left: (linkId: string) => void;
  /** The server wants something of the browser. Rejects where that cannot be. */
  wish: (linkId: string, wish: BrowserWish) => Promise<unknown>;
}

/**
 * Joins one server (a socket that comes and goes) with one tab's session (a Port that comes and goes). No call is left
 * open: requests that nobody can answer any more are ended with a reason. While the user refuses, it answers for the tab.
 */
export class Link {
  readonly linkId: string;
  tabId: number;
  readonly #port: number;
  #notebook: { notebookId: string; notebookUrl: string };
  readonly #events: LinkEvents;
  readonly #peer: Peer;
  readonly #refusal: Refusal;
  readonly #server: ServerEnd;
  readonly #tab: TabEnd;
  readonly #open = new OpenRequests(
    () => this.#report(),
    () => this.#attachment.watch(),
  );
  /** A hello that came before it is known whether a session goes on with what was said to a link before this one. */
  readonly #newcomer = new Newcomer();
  readonly #endings: CallEndings;
  readonly #frames: ServerFrames;
  readonly #attachment: Attachment;
  #phase: SocketPhase = 'connecting';
  #detail: string | null = null;

  constructor(order: LinkOrder, events: LinkEvents) {
    this.linkId = order.linkId;
    this.tabId = order.tabId;
    this.#port = order.credentials.port;
    this.#notebook = { notebookId: order.notebookId, notebookUrl: order.notebookUrl };
    this.#events = events;
    const handshake = new Handshake();
    this.#peer = new Peer(order.agent, order.version);
    const refusalAnswers = new RefusalAnswers(this.#peer, order.version);
    this.#refusal = new Refusal(order.refused, {
      peer: this.#peer,
      handshake,
      open: this.#open,
      answers: refusalAnswers,
      answer: (id, text) => this.#server.answer(id, text),
      tell: (text) => this.#server.tell(text),
      ask: () => events.ask(order.linkId),
    });
    const browser = new BrowserRequests({
      answer: (id, text) => this.#server.answer(id, text),
      ask: (wish) => events.wish(order.linkId, wish),
      leave: () => {
        // By itself: until the worker has heard of it, it would dial again, and the agent be where it has left.
        this.#server.pause('The agent ended the connection');
        events.left(order.linkId);
      },
    });
    this.#tab = new TabEnd({
      onExpired: (text) => this.#endings.waitExpired(text),
      onAbsent: () => {
        // No answer reaches the server once it is given free.
        for (const text of this.#tab.forgetWaiting()) this.#endings.waitExpired(text);
        this.#server.pause('The tab shows no notebook that the server may work in');
      },
    });
    this.#server = new ServerEnd(order.credentials, order.paired, {
      onPaired: (paired) => events.paired(order.linkId, paired),
      onReturned: () => events.returned(order.linkId),
      onFrame: (text) => this.#frames.read(text),
      onPhase: (phase, detail) => {
        this.#phase = phase;
        this.#detail = detail;
        // Whoever answers next says again who it is.
        if (phase !== 'open') this.#peer.mismatch = null;
        this.#report();
      },
    });
    const conversationParts = {
      peer: this.#peer,
      handshake,
      newcomer: this.#newcomer,
      open: this.#open,
      server: this.#server,
      tab: this.#tab,
    };
    this.#endings = new CallEndings(conversationParts);
    const parts = {
      ...conversationParts,
      conversation: new Conversation(order.linkId, conversationParts),
      endings: this.#endings,
      refusal: this.#refusal,
      notebook: () => this.#notebook,
      report: () => this.#report(),
    };
    this.#frames = new ServerFrames({ ...parts, browser, version: order.version });
    this.#attachment = new Attachment({ ...parts, refusalAnswers });
    if (order.refused === null) this.#tab.expectSession();
  }

  get state(): LinkState {
    const { linkId, tabId } = this;
    const { why: refused } = this.#refusal;
    // An open socket without a session behind it is of no use yet: the page loads, or the user has not agreed.
    const isIdle = this.#phase === 'open' && refused === null && (!this.#tab.isHere || this.#tab.isAsleep);
    return {
      linkId,
      tabId,
      port: this.#port,
      phase: isIdle ? 'connecting' : this.#phase,
      busy: this.#open.isBusy && refused === null,
      agent: this.#peer.agent,
      refused,
      detail:
        this.#detail ?? this.#peer.mismatch ?? (this.#tab.isAsleep ? 'The page does not answer.' : null),
      isOurBridge: this.#peer.isOurBridge,
    };
  }

  /** The tab shows this notebook now, it may have another id, and the user may have let the server back. */
  update({ tabId, notebookId, notebookUrl, refused, credentials, isWanted }: LinkOrder): void {
    this.tabId = tabId;
    this.#server.dialNow(credentials, isWanted);
    const isAnother = this.#notebook.notebookId !== notebookId;
    this.#notebook = { notebookId, notebookUrl };
    if (this.#refusal.why !== null) {
      if (refused === null) this.#serve();
    } else if (refused !== null) this.refuse(refused);
    else if (isAnother) this.#tellNotebook();
    if (isAnother) for (const text of this.#tab.forgetWaiting()) this.#frames.passOn(text);
  }

  /** The user's no: nothing of the tab can be reached any more. */
  refuse(why: Refused): void {
    this.#refusal.begin(why, this.#tab.end(why));
    this.#newcomer.settle();
    // It may have been given free for others: it comes back to hear the no.
    this.#server.resume(true);
    this.#report();
  }

  /** A session goes on with what it said to the link before this one. False where this one knows better. */
  resume(session: SessionPort, resumption: Resumption): boolean {
    return this.#attachment.resume(session, resumption);
  }

  /** A session has come: the first one, or a new one after a reload that knows nothing of the past. */
  attach(session: SessionPort): void {
    this.#attachment.attach(session);
  }

  detach(session: SessionPort): void {
    this.#attachment.detach(session);
  }

  fromSession(session: SessionPort, frame: SessionFrame): void {
    this.#attachment.fromSession(session, frame);
  }

  /** What a session says to the link itself. */
  heed(session: SessionPort, word: SessionWord): void {
    this.#attachment.heed(session, word);
  }

  /** For good: what is under way is told why before the socket closes. */
  async close(reason: string): Promise<void> {
    this.#endings.linkClosed(reason);
    this.#attachment.end();
    this.#newcomer.end();
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

  /** A server that is not ours would not understand. Where it cannot be told now, the next hello is answered with it. */
  #tellNotebook(): void {
    if (this.#peer.isOurBridge) this.#server.tell(notificationFrame(NOTEBOOK_METHOD, this.#notebook));
  }

  #report(): void {
    this.#events.report(this.state);
  }
}
