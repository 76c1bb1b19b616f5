/** Changes of one notebook happen one after the other, whichever agent asks. Reads and runs do not wait. */
export class ChangeQueue {
  #last: Promise<unknown> = Promise.resolve();

  enqueue<T>(change: () => Promise<T>): Promise<T> {
    const next = this.#last.then(change);
    this.#last = next.catch(() => undefined);
    return next;
  }
}
