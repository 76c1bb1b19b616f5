import type { Resumption } from '../../src/wire/messages.ts';

/** A page that lives on is back in less; nobody else is kept waiting, because a session must come first anyway. */
const KNOWN_AFTER_MS = 700;

/**
 * A link that was just made, perhaps in the place of one that was lost with the document that held it. Who asks what
 * it knows is answered when the tab's session has said whether it goes on with a conversation, or does not come.
 */
export class Newcomer {
  #isNew = true;
  #waiting: (() => void) | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** What the link before this one may not have passed on. */
  answers: Resumption['answers'] = [];

  get isNew(): boolean {
    return this.#isNew;
  }

  whenKnown(work: () => void): void {
    if (!this.#isNew) {
      work();
      return;
    }
    // On another socket it is asked anew.
    this.#waiting = work;
    this.#timer ??= setTimeout(() => this.settle(), KNOWN_AFTER_MS);
  }

  settle(): void {
    this.#isNew = false;
    clearTimeout(this.#timer);
    const work = this.#waiting;
    this.#waiting = null;
    work?.();
  }

  end(): void {
    this.#waiting = null;
    this.settle();
  }

  /** Of these requests. */
  takeAnswers(awaited: readonly string[]): Resumption['answers'] {
    const { answers } = this;
    this.answers = [];
    return answers.filter(({ answers: id }) => awaited.includes(String(id)));
  }
}
