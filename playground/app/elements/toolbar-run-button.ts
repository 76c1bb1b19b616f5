import css from '../styles/toolbar-split.css?inline';
import { el } from '../view/dom.ts';
import { icon } from '../view/icons.ts';
import { openShadow } from './shadow.ts';

const MORE = [
  ['restart', 'Restart session'],
  ['restart-and-run-all', 'Restart session and run all'],
  ['runafter', 'Run cell and below'],
  ['interrupt', 'Interrupt execution'],
  ['clear-outputs', 'Clear all outputs'],
];

/** "Run all", and a drop-down with what goes with it. */
class ToolbarRunButton extends HTMLElement {
  readonly #menu = el('md-menu', { attrs: { role: 'menu' } });

  constructor() {
    super();
    const run = el(
      'colab-toolbar-button',
      { id: 'toolbar-run-button', class: 'split-button', attrs: { command: 'runall' } },
      icon('play'),
      'Run all',
    );
    const more = el(
      'md-icon-button',
      { id: 'toolbar-run-button-more-actions', attrs: { 'aria-label': 'More run actions' } },
      icon('drop-down'),
    );
    for (const [command = '', label = ''] of MORE) {
      this.#menu.append(
        el('md-menu-item', { text: label, attrs: { command, role: 'menuitem', tabindex: '-1' } }),
      );
    }
    more.addEventListener('click', (event) => {
      event.stopPropagation();
      this.#menu.toggleAttribute('open');
    });
    this.ownerDocument.addEventListener('click', () => this.#menu.removeAttribute('open'));
    openShadow(this, css, run, more, this.#menu);
  }
}

export function defineToolbarRunButton(): void {
  customElements.define('colab-notebook-toolbar-run-button', ToolbarRunButton);
}
