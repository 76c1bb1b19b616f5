import css from '../styles/snackbar.css?inline';
import { el } from '../view/dom.ts';
import { icon } from '../view/icons.ts';
import { openShadow } from './shadow.ts';

/** A line of news at the bottom left; it leaves by itself unless told to stay. */
export class Snackbar extends HTMLElement {
  readonly #bar = el('div', { class: 'mdc-snackbar mdc-snackbar--leading' });
  readonly #label = el('div', { class: 'mdc-snackbar__label', attrs: { role: 'status' } });
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    super();
    const actions = el('div', { class: 'mdc-snackbar__actions' }, el('slot', { attrs: { name: 'dismiss' } }));
    this.#bar.append(el('div', { class: 'mdc-snackbar__surface' }, this.#label, actions));
    openShadow(this, css, this.#bar);
  }

  connectedCallback(): void {
    if (this.childElementCount > 0) return;
    const close = el(
      'md-icon-button',
      { class: 'close', attrs: { slot: 'dismiss', 'aria-label': 'Dismiss' } },
      icon('close'),
    );
    close.addEventListener('click', () => this.hide());
    this.append(close);
  }

  /** A negative timeout stays until it is closed. */
  show(text: string, timeoutMs = 4000): void {
    clearTimeout(this.#timer);
    this.#label.textContent = text;
    this.#bar.classList.add('mdc-snackbar--open');
    if (timeoutMs >= 0) this.#timer = setTimeout(() => this.hide(), timeoutMs);
  }

  hide(): void {
    this.#bar.classList.remove('mdc-snackbar--open');
  }
}

export function defineSnackbar(): void {
  customElements.define('colab-snackbar', Snackbar);
}
