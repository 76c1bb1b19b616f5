import type { RuntimeState } from '../execution/runtime.ts';
import css from '../styles/toolbar-split.css?inline';
import { el } from '../view/dom.ts';
import { icon } from '../view/icons.ts';
import { openShadow } from './shadow.ts';

/** Shows whether there is a runtime, and connects one. */
export class ConnectButton extends HTMLElement {
  readonly #icon = el('md-icon-button', { id: 'connect-icon', attrs: { 'aria-label': 'Runtime state' } });
  readonly #label = el('span', { class: 'connect-label', text: 'Connect' });
  readonly #button = el(
    'colab-toolbar-button',
    { id: 'connect', class: 'split-button', attrs: { command: 'connect' } },
    this.#label,
  );
  readonly #resources = el('div', { id: 'connect-button-resource-display', attrs: { hidden: '' } });

  constructor() {
    super();
    for (const name of ['RAM', 'Disk']) {
      const bar = el('span', { class: 'bar' }, el('span', { class: `fill ${name.toLowerCase()}` }));
      this.#resources.append(el('span', { class: 'usage' }, el('span', { text: name }), bar));
    }
    this.#button.append(this.#resources);
    openShadow(this, css, this.#icon, this.#button);
    this.update('connect');
  }

  update(state: RuntimeState): void {
    const connected = state === 'kernel idle' || state === 'busy';
    this.#icon.className = connected ? 'icon-okay' : '';
    this.#icon.replaceChildren(icon(state === 'kernel idle' ? 'check' : 'more'));
    this.#icon.toggleAttribute('hidden', state === 'connect');
    this.#label.textContent = connected ? '' : state === 'allocating' ? 'Connecting' : 'Connect';
    this.#resources.toggleAttribute('hidden', !connected);
    this.#button.setAttribute(
      'tooltiptext',
      connected ? 'Connected to Python 3 in this browser' : 'Click to connect',
    );
    this.setAttribute('data-state', state);
  }
}

export function defineConnectButton(): void {
  customElements.define('colab-connect-button', ConnectButton);
}
