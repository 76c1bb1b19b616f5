/** Tells the focused cell once that it is about to come into view: alone of all cells, it is always drawn. */
export class NearViewport {
  readonly #waiting = new Map<Element, () => void>();
  readonly #observer = new IntersectionObserver(
    (entries) => {
      for (const entry of entries) if (entry.isIntersecting) this.#arrive(entry.target);
    },
    { rootMargin: '400px' },
  );

  watch(element: Element, arrive: () => void): void {
    this.#waiting.set(element, arrive);
    this.#observer.observe(element);
  }

  unwatch(element: Element): void {
    this.#waiting.delete(element);
    this.#observer.unobserve(element);
  }

  #arrive(element: Element): void {
    const arrive = this.#waiting.get(element);
    this.unwatch(element);
    arrive?.();
  }
}
