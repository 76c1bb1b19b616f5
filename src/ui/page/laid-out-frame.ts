/**
 * Once in the next frame, as soon as the page is laid out for it. Whoever asks where things stand before that makes
 * the browser lay out the whole notebook out of turn, and once more where the page then changes something else.
 */
export class LaidOutFrame {
  readonly #act: () => void;
  readonly #isNeeded: () => boolean;
  #frame: number | null = null;
  #sizes: ResizeObserver | null = null;

  /** `isNeeded` is asked first, in the same frame. */
  constructor(act: () => void, isNeeded: () => boolean = () => true) {
    this.#act = act;
    this.#isNeeded = isNeeded;
  }

  /** However often it is asked for, it comes once. */
  ask(): void {
    this.#frame ??= requestAnimationFrame(() => {
      this.#frame = null;
      if (this.#isNeeded()) this.#waitForLayout();
    });
  }

  cancel(): void {
    if (this.#frame !== null) cancelAnimationFrame(this.#frame);
    this.#frame = null;
    this.#stopWaiting();
  }

  /** Of an element that it has only begun to observe, an observer tells in the same frame, behind the layout. */
  #waitForLayout(): void {
    this.#stopWaiting();
    this.#sizes = new ResizeObserver(() => {
      this.#stopWaiting();
      this.#act();
    });
    this.#sizes.observe(document.documentElement);
  }

  #stopWaiting(): void {
    this.#sizes?.disconnect();
    this.#sizes = null;
  }
}
