import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import type { RequestId } from '../../src/wire/json-rpc.ts';
import type { LinkMemo, Resumption, SessionFrame } from '../../src/wire/messages.ts';

/** Answers that were handed to a link which may have died with them: enough for the calls of the last moments. */
const MAX_CHARS = 2_000_000;

type OpenCall = Resumption['open'][number];

/** What has been said in a session, as far as a link must know it that is made anew while the page lives on. */
export class Conversation {
  readonly #received = new Set<RequestId>();
  readonly #open = new Map<RequestId, OpenCall>();
  #answers: Resumption['answers'] = [];
  #chars = 0;
  /** The link's own notes, given back as they are. */
  memo: LinkMemo | null = null;

  receive(message: JSONRPCMessage, text: string): void {
    if (!('method' in message)) return;
    if ('id' in message) {
      this.#received.add(message.id);
      this.#open.set(message.id, { id: message.id, text, hasBegun: false, runId: null });
    } else if (message.method === 'notifications/cancelled') {
      const id = message.params?.requestId;
      if (typeof id === 'string' || typeof id === 'number') this.#open.delete(id);
    }
  }

  begin(id: RequestId, runId: string | null): void {
    const call = this.#open.get(id);
    if (call) this.#open.set(id, { ...call, hasBegun: true, runId: runId ?? call.runId });
  }

  answer({ answers, text }: SessionFrame, isLate: boolean): void {
    if (answers === null || !this.#open.delete(answers)) return;
    this.#answers.push({ answers, text, isLate });
    this.#chars += text.length;
    // The newest is kept, however long it is.
    while (this.#chars > MAX_CHARS && this.#answers.length > 1) {
      this.#chars -= this.#answers.shift()?.text.length ?? 0;
    }
  }

  /** Another server process: its requests are others, whatever their ids. */
  forget(): void {
    this.#received.clear();
    this.#open.clear();
    this.#answers = [];
    this.#chars = 0;
  }

  /** Null when there is nothing to go on with: the link never said who it was. */
  resumption(): Resumption | null {
    if (this.memo === null) return null;
    return {
      memo: this.memo,
      received: [...this.#received],
      open: [...this.#open.values()],
      answers: this.#answers,
    };
  }
}
