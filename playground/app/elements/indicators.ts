import css from '../styles/status-bar.css?inline';
import { el } from '../view/dom.ts';
import { openShadow } from './shadow.ts';

/** Beside the name of the notebook: whether what was done to it is kept. */
export class LastSavedIndicator extends HTMLElement {
  readonly #text = el('span', { class: 'last-saved' });

  constructor() {
    super();
    openShadow(this, css, this.#text);
  }

  connectedCallback(): void {
    this.setAttribute('aria-live', 'polite');
  }

  show(text: string): void {
    this.#text.textContent = text;
  }
}

/** Who else has the notebook open. */
export class CollaboratorBar extends HTMLElement {
  readonly #bar = el('div', { class: 'collaborator-bar' });

  constructor() {
    super();
    openShadow(this, css, this.#bar);
  }

  show(others: number): void {
    const people = Array.from({ length: others }, (_, index) =>
      el('span', { class: 'collaborator', text: String.fromCharCode(65 + (index % 26)) }),
    );
    this.#bar.replaceChildren(...people);
  }
}

export function defineIndicators(): void {
  customElements.define('colab-last-saved-indicator', LastSavedIndicator);
  customElements.define('colab-collaborator-bar', CollaboratorBar);
}
