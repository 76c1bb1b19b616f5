import type { LinkMemo, Resumption, SessionGreeting } from '../../src/wire/messages.ts';
import type { Handshake } from './handshake.ts';
import type { Newcomer } from './newcomer.ts';
import type { OpenRequests } from './open-requests.ts';
import { requestIn } from './open-requests.ts';
import type { Peer } from './peer.ts';
import type { ServerEnd } from './server-end.ts';
import type { TabEnd } from './tab-end.ts';

export interface ConversationParts {
  peer: Peer;
  handshake: Handshake;
  newcomer: Newcomer;
  open: OpenRequests;
  server: ServerEnd;
  tab: TabEnd;
}

/**
 * What a server and a tab have said to each other. It goes on over new sockets, new sessions and, where a session lives
 * on, over a link made anew; it ends when another server, or the same one from the start, begins to speak.
 */
export class Conversation {
  readonly #parts: ConversationParts;
  /** A link that was lost and made anew knows nothing of the calls before: to the bridge it is another one. */
  #incarnation: string;
  /** A session has heard this conversation; during a refusal only the link has. */
  #isHeard = false;

  constructor(linkId: string, parts: ConversationParts) {
    this.#incarnation = `${linkId}:${crypto.randomUUID()}`;
    this.#parts = parts;
  }

  /** What the link is called towards our bridge. */
  get incarnation(): string {
    return this.#incarnation;
  }

  /** A session takes part from now on: this is how it is greeted. */
  join(): SessionGreeting {
    const { peer, handshake } = this.#parts;
    const greeting = { agent: peer.agent, isResumed: handshake.isDone && this.#isHeard };
    this.#isHeard = true;
    return greeting;
  }

  /** Goes on with what was said to the link before this one. */
  resume({ memo, received, open: stillOpen, answers }: Resumption, notebookId: string): void {
    const { peer, handshake, newcomer, open, server } = this.#parts;
    this.#incarnation = memo.incarnation;
    peer.restore(memo.instance);
    handshake.restore(memo.handshake);
    this.#isHeard = true;
    for (const id of received) server.receive(id);
    for (const { id, text, hasBegun, runId } of stillOpen) {
      const request = requestIn(text);
      if (request) open.add(request, text, notebookId);
      if (hasBegun) open.begin(id, runId);
    }
    // Only our own bridge says what it misses; another gets what nobody was there to pass on.
    if (memo.instance !== null) newcomer.answers = answers;
    else for (const { answers: id, text, isLate } of answers) if (isLate) server.answer(id, text);
  }

  /** The session lives with the page, the link does not: it keeps what the next link must know. */
  keepMemo(): void {
    const { peer, handshake, tab } = this.#parts;
    const memo: LinkMemo = {
      incarnation: this.#incarnation,
      instance: peer.instance,
      handshake: handshake.notes,
    };
    tab.keep(memo);
  }

  forget(isAnotherServer: boolean): void {
    const { peer, handshake, newcomer, open, server, tab } = this.#parts;
    const isReplaced = isAnotherServer && handshake.isDone;
    server.forget();
    open.takeAll();
    handshake.forget();
    newcomer.answers = [];
    tab.forgetWaiting();
    // What the user allowed the one before, and what it had yet to be told, is not for this one.
    if (isReplaced) tab.greet({ agent: peer.agent, isResumed: false });
    this.#isHeard = tab.isHere;
  }
}
