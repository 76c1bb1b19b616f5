import css from '../styles/md-button.css?inline';
import { el } from '../view/dom.ts';
import { openShadow } from './shadow.ts';

/** The Material buttons of the page: a host that takes the click and an inner `button#button`. */
class MdButton extends HTMLElement {
  static readonly observedAttributes = ['disabled', 'aria-label', 'title'];
  readonly #button = el('button', { id: 'button', attrs: { type: 'button' } }, el('slot'));

  constructor() {
    super();
    openShadow(this, css, this.#button);
    // A disabled host swallows its clicks before any listener on it hears them.
    this.addEventListener(
      'click',
      (event) => {
        if (this.hasAttribute('disabled')) event.stopImmediatePropagation();
      },
      { capture: true },
    );
  }

  attributeChangedCallback(name: string, _before: string | null, value: string | null): void {
    if (name === 'disabled') this.#button.disabled = value !== null;
    else if (value !== null) this.#button.setAttribute(name, value);
  }
}

export function defineMdButtons(): void {
  for (const kind of ['text', 'outlined', 'filled', 'filled-tonal', 'icon']) {
    customElements.define(`md-${kind}-button`, class extends MdButton {});
  }
}
