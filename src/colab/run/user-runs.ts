import type { ColabPage } from '../surface/page.ts';
import * as select from '../surface/selectors.ts';

/**
 * Sees cells that begin to run, by the class that Colab puts on a running cell: one observer on the list, and
 * nothing to do while nothing changes. Reports each start once.
 */
export class UserRuns {
  readonly #page: ColabPage;
  readonly #listeners = new Set<(cellId: string) => void>();
  readonly #ours = new Set<string>();
  #running = new Set<string>();
  #observed: Element | null = null;

  constructor(page: ColabPage) {
    this.#page = page;
  }

  listen(listener: (cellId: string) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The list is there only when Colab has booted, and is another one for another notebook. */
  attach(): void {
    const list = this.#page.cellList;
    if (!list || list === this.#observed || typeof MutationObserver === 'undefined') return;
    this.#observed = list;
    new MutationObserver(() => this.#look()).observe(list, {
      subtree: true,
      attributes: true,
      attributeFilter: ['class'],
    });
  }

  /** What we start ourselves is not the user's. */
  async whileOurs<T>(cellId: string, work: () => Promise<T>): Promise<T> {
    this.#ours.add(cellId);
    try {
      return await work();
    } finally {
      this.#ours.delete(cellId);
    }
  }

  #look(): void {
    const running = new Set<string>();
    for (const element of this.#page.document.querySelectorAll(select.RUNNING_CELLS)) {
      running.add(select.cellIdOf(element));
    }
    for (const cellId of running) {
      if (this.#running.has(cellId) || this.#ours.has(cellId)) continue;
      for (const listener of this.#listeners) listener(cellId);
    }
    this.#running = running;
  }
}
