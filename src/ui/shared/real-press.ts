/** A press in the first moments may have been meant for what was under the pointer before. */
export const DEAF_MS = 500;

/** Tells what a person meant for a card from what a page forged, and from what was on its way when the card came. */
export class Ear {
  #shownAt = Number.POSITIVE_INFINITY;

  /** The card has been put before the user, for the first time or anew. */
  shown(): void {
    this.#shownAt = performance.now();
  }

  hears({ isTrusted }: Pick<Event, 'isTrusted'>): boolean {
    return isTrusted && performance.now() - this.#shownAt >= DEAF_MS;
  }
}
