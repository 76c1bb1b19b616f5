import { clock } from '../clock/clock.ts';
/** Wakes those who wait for the next change of something. */
export class Changes {
  readonly #waiting = new Set<() => void>();

  tell(): void {
    for (const wake of [...this.#waiting]) wake();
  }

  /** Settles with the next change, when time is up, or when the caller stops caring. */
  next(timeoutMs: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted || timeoutMs <= 0) return Promise.resolve();
    return new Promise((resolve) => {
      const done = (): void => {
        clock.clear(timer);
        this.#waiting.delete(done);
        signal.removeEventListener('abort', done);
        resolve();
      };
      const timer = clock.after(timeoutMs, done);
      this.#waiting.add(done);
      signal.addEventListener('abort', done);
    });
  }
}
