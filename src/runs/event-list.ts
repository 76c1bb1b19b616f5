/** Below this, room for what was dropped is not worth taking back. */
const LEAST_COMPACTED = 64;

/**
 * Events with numbers that count up and never change, of which any can be dropped. What is dropped is not held:
 * neither the event nor, in the long run, its place.
 */
export class EventList<Event> {
  #kept: Array<{ number: number; event: Event | null }> = [];
  #dropped = 0;
  /** Before this place all are dropped. */
  #first = 0;
  #next = 0;

  /** The number that the next event gets. */
  get end(): number {
    return this.#next;
  }

  get size(): number {
    return this.#kept.length - this.#dropped;
  }

  add(event: Event): number {
    this.#kept.push({ number: this.#next, event });
    return this.#next++;
  }

  /** Uses up a number, for an event that nobody will ask for. */
  skip(): void {
    this.#next++;
  }

  drop(number: number): void {
    const place = this.#kept[this.#placeOf(number)];
    if (place?.number !== number || place.event === null) return;
    place.event = null;
    this.#dropped++;
    this.#compact();
  }

  dropAll(): void {
    this.#kept = [];
    this.#dropped = 0;
    this.#first = 0;
  }

  /** The oldest that is kept; it is dropped. */
  takeOldest(): { number: number; event: Event } | null {
    while (this.#first < this.#kept.length) {
      const place = this.#kept[this.#first++];
      if (!place || place.event === null) continue;
      const { number, event } = place;
      place.event = null;
      this.#dropped++;
      this.#compact();
      return { number, event };
    }
    return null;
  }

  /** Those that are kept, from this number on, in order. */
  *from(number: number): Generator<{ number: number; event: Event }> {
    for (let at = this.#placeOf(number); at < this.#kept.length; at++) {
      const place = this.#kept[at];
      if (place && place.event !== null) yield { number: place.number, event: place.event };
    }
  }

  /** Where the first with this number or a higher one is. */
  #placeOf(number: number): number {
    let low = 0;
    let high = this.#kept.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#kept[middle]?.number ?? number) < number) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** When half of the places are empty: then it costs each event that was added a step or two. */
  #compact(): void {
    if (this.#dropped < LEAST_COMPACTED || this.#dropped * 2 < this.#kept.length) return;
    this.#kept = this.#kept.filter(({ event }) => event !== null);
    this.#dropped = 0;
    this.#first = 0;
  }
}
