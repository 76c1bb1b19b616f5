import type { Layer } from './layer.ts';

/** Takes a person to our controls by a key, and back to where he was: mostly into a cell. */
export class FocusTrip {
  readonly #layer: Layer;
  #from: Element | null = null;

  constructor(layer: Layer) {
    this.#layer = layer;
    // Also a click into one of our fields takes somebody out of a cell.
    layer.ui.addEventListener('focusin', ({ relatedTarget }) => {
      if (relatedTarget instanceof Element && !layer.ui.contains(relatedTarget)) this.#from = relatedTarget;
    });
  }

  /** Whether there is such a thing. */
  goTo(selector: string): boolean {
    const target = this.#layer.ui.querySelector(selector);
    if (!(target instanceof HTMLElement)) return false;
    // Who has just lost the focus is no place to come back to.
    if (!this.#layer.hasFocus() && !isNobodys(document.activeElement)) this.#from = document.activeElement;
    target.focus({ preventScroll: true });
    return true;
  }

  comeBack(): void {
    if (!this.#layer.hasFocus()) return;
    const from = this.#from;
    this.#from = null;
    if (from instanceof HTMLElement && from.isConnected) from.focus({ preventScroll: true });
    else if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  }

  /**
   * After something was drawn: what had the focus may be gone with it. Then to `instead`, else to what waits for an
   * answer too, else back to where one was.
   */
  keep(hadFocus: boolean, instead: string | null): void {
    if (!hadFocus || this.#layer.hasFocus() || !isNobodys(document.activeElement)) return;
    if (this.goTo(instead ?? '[data-waits]')) return;
    if (this.#from instanceof HTMLElement && this.#from.isConnected)
      this.#from.focus({ preventScroll: true });
    else this.goTo('.pill button, .dot-button');
  }
}

const isNobodys = (active: Element | null): boolean => active === null || active === document.body;
