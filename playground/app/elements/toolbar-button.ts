import css from '../styles/toolbar-button.css?inline';
import { el } from '../view/dom.ts';
import { openShadow } from './shadow.ts';

class ToolbarButton extends HTMLElement {
  constructor() {
    super();
    openShadow(this, css, el('md-text-button', { id: 'button' }, el('slot')));
  }
}

export function defineToolbarButton(): void {
  customElements.define('colab-toolbar-button', ToolbarButton);
}
