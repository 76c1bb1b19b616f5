import { failureFrame, notificationFrame } from '../../src/wire/frames.ts';
import { fitsFrame } from '../../src/wire/limits.ts';
import type { Resumption, SessionFrame, SessionWord } from '../../src/wire/messages.ts';
import type { CallEndings } from './call-endings.ts';
import type { Conversation, ConversationParts } from './conversation.ts';
import { TOO_LARGE } from './failures.ts';
import type { Refusal } from './refusal.ts';
import type { RefusalAnswers } from './refusal-answers.ts';
import { RESOURCE_UPDATED } from './server-end.ts';
import { SignsOfLife } from './signs-of-life.ts';
import type { SessionPort } from './tab-end.ts';

interface AttachmentParts extends ConversationParts {
  conversation: Conversation;
  endings: CallEndings;
  refusal: Refusal;
  refusalAnswers: RefusalAnswers;
  /** What the tab shows. */
  notebook: () => { notebookId: string };
  report: () => void;
}

/**
 * A tab's session at its link: it comes, says something, falls silent with its page, and goes, and each time what is
 * open is asked of it, stays for the next one or ends. The states are those in `docs/architecture.md`.
 */
export class Attachment {
  readonly #parts: AttachmentParts;
  readonly #life: SignsOfLife;

  constructor(parts: AttachmentParts) {
    this.#parts = parts;
    this.#life = new SignsOfLife({
      ask: (ping) => parts.tab.ask(ping),
      onSilent: () => this.#fallAsleep(),
      onBack: () => this.#wake(),
    });
  }

  /** A session goes on with what it said to the link before this one. False where this one knows better. */
  resume(session: SessionPort, resumption: Resumption): boolean {
    const { conversation, newcomer, notebook, refusal } = this.#parts;
    if (!newcomer.isNew || refusal.why !== null) return false;
    conversation.resume(resumption, notebook().notebookId);
    this.#join(session, []);
    return true;
  }

  /** A session has come: the first one, or a new one after a reload that knows nothing of the past. */
  attach(session: SessionPort): void {
    const { handshake, notebook, refusal, tab } = this.#parts;
    if (refusal.why !== null) {
      session.disconnect();
      return;
    }
    const before = tab.takeAway();
    if (before) {
      // Chrome does not tell the side that disconnects, so what the old session owed is settled here.
      this.#settleForNext(false);
      before.disconnect();
    }
    this.#join(session, handshake.replay(notebook().notebookId));
  }

  detach(session: SessionPort): void {
    const { tab } = this.#parts;
    if (!tab.has(session)) return;
    tab.takeAway();
    this.#settleForNext(true);
  }

  /** What a session says that has been replaced is about a page that is no more. */
  fromSession(session: SessionPort, { answers, text }: SessionFrame): void {
    const { conversation, handshake, open, refusalAnswers, server, tab } = this.#parts;
    if (!tab.has(session)) return;
    this.#life.heard();
    if (answers === null) {
      if (fitsFrame(text)) server.tell(text);
      return;
    }
    const request = open.take(answers);
    // Ended already (cancelled, or the server that asked is gone), or asked again by us alone: the server would be confused.
    if (!request) return;
    if (handshake.answered(request.method, request.text, text)) conversation.keepMemo();
    if (request.method === 'tools/list') refusalAnswers.noteListing(text);
    server.answer(answers, fitsFrame(text) ? text : failureFrame(request, TOO_LARGE));
  }

  /** What a session says to the link itself. */
  heed(session: SessionPort, word: SessionWord): void {
    const { open, tab } = this.#parts;
    if (!tab.has(session)) return;
    this.#life.heard();
    if (!('began' in word)) return;
    open.begin(word.began, word.runId);
    if (word.runId === null) session.postMessage({ heard: word.began });
  }

  /** Signs of life are asked for only while somebody waits for the page. */
  watch(): void {
    const { open, tab } = this.#parts;
    this.#life.watch(open.count > 0 && tab.isHere);
  }

  end(): void {
    this.#life.forget();
  }

  /** `replay`: what a session must hear that is new to the conversation. */
  #join(session: SessionPort, replay: readonly string[]): void {
    const { conversation, endings, handshake, newcomer, notebook, report, server, tab } = this.#parts;
    const { notebookId } = notebook();
    tab.attach(session, conversation.join(), replay);
    conversation.keepMemo();
    server.resume();
    newcomer.settle();
    // Between two sessions anything may have changed, and nobody was there to see it.
    for (const uri of handshake.subscriptionsTo(notebookId)) {
      server.tell(notificationFrame(RESOURCE_UPDATED, { uri }));
    }
    endings.notebookShown(notebookId);
    tab.sendWaiting();
    this.watch();
    report();
  }

  /**
   * The session is gone: what has had no effects is asked again of the next one. `saidAll`: whatever it had begun, it
   * has said so.
   */
  #settleForNext(saidAll: boolean): void {
    const { endings, open, report, tab } = this.#parts;
    this.#life.forget();
    tab.isAsleep = false;
    tab.expectSession();
    report();
    endings.sessionGone(saidAll);
    const unheard = tab.forgetWaiting();
    for (const { text } of open.all) if (!unheard.includes(text)) tab.send(text);
    for (const text of unheard) tab.send(text);
  }

  #fallAsleep(): void {
    const { endings, report, tab } = this.#parts;
    tab.isAsleep = true;
    endings.pageSilent();
    report();
  }

  #wake(): void {
    const { report, tab } = this.#parts;
    tab.isAsleep = false;
    tab.sendWaiting();
    this.watch();
    report();
  }
}
