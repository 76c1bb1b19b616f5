import type { Layer } from './layer.ts';

/** Takes a person to our controls by a key, and back to where he was: mostly into a cell. */
export class FocusTrip {
  readonly #layer: Layer;
  #from: Element | null = null;

  constructor(layer: Layer) {
    this.#layer = layer;
  }

  /** Whether there is such a thing. */
  goTo(selector: string): boolean {
    const target = this.#layer.ui.querySelector(selector);
    if (!(target instanceof HTMLElement)) return false;
    if (!this.#layer.hasFocus()) this.#from = document.activeElement;
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

  /** A control that gives way to another one hands its focus on, if it had it. */
  stayAt(selector: string): void {
    if (this.#hadFocus) this.goTo(selector);
  }

  #hadFocus = false;

  /** After everything that was drawn: what had the focus may be gone with it. */
  keep(): void {
    const hasFocus = this.#layer.hasFocus();
    if (this.#hadFocus && !hasFocus && isNobodys(document.activeElement)) {
      // The question that was answered from here is gone: the next one, or back.
      if (!this.goTo('[data-waits]')) this.#restore();
    }
    this.#hadFocus = this.#layer.hasFocus();
  }

  #restore(): void {
    if (this.#from instanceof HTMLElement && this.#from.isConnected)
      this.#from.focus({ preventScroll: true });
    this.#from = null;
  }
}

const isNobodys = (active: Element | null): boolean => active === null || active === document.body;
