/** People waiting until what they look for is there, each with a deadline of their own. */
export class WaitList {
  readonly #waiting = new Set<() => void>();

  /** What `look` finds, now or after a change. Null when the time is up; rejects when the signal aborts. */
  until<Found>(look: () => Found | null, waitMs: number, signal: AbortSignal): Promise<Found | null> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) {
        reject(signal.reason);
        return;
      }
      const found = look();
      if (found !== null) {
        resolve(found);
        return;
      }
      const leave = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', abort);
        this.#waiting.delete(again);
      };
      const done = (value: Found | null): void => {
        leave();
        resolve(value);
      };
      const again = (): void => {
        const value = look();
        if (value !== null) done(value);
      };
      const abort = (): void => {
        leave();
        reject(signal.reason);
      };
      const timer = setTimeout(done, waitMs, null);
      signal.addEventListener('abort', abort);
      this.#waiting.add(again);
    });
  }

  /** Something has changed: everybody looks again. */
  changed(): void {
    for (const look of [...this.#waiting]) look();
  }
}
