import * as select from './selectors.ts';

/** Colab makes its objects before it shows cells: a page that shows them for so long without has none. */
const NO_OBJECTS_MS = 1000;

/**
 * The cells of a page that has no objects to ask, by their elements. Whether it has none is decided only after a
 * while: a page that boots slowly must not be mistaken for one.
 */
export class ShownCells {
  #list: Element | null = null;
  #since = 0;
  #isDecided = false;
  #elements: readonly Element[] | null = null;
  #observer: MutationObserver | null = null;

  /** Null until it is decided. The same array as the last time if no cell was added, removed or moved since. */
  read(list: Element | null, isLoaded: boolean): readonly Element[] | null {
    if (list !== this.#list) this.#watch(list);
    if (!isLoaded) this.#since = performance.now();
    if (!list || !isLoaded) return null;
    if (!this.#isDecided && performance.now() - this.#since < NO_OBJECTS_MS) return null;
    this.#isDecided = true;
    // Told later by itself; asked, it tells now.
    if (this.#observer?.takeRecords().length) this.#elements = null;
    this.#elements ??= [...list.children].filter((child) => child.matches(select.CELL));
    return this.#elements;
  }

  /** The page has objects after all. */
  forget(): void {
    if (this.#list) this.#watch(null);
  }

  #watch(list: Element | null): void {
    this.#list = list;
    this.#since = performance.now();
    this.#isDecided = false;
    this.#elements = null;
    this.#observer?.disconnect();
    if (!list || typeof MutationObserver === 'undefined') return;
    this.#observer = new MutationObserver(() => {
      this.#elements = null;
    });
    this.#observer.observe(list, { childList: true });
  }
}
