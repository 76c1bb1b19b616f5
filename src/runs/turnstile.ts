/** One at a time, in order, and everyone who waits knows their place. */
export class Turnstile {
  #waiting: Array<{ go: () => void; tell: (place: number) => void }> = [];
  #taken = false;

  /** Settles when it is this caller's turn; call what it gives when done. Rejects when the caller stops caring. */
  async enter(signal: AbortSignal, tell: (place: number) => void): Promise<() => void> {
    if (this.#taken) {
      await new Promise<void>((resolve, reject) => {
        const waiting = { go: resolve, tell };
        this.#waiting.push(waiting);
        tell(this.#waiting.length);
        signal.addEventListener('abort', () => {
          this.#waiting = this.#waiting.filter((other) => other !== waiting);
          reject(signal.reason);
        });
      });
    }
    this.#taken = true;
    return () => this.#leave();
  }

  #leave(): void {
    this.#taken = false;
    this.#waiting.shift()?.go();
    for (const [index, { tell }] of this.#waiting.entries()) tell(index + 1);
  }
}
