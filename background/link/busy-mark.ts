/** A call shorter than this does not light the badge: a message per call would wake the service worker. */
const BUSY_AFTER_MS = 150;

/** Whether calls are under way, as people get to see it. */
export class BusyMark {
  readonly #changed: () => void;
  #shown = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  get shown(): boolean {
    return this.#shown;
  }

  note(busy: boolean): void {
    if (busy === (this.#shown || this.#timer !== undefined)) return;
    this.stop();
    if (busy) this.#timer = setTimeout(() => this.#show(true), BUSY_AFTER_MS);
    else if (this.#shown) this.#show(false);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #show(busy: boolean): void {
    this.#timer = undefined;
    this.#shown = busy;
    this.#changed();
  }
}
