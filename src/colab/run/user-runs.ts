import type { ColabPage } from '../surface/page.ts';
import * as select from '../surface/selectors.ts';

/**
 * Sees cells that begin to run, by the class that Colab puts on a running cell: one observer on the list, nothing
 * to do while nothing changes, and only the cell to look at that changed. Reports each start once.
 */
export class UserRuns {
  readonly #page: ColabPage;
  readonly #listeners = new Set<(cellId: string) => void>();
  readonly #ours = new Set<string>();
  /** Since when, as a date. */
  readonly #running = new Map<string, number>();
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
    this.#running.clear();
    for (const cell of list.querySelectorAll(select.RUNNING_CELL)) this.#look(cell);
    new MutationObserver((records) => {
      for (const { target } of records) this.#look(target);
    }).observe(list, { subtree: true, attributes: true, attributeFilter: ['class'] });
    // A cell that Colab draws anew may come with the class.
    new MutationObserver((records) => {
      for (const { addedNodes } of records) for (const node of addedNodes) this.#look(node);
    }).observe(list, { childList: true });
  }

  /** Since when a cell has been seen to run, as a date; ours as well. */
  since(cellId: string): number | undefined {
    return this.#running.get(cellId);
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

  #look(node: Node): void {
    if (!(node instanceof Element) || !node.matches(select.CELL)) return;
    const cellId = select.cellIdOf(node);
    if (!node.matches(select.RUNNING_CELL)) {
      this.#running.delete(cellId);
      return;
    }
    if (this.#running.has(cellId)) return;
    this.#running.set(cellId, Date.now());
    if (this.#ours.has(cellId)) return;
    for (const listener of this.#listeners) listener(cellId);
  }
}
