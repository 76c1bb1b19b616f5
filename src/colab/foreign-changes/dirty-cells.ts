import type { ColabPage } from '../surface/page.ts';
import * as select from '../surface/selectors.ts';

/**
 * The cells whose elements changed since they were last looked at. One observer on the list: nothing to do while
 * nothing changes, and then only to note which cell it was.
 */
export class DirtyCells {
  readonly #page: ColabPage;
  readonly #onChange: () => void;
  readonly #ids = new Set<string>();
  readonly #observer: MutationObserver | null;
  #observed: Element | null = null;

  constructor(page: ColabPage, onChange: () => void) {
    this.#page = page;
    this.#onChange = onChange;
    this.#observer =
      typeof MutationObserver === 'undefined' ? null : new MutationObserver((records) => this.#note(records));
  }

  /** False when the list was not watched until now: any cell may have changed. */
  attach(): boolean {
    const list = this.#page.cellList;
    if (!list || !this.#observer) return false;
    if (list === this.#observed) return true;
    this.#observer.disconnect();
    this.#observer.observe(list, { subtree: true, childList: true, characterData: true });
    this.#observed = list;
    return false;
  }

  get ids(): Iterable<string> {
    const own = activeCell();
    // What is being typed may reach the model later than the page.
    return own === null || this.#ids.has(own) ? this.#ids : [...this.#ids, own];
  }

  get count(): number {
    return this.#ids.size;
  }

  /** It was looked at. */
  drop(cellId: string): void {
    this.#ids.delete(cellId);
  }

  clear(): void {
    this.#ids.clear();
  }

  #note(records: readonly MutationRecord[]): void {
    let isNews = false;
    for (const { target } of records) {
      if (target === this.#observed) {
        isNews = true;
        continue;
      }
      const element = target instanceof Element ? target : target.parentElement;
      const cell = element?.closest(select.CELL);
      // Outputs come with runs; they are no part of what a cell is.
      if (!cell || element?.closest(select.OUTPUT)) continue;
      this.#ids.add(select.cellIdOf(cell));
      isNews = true;
    }
    if (isNews) this.#onChange();
  }
}

function activeCell(): string | null {
  const cell =
    typeof document === 'undefined' ? null : (document.activeElement?.closest(select.CELL) ?? null);
  return cell && select.cellIdOf(cell);
}
