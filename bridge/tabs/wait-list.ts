/** People waiting for the same thing, each with a deadline of their own. */
export class WaitList<T> {
  readonly #waiting = new Set<(value: T | null) => void>();

  /** Null when the time is up; rejects when the signal aborts. */
  wait(waitMs: number, signal: AbortSignal): Promise<T | null> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) {
        reject(signal.reason);
        return;
      }
      const leave = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', abort);
        this.#waiting.delete(done);
      };
      const done = (value: T | null): void => {
        leave();
        resolve(value);
      };
      const abort = (): void => {
        leave();
        reject(signal.reason);
      };
      const timer = setTimeout(done, waitMs, null);
      signal.addEventListener('abort', abort);
      this.#waiting.add(done);
    });
  }

  resolve(value: T): void {
    for (const done of [...this.#waiting]) done(value);
  }
}
