interface Waiting {
  enter: () => void;
  tell: (place: number) => void;
}

/** One at a time, in the order of asking, and everyone who waits knows their place. */
export class Mutex {
  readonly #waiting: Waiting[] = [];
  #taken = false;

  /** Settles when it is this caller's turn; call what it gives when done. Rejects when the caller stops caring. */
  async lock(signal: AbortSignal, tell: (place: number) => void): Promise<() => void> {
    signal.throwIfAborted();
    if (this.#taken) await this.#turn(signal, tell);
    this.#taken = true;
    let held = true;
    return () => {
      if (held) this.#release();
      held = false;
    };
  }

  #turn(signal: AbortSignal, tell: Waiting['tell']): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
        this.#tellPlaces();
        reject(signal.reason);
      };
      const enter = (): void => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const waiting: Waiting = { enter, tell };
      this.#waiting.push(waiting);
      signal.addEventListener('abort', leave, { once: true });
      tell(this.#waiting.length);
    });
  }

  /** Whoever is next has it from this moment on: nobody who comes before they wake can slip in. */
  #release(): void {
    const next = this.#waiting.shift();
    if (next) next.enter();
    else this.#taken = false;
    this.#tellPlaces();
  }

  #tellPlaces(): void {
    for (const [index, { tell }] of this.#waiting.entries()) tell(index + 1);
  }
}
