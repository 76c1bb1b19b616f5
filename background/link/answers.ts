import type { RequestId } from '../../src/wire/json-rpc.ts';

/** Answers kept for the next socket; far more than one agent has calls under way. */
const MAX_WAITING = 1_000;
/** Answers already handed to a socket that may have died with them: enough for the calls of the last moments. */
const MAX_SENT_CHARS = 4_000_000;

interface Answer {
  id: RequestId | null;
  text: string;
}

/** What the server is owed: answers that wait for a socket, and the latest ones in case a socket lost them. */
export class Answers {
  #waiting: Answer[] = [];
  #sent: Answer[] = [];
  #sentChars = 0;

  hold(answer: Answer): void {
    this.#waiting.push(answer);
    if (this.#waiting.length > MAX_WAITING) this.#waiting.shift();
  }

  /** A notification that still counts later: once, however often it came. */
  holdOnce(text: string): void {
    if (!this.#waiting.some((waiting) => waiting.text === text)) this.hold({ id: null, text });
  }

  takeWaiting(): Answer[] {
    const waiting = this.#waiting;
    this.#waiting = [];
    return waiting;
  }

  noteSent(answer: Answer): void {
    if (answer.id === null) return;
    this.#sent.push(answer);
    this.#sentChars += answer.text.length;
    while (this.#sentChars > MAX_SENT_CHARS) this.#sentChars -= this.#sent.shift()?.text.length ?? 0;
  }

  /** Was sent, and the server says that it never came: it waits again. */
  recall(id: RequestId): boolean {
    const lost = this.#sent.find((answer) => answer.id === id);
    if (lost) this.hold(lost);
    return lost !== undefined;
  }

  isWaiting(id: RequestId): boolean {
    return this.#waiting.some((answer) => answer.id === id);
  }

  forget(): void {
    this.#waiting = [];
    this.#sent = [];
    this.#sentChars = 0;
  }
}
