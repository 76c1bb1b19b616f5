import { errorFrame, resultFrame } from '../../src/wire/frames.ts';
import type { HelloParams, HelloResult } from '../../src/wire/hello.ts';
import { AGENT_METHOD, ASK_METHOD, HELLO_METHOD, PROTOCOL, readHello, textIn } from '../../src/wire/hello.ts';
import type { ReadMessage } from '../../src/wire/json-rpc.ts';
import { INVALID_REQUEST, readMessage } from '../../src/wire/json-rpc.ts';
import { isReplayId } from '../../src/wire/messages.ts';
import { isForAnother } from '../../src/wire/notebook-list.ts';
import type { BrowserRequests } from './browser-requests.ts';
import type { CallEndings } from './call-endings.ts';
import type { Conversation, ConversationParts } from './conversation.ts';
import type { Request } from './open-requests.ts';
import { requestIn } from './open-requests.ts';
import type { Refusal } from './refusal.ts';

type Notification = Extract<ReadMessage, { kind: 'notification' }>;

interface FrameParts extends ConversationParts {
  conversation: Conversation;
  refusal: Refusal;
  browser: BrowserRequests;
  endings: CallEndings;
  /** Of this extension. */
  version: string;
  /** What the tab shows. */
  notebook: () => { notebookId: string; notebookUrl: string };
  report: () => void;
}

/** Reads what the server says: each frame is answered here, or goes to who answers it, most often the tab's session. */
export class ServerFrames {
  readonly #parts: FrameParts;

  constructor(parts: FrameParts) {
    this.#parts = parts;
  }

  read(text: string): void {
    const { refusal, server, tab } = this.#parts;
    const frame = readMessage(text);
    if (frame.kind === 'malformed') {
      const id = frame.asks ? frame.id : null;
      // A notification is never answered, not even one that cannot be read.
      if (!frame.asks || id !== null) server.answer(id, errorFrame(id, frame.code, frame.reason));
    } else if (frame.kind === 'request') this.#takeRequest(frame, text);
    else if (frame.kind === 'notification') this.#takeNotification(frame, text);
    else if (refusal.why === null) tab.send(text);
  }

  /** What is meant for a notebook that the tab does not show must not be done in the one that it shows. */
  passOn(text: string, request = requestIn(text)): void {
    const { endings, notebook, tab } = this.#parts;
    if (request && isForAnother(request.params, notebook().notebookId)) endings.meantForAnother(request);
    else tab.send(text);
  }

  #takeRequest(frame: Request, text: string): void {
    const { browser, conversation, handshake, newcomer, notebook, open, peer, refusal, server, tab } =
      this.#parts;
    const { id, method } = frame;
    if (method === HELLO_METHOD) {
      if (refusal.why === null) newcomer.whenKnown(() => this.#answerHello(frame));
      else this.#answerHello(frame);
      return;
    }
    if (isReplayId(id)) {
      const reason = 'Invalid request: only the link may use such an id.';
      server.answer(id, errorFrame(id, INVALID_REQUEST, reason));
      return;
    }
    // A server that starts over has forgotten what it asked before, and may use the same ids again.
    // Our bridge does so after a long absence too, and then it speaks for the same agent as before.
    if (method === 'initialize' && handshake.isDone) conversation.forget(!peer.isOurBridge);
    server.receive(id);
    if (method === ASK_METHOD && peer.isOurBridge) refusal.ask(frame, text);
    else if (refusal.why !== null) refusal.answer(frame, text);
    else if (!peer.isOurBridge || !browser.take(frame)) {
      open.add(frame, text, tab.isHere ? notebook().notebookId : null);
      this.passOn(text, frame);
    }
  }

  #takeNotification({ method, params }: Notification, text: string): void {
    const { open, refusal, tab } = this.#parts;
    if (method === AGENT_METHOD) {
      this.#rename(textIn(params?.agent));
      return;
    }
    const id = method === 'notifications/cancelled' ? params?.requestId : undefined;
    if (typeof id === 'string' || typeof id === 'number') {
      // A cancelled request is never answered, so it is not under way any more.
      tab.drop(id);
      open.take(id);
    }
    if (refusal.why === null) tab.send(text);
  }

  #answerHello({ id, params }: Request): void {
    const { browser, conversation, notebook, open, peer, refusal, report, server, version } = this.#parts;
    const hello = readHello(params);
    if (hello && peer.meet(hello)) conversation.forget(true);
    const { why: refused } = refusal;
    const answer: HelloResult = {
      linkId: conversation.incarnation,
      extensionVersion: version,
      protocol: PROTOCOL,
      ...(refused === null ? notebook() : { notebookId: null, notebookUrl: null }),
      refused,
      proof: server.proof,
      missing: server.missing(this.#owed(hello), (one) => open.has(one) || browser.has(one)),
    };
    server.answerHello(resultFrame(id, answer), peer.isOurBridge);
    conversation.keepMemo();
    this.#rename(hello?.agent ?? null);
    if (peer.mismatch !== null) report();
  }

  /** Of the requests that it waits for, those that the link before this one has not answered. */
  #owed(hello: HelloParams | null): string[] {
    const { newcomer, server } = this.#parts;
    const answered = newcomer.takeAnswers(hello?.awaiting ?? []);
    for (const { answers: id, text } of answered) server.answer(id, text);
    return (hello?.awaiting ?? []).filter((id) => !answered.some(({ answers }) => String(answers) === id));
  }

  /** The server speaks for an agent of this name. */
  #rename(agent: string | null): void {
    const { peer, report, tab } = this.#parts;
    if (!peer.rename(agent)) return;
    tab.greet({ agent: peer.agent, isResumed: true });
    report();
  }
}
