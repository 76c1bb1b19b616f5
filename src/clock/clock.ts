/** Something that is to be done later: give it to `clear` when it is not to be done any more. */
export interface Timer {
  at: number;
  readonly everyMs: number | null;
  readonly work: () => void;
  native: ReturnType<typeof setTimeout>;
}

/**
 * Timers that keep time in a tab behind another one. There the browser lets a script's timers run once a second, later
 * once a minute, but holds back no message: so whoever is outside of the tab is asked for one when the next is due.
 * Everywhere else these are the timers that every script has.
 */
export class Clock {
  readonly #timers = new Set<Timer>();
  #ask: (ms: number) => void = () => {};
  #isHeldBack = false;
  #isAsking = false;
  /** For when `wake` was asked for, by `performance.now()`. */
  #wakesAt = Number.POSITIVE_INFINITY;

  /** Whether the browser holds timers back now. */
  get isHeldBack(): boolean {
    return this.#isHeldBack;
  }

  set isHeldBack(isHeldBack: boolean) {
    this.#isHeldBack = isHeldBack;
    this.renew();
  }

  /** While timers are held back, `ask` is told in how many milliseconds `wake` has to be called; the last word counts. */
  wokenBy(ask: (ms: number) => void): void {
    this.#ask = ask;
    this.renew();
  }

  after(ms: number, work: () => void): Timer {
    return this.#add(ms, work, null);
  }

  every(ms: number, work: () => void): Timer {
    return this.#add(ms, work, ms);
  }

  clear(timer: Timer | undefined): void {
    if (!timer) return;
    clearTimeout(timer.native);
    this.#timers.delete(timer);
  }

  pause(ms: number): Promise<void> {
    return new Promise((resolve) => this.after(ms, resolve));
  }

  /** What is due is done. */
  wake(): void {
    this.#wakesAt = Number.POSITIVE_INFINITY;
    const now = performance.now();
    for (const timer of this.#timers) {
      if (timer.at > now) continue;
      // Each for itself, as the browser would: one that fails keeps no other from its time, and may be cleared by another.
      queueMicrotask(() => {
        if (this.#timers.has(timer) && timer.at <= now) this.#fire(timer);
      });
    }
    this.#askSoon();
  }

  /** Whoever was asked is gone, or there was nobody to ask. */
  renew(): void {
    this.#wakesAt = Number.POSITIVE_INFINITY;
    this.#askSoon();
  }

  #add(ms: number, work: () => void, everyMs: number | null): Timer {
    const timer: Timer = {
      at: performance.now() + ms,
      everyMs,
      work,
      native: setTimeout(() => this.#onTime(timer), ms),
    };
    this.#timers.add(timer);
    this.#askSoon();
    return timer;
  }

  #onTime(timer: Timer): void {
    // The browser's own timer came first: who was asked to wake us has not done so, and may never.
    if (this.#wakesAt <= performance.now()) this.renew();
    this.#fire(timer);
  }

  #fire(timer: Timer): void {
    clearTimeout(timer.native);
    if (timer.everyMs === null) this.#timers.delete(timer);
    else {
      timer.at = performance.now() + timer.everyMs;
      timer.native = setTimeout(() => this.#onTime(timer), timer.everyMs);
      this.#askSoon();
    }
    timer.work();
  }

  /** Timers are set and cleared in quick succession: once for all of a task. */
  #askSoon(): void {
    if (!this.#isHeldBack || this.#isAsking) return;
    this.#isAsking = true;
    queueMicrotask(() => {
      this.#isAsking = false;
      this.#askForNext();
    });
  }

  #askForNext(): void {
    let next = Number.POSITIVE_INFINITY;
    for (const { at } of this.#timers) next = Math.min(next, at);
    // One that wakes us earlier was asked for already; then the rest is.
    if (!this.#isHeldBack || next >= this.#wakesAt) return;
    this.#wakesAt = next;
    this.#ask(Math.max(0, Math.ceil(next - performance.now())));
  }
}

/** The clock of this script's world. */
export const clock = new Clock();
