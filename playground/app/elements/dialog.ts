import mdCss from '../styles/md-dialog.css?inline';
import mwcCss from '../styles/mwc-dialog.css?inline';
import { el } from '../view/dom.ts';
import { openShadow } from './shadow.ts';

/** The dialog of today: the title is in the shadow root alone, body and buttons are light children. */
export class MwcDialog extends HTMLElement {
  static readonly observedAttributes = ['heading'];
  readonly #title = el('h2', { id: 'title', class: 'mdc-dialog__title' });
  readonly #dialog = el('div', { class: 'mdc-dialog', attrs: { role: 'alertdialog', 'aria-modal': 'true' } });

  constructor() {
    super();
    const actions = el(
      'footer',
      { id: 'actions', class: 'mdc-dialog__actions' },
      el('slot', { attrs: { name: 'secondaryAction' } }),
      el('slot', { attrs: { name: 'primaryAction' } }),
    );
    const content = el(
      'div',
      { id: 'content', class: 'mdc-dialog__content' },
      el('slot', { id: 'contentSlot' }),
    );
    const surface = el('div', { class: 'mdc-dialog__surface' }, this.#title, content, actions);
    this.#dialog.append(el('div', { class: 'mdc-dialog__container' }, surface));
    openShadow(this, mwcCss, el('div', { class: 'mdc-dialog__scrim' }), this.#dialog);
  }

  /** Not an attribute: the element has none for it. */
  set heading(text: string) {
    this.#title.textContent = text;
    this.#dialog.setAttribute('aria-label', text);
  }

  /** Builds of before had one. */
  attributeChangedCallback(_name: string, _before: string | null, value: string | null): void {
    this.heading = value ?? '';
  }
}

/** The dialog to come: headline, a form and actions are slotted. */
export class MdDialog extends HTMLElement {
  constructor() {
    super();
    const surface = el('dialog', { attrs: { open: '' } });
    surface.append(
      el('div', { class: 'headline' }, el('slot', { attrs: { name: 'headline' } })),
      el('div', { class: 'content' }, el('slot', { attrs: { name: 'content' } })),
      el('div', { class: 'actions' }, el('slot', { attrs: { name: 'actions' } })),
    );
    openShadow(this, mdCss, el('div', { class: 'scrim' }), surface);
  }
}

export function defineDialogs(): void {
  customElements.define('mwc-dialog', MwcDialog);
  customElements.define('md-dialog', MdDialog);
}
