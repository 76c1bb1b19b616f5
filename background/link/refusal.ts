import { failureFrame, notificationFrame, resultFrame } from '../../src/wire/frames.ts';
import type { AskResult, Refused } from '../../src/wire/hello.ts';
import { ASK_METHOD, REFUSED_METHOD } from '../../src/wire/hello.ts';
import type { RequestId } from '../../src/wire/json-rpc.ts';
import type { Handshake } from './handshake.ts';
import type { OpenRequests, Request } from './open-requests.ts';
import { requestIn } from './open-requests.ts';
import type { Peer } from './peer.ts';
import type { RefusalAnswers } from './refusal-answers.ts';

interface RefusalParts {
  peer: Peer;
  handshake: Handshake;
  open: OpenRequests;
  answers: RefusalAnswers;
  answer: (id: RequestId, text: string) => void;
  tell: (text: string) => void;
  /** Has the user asked. Rejects where that cannot be. */
  ask: () => Promise<unknown>;
}

/**
 * The user's no. The link keeps its socket and answers for the tab, so that the server is told who decided instead
 * of looking for a tab that is gone; of the tab itself nothing is in reach. Only the user ends it.
 */
export class Refusal {
  readonly #parts: RefusalParts;
  #why: Refused | null;

  constructor(why: Refused | null, parts: RefusalParts) {
    this.#why = why;
    this.#parts = parts;
  }

  /** Null: the tab is served. */
  get why(): Refused | null {
    return this.#why;
  }

  /** Whoever waits is told at once. `unheard`: what no session has got to see. */
  begin(why: Refused, unheard: readonly string[]): void {
    this.#why = why;
    this.#tellBridge();
    const { open, answers, answer } = this.#parts;
    const waited = unheard.map((text) => requestIn(text)?.id);
    for (const request of open.takeAll()) {
      const { id, method, text } = request;
      const hasBegun = method === 'tools/call' && !waited.includes(id);
      if (method === ASK_METHOD) this.#answerAsk(id, 'refused');
      else if (hasBegun) answer(id, failureFrame(request, answers.cutOff(why, request.name)));
      else this.answer(requestIn(text) ?? { id, method, params: undefined }, text);
    }
  }

  /** The user lets the server back. */
  end(): void {
    this.#why = null;
    this.#tellBridge();
    this.#parts.tell(notificationFrame('notifications/tools/list_changed', {}));
    for (const { id } of this.#parts.open.takeAll()) this.#answerAsk(id, 'allowed');
  }

  /** In place of the tab. */
  answer(request: Pick<Request, 'id' | 'method' | 'params'>, text: string): void {
    if (this.#why === null) return;
    const answer = this.#parts.answers.answer(this.#why, request);
    // A session that comes later must hear of it.
    this.#parts.handshake.answered(request.method, text, answer);
    this.#parts.answer(request.id, answer);
  }

  /** The user is asked in the tab; the answer comes with what the user decides then. */
  ask(request: Request, text: string): void {
    const { id } = request;
    if (this.#why === null) {
      this.#answerAsk(id, 'allowed');
      return;
    }
    const { open, ask } = this.#parts;
    open.add(request, text, null);
    ask().catch(() => {
      if (open.take(id)) this.#answerAsk(id, 'unreachable');
    });
  }

  #answerAsk(id: RequestId, answer: AskResult['answer']): void {
    const result: AskResult = { answer };
    this.#parts.answer(id, resultFrame(id, result));
  }

  /** A server that is not ours would not understand. */
  #tellBridge(): void {
    const { peer, tell } = this.#parts;
    if (peer.isOurBridge) tell(notificationFrame(REFUSED_METHOD, { refused: this.#why }));
  }
}
