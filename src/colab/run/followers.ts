/** Those who follow what runs: each can be told to look at it now. */
export class Followers {
  readonly #looks = new Set<() => void>();

  /** Returns how to leave. */
  add(look: () => void): () => void {
    this.#looks.add(look);
    return () => this.#looks.delete(look);
  }

  lookNow(): void {
    for (const look of this.#looks) look();
  }
}
