const NEVER_INERT = 'script, style, template';

/**
 * While a dialog is open all the rest of the page is out of reach: every other child of the body is inert, also those
 * that come meanwhile.
 */
export class InertPage {
  readonly #open: Element[] = [];
  readonly #made = new Set<Element>();
  readonly #newcomers = new MutationObserver(() => this.#apply());

  /** Gives how to let go of the page again. */
  hold(dialog: Element): () => void {
    this.#open.push(dialog);
    this.#newcomers.observe(document.body, { childList: true });
    this.#apply();
    return () => {
      this.#open.splice(this.#open.indexOf(dialog), 1);
      if (this.#open.length === 0) this.#newcomers.disconnect();
      this.#apply();
    };
  }

  #apply(): void {
    const top = this.#open.at(-1);
    for (const child of document.body.children) {
      const isInert = top !== undefined && child !== top && !child.matches(NEVER_INERT);
      if (isInert === this.#made.has(child)) continue;
      child.toggleAttribute('inert', isInert);
      if (isInert) child.setAttribute('aria-hidden', 'true');
      else child.removeAttribute('aria-hidden');
      if (isInert) this.#made.add(child);
      else this.#made.delete(child);
    }
  }
}
