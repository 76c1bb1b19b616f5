import mdCss from '../styles/md-dialog.css?inline';
import mwcCss from '../styles/mwc-dialog.css?inline';
import { el } from '../view/dom.ts';
import { openShadow } from './shadow.ts';

/** The dialog of today: the title is in the shadow root, body and buttons are light children. */
export class MwcDialog extends HTMLElement {
  static readonly observedAttributes = ['heading'];
  readonly #title = el('h2', { id: 'title' });

  constructor() {
    super();
    const actions = el(
      'footer',
      { id: 'actions' },
      el('slot', { attrs: { name: 'secondaryAction' } }),
      el('slot', { attrs: { name: 'primaryAction' } }),
    );
    const surface = el('div', {
      class: 'mdc-dialog__surface',
      attrs: { role: 'alertdialog', 'aria-modal': 'true' },
    });
    surface.append(this.#title, el('div', { id: 'content' }, el('slot')), actions);
    openShadow(this, mwcCss, el('div', { class: 'mdc-dialog__scrim' }), surface);
  }

  attributeChangedCallback(_name: string, _before: string | null, value: string | null): void {
    this.#title.textContent = value ?? '';
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
