/** How many calls may be made: each fault gets its share of them, so that all come while faults do. */
export class Tickets {
  #free = 0;
  #isOver = false;
  readonly #waiting: Array<(isOne: boolean) => void> = [];

  release(count: number): void {
    this.#free += count;
    while (this.#free > 0) {
      const next = this.#waiting.shift();
      if (!next) return;
      this.#free -= 1;
      next(true);
    }
  }

  /** False: there are no more. */
  take(): Promise<boolean> {
    if (this.#free > 0) {
      this.#free -= 1;
      return Promise.resolve(true);
    }
    if (this.#isOver) return Promise.resolve(false);
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** What is free is still given out. */
  end(): void {
    this.#isOver = true;
    for (const waiting of this.#waiting.splice(0)) waiting(false);
  }
}
