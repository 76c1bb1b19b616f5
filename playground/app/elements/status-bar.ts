import css from '../styles/status-bar.css?inline';
import { el } from '../view/dom.ts';
import { icon } from '../view/icons.ts';
import { openShadow } from './shadow.ts';

class ExecutionStatus extends HTMLElement {
  readonly #button = el('md-text-button', { id: 'execution-status' });

  constructor() {
    super();
    openShadow(this, css, this.#button);
  }

  show(text: string, done: boolean): void {
    this.#button.replaceChildren(...(done ? [icon('check')] : []), text);
  }
}

class RuntimeStatus extends HTMLElement {
  constructor() {
    super();
    openShadow(this, css, el('md-text-button', { id: 'runtime-options', text: 'Python 3' }));
  }
}

/** The bar at the bottom: what runs or ran last, and on which runtime. */
export class StatusBar extends HTMLElement {
  readonly #execution = new ExecutionStatus();

  constructor() {
    super();
    const left = el('span', { class: 'left' }, el('slot', { attrs: { name: 'bottom-pane-buttons' } }));
    const right = el('span', { class: 'right' }, this.#execution, new RuntimeStatus());
    openShadow(this, css, left, right);
  }

  show(text: string, done: boolean): void {
    this.#execution.show(text, done);
  }
}

export function defineStatusBar(): void {
  customElements.define('colab-execution-status', ExecutionStatus);
  customElements.define('colab-runtime-status', RuntimeStatus);
  customElements.define('colab-status-bar', StatusBar);
}
