/** A worker that has to start first answers within this. */
const ANSWER_MS = 5_000;
/** Then it is told again, after each of these. */
const AGAIN_MS = [100, 500, 2_000, 5_000, 5_000];

interface Report<Message> {
  message: Message;
  failures: number;
}

/**
 * What the worker must get to know. Chrome may stop it at any time, also while it is told something, and then that is
 * forgotten: people would be shown a connection that is no more, for as long as nothing else happens. So it is told
 * again until it has answered. One thing of a kind is told at a time, and of those that wait for it only the newest.
 */
export class WorkerReports<Message> {
  readonly #send: (message: Message) => Promise<unknown>;
  /** Under way, by kind. */
  readonly #told = new Map<string, Report<Message>>();
  /** Newer than what is under way. */
  readonly #next = new Map<string, Message>();

  constructor(send: (message: Message) => Promise<unknown>) {
    this.#send = send;
  }

  tell(kind: string, message: Message): void {
    if (this.#told.has(kind)) this.#next.set(kind, message);
    else this.#begin(kind, message);
  }

  /** Out of date by what has happened since. */
  forget(kind: string): void {
    this.#told.delete(kind);
    this.#next.delete(kind);
  }

  #begin(kind: string, message: Message): void {
    const report = { message, failures: 0 };
    this.#told.set(kind, report);
    this.#try(kind, report);
  }

  #try(kind: string, report: Report<Message>): void {
    if (this.#told.get(kind) !== report) return;
    let isOver = false;
    const end = (next: () => void): void => {
      if (isOver) return;
      isOver = true;
      clearTimeout(patience);
      next();
    };
    const failed = (): void => end(() => this.#again(kind, report));
    const patience = setTimeout(failed, ANSWER_MS);
    this.#send(report.message).then((answer) => {
      // To a message that no worker has heard the browser answers, too, with nothing: other pages listen as well.
      if (answer === true) end(() => this.#goOn(kind, report));
      else failed();
    }, failed);
  }

  /** It may also have said that it cannot: what is gone is told in vain, so this comes to an end. */
  #again(kind: string, report: Report<Message>): void {
    const wait = this.#next.has(kind) ? AGAIN_MS[0] : AGAIN_MS[report.failures++];
    if (wait === undefined) this.#goOn(kind, report);
    else
      setTimeout(() => {
        if (this.#next.has(kind)) this.#goOn(kind, report);
        else this.#try(kind, report);
      }, wait);
  }

  #goOn(kind: string, report: Report<Message>): void {
    if (this.#told.get(kind) !== report) return;
    const newer = this.#next.get(kind);
    this.#told.delete(kind);
    this.#next.delete(kind);
    if (newer !== undefined) this.#begin(kind, newer);
  }
}
