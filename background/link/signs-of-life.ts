/** As long as the session says something, nobody asks. */
const QUIET_MS = 10_000;
/**
 * Then it is asked, and again after each of these. Counted, not measured: a computer that slept in between wakes up
 * with the time gone, and has not asked yet.
 */
const ASK_EVERY_MS = 5_000;
const MOST_ASKED = 4;

interface LifeEvents {
  ask: (ping: number) => void;
  /** The page has not answered. */
  onSilent: () => void;
  /** After a silence. */
  onBack: () => void;
}

/**
 * Whether the page behind a session lives. A tab that is frozen, or blocked by a dialog or a computation, keeps its Port
 * and answers nothing; the clock for that is here, where timers are not throttled. Nothing is asked while nothing is
 * under way.
 */
export class SignsOfLife {
  readonly #events: LifeEvents;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #wasHeard = false;
  #asked = 0;
  #count = 0;
  #isSilent = false;

  constructor(events: LifeEvents) {
    this.#events = events;
  }

  get isSilent(): boolean {
    return this.#isSilent;
  }

  /** Whether something is under way that the session is to answer. */
  watch(isNeeded: boolean): void {
    if (isNeeded && this.#timer === undefined && !this.#isSilent) this.#begin();
    else if (!isNeeded) this.#stop();
  }

  /** The session has said something, whatever it is. */
  heard(): void {
    this.#wasHeard = true;
    if (!this.#isSilent) return;
    this.#isSilent = false;
    this.#events.onBack();
  }

  /** Another session, or none: nothing is known of its page. */
  forget(): void {
    this.#stop();
    this.#isSilent = false;
  }

  #begin(): void {
    this.#wasHeard = false;
    this.#asked = 0;
    this.#timer = setTimeout(() => this.#look(), QUIET_MS);
  }

  #stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #look(): void {
    if (this.#wasHeard) {
      this.#begin();
    } else if (this.#asked < MOST_ASKED) {
      this.#asked += 1;
      this.#count += 1;
      this.#timer = setTimeout(() => this.#look(), ASK_EVERY_MS);
      this.#events.ask(this.#count);
    } else {
      this.#timer = undefined;
      this.#isSilent = true;
      this.#events.onSilent();
    }
  }
}
