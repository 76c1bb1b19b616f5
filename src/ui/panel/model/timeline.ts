import type { JournalEntry } from '../../../journal/journal.ts';

/** Calls of agents as far as they are known here, oldest first. They are numbered without a gap. */
export class Timeline {
  #entries: JournalEntry[] = [];
  #total = 0;
  #hasAll = false;

  get entries(): readonly JournalEntry[] {
    return this.#entries;
  }

  /** How many there are, those not fetched yet included. */
  get total(): number {
    return Math.max(this.#total, this.#entries.length);
  }

  get isComplete(): boolean {
    return this.#hasAll || this.#entries.length >= this.#total;
  }

  /** The number of the oldest one that is known. */
  get oldest(): number | null {
    return this.#entries[0]?.number ?? null;
  }

  /** What the session pushes: new ones, and known ones that have changed. */
  put(entries: readonly JournalEntry[], total: number): void {
    const known = [...this.#entries];
    for (const entry of entries) {
      const place = entry.number - (known[0]?.number ?? entry.number);
      if (place < 0) continue;
      if (place > known.length) {
        // Calls are missing in between: what came before them is asked for again when somebody wants to see it.
        known.length = 0;
        this.#hasAll = false;
        known.push(entry);
      } else known[place] = entry;
    }
    // The session has forgotten its oldest ones.
    this.#entries = known.length > total ? known.slice(known.length - total) : known;
    this.#total = total;
  }

  /** What the session gave when it was asked for earlier ones: newest first, and none when there are none. */
  addEarlier(entries: readonly JournalEntry[]): void {
    const oldest = this.oldest ?? Number.POSITIVE_INFINITY;
    const earlier = entries.filter(({ number }) => number < oldest).reverse();
    if (earlier.length === 0) this.#hasAll = true;
    else this.#entries = [...earlier, ...this.#entries];
  }
}
