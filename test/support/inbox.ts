const PATIENCE_MS = 10_000;

/** Things that arrive, to be awaited one after the other: no test has to guess how long something takes. */
export class Inbox<T> {
  readonly #arrived: T[] = [];
  readonly #takers: Array<(thing: T) => void> = [];

  put(thing: T): void {
    const taker = this.#takers.shift();
    if (taker) taker(thing);
    else this.#arrived.push(thing);
  }

  take(): Promise<T> {
    const thing = this.#arrived.shift();
    if (thing !== undefined) return Promise.resolve(thing);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(
        () => reject(new Error(`Nothing came within ${PATIENCE_MS / 1000} s.`)),
        PATIENCE_MS,
      );
      this.#takers.push((arrived) => {
        clearTimeout(timer);
        resolve(arrived);
      });
    });
  }

  async takeUntil(wanted: (thing: T) => boolean): Promise<T> {
    for (;;) {
      const thing = await this.take();
      if (wanted(thing)) return thing;
    }
  }
}
