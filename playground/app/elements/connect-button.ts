import type { RuntimeState } from '../execution/runtime.ts';
import css from '../styles/toolbar-split.css?inline';
import { el } from '../view/dom.ts';
import { icon } from '../view/icons.ts';
import { openShadow } from './shadow.ts';

/** Shows whether there is a runtime, and connects one. What does not apply is not hidden but absent, as in Colab. */
export class ConnectButton extends HTMLElement {
  readonly #icon = el('md-icon-button', { id: 'connect-icon' });
  readonly #label = el('span', { class: 'connect-label', text: 'Connect' });
  readonly #button = el('colab-toolbar-button', { id: 'connect', class: 'split-button' }, this.#label);
  readonly #resources = el(
    'div',
    { id: 'connect-button-resource-display' },
    usage('ram', 'RAM'),
    usage('disks', 'Disk'),
  );
  readonly #dropDown = el(
    'md-icon-button',
    {
      id: 'connect-dropdown',
      class: 'connect-dropdown',
      attrs: { 'aria-label': 'Additional connection options' },
    },
    icon('drop-down'),
  );
  /** Of builds that leave everything in place. */
  readonly #hides: boolean;
  #wasConnected = false;

  constructor(hides = false) {
    super();
    this.#hides = hides;
    if (hides) this.#button.setAttribute('command', 'connect');
    this.#button.append(this.#resources);
    openShadow(this, css, this.#icon, this.#button, this.#dropDown);
    this.update('connect');
  }

  onPress(listener: () => void): void {
    // Where the button names its command, the page hears of the press by that.
    if (!this.#hides) this.#button.addEventListener('click', listener);
  }

  update(state: RuntimeState): void {
    const connected = state === 'kernel idle' || state === 'busy';
    this.#wasConnected ||= connected;
    this.#icon.className = connected ? 'icon-okay' : '';
    this.#icon.setAttribute('aria-label', connected ? 'Focus the last run cell' : 'Runtime state');
    this.#icon.replaceChildren(icon(state === 'kernel idle' ? 'check' : 'more'));
    this.#label.textContent = connected
      ? ''
      : state === 'allocating'
        ? 'Connecting'
        : this.#wasConnected
          ? 'Reconnect'
          : 'Connect';
    this.#button.setAttribute(
      'tooltiptext',
      connected ? 'Connected to Python 3 in this browser' : 'Click to connect',
    );
    this.#place(this.#icon, state !== 'connect', () => this.#button.before(this.#icon));
    this.#place(this.#resources, connected, () => this.#button.append(this.#resources));
    this.setAttribute('data-state', state);
  }

  #place(part: HTMLElement, isThere: boolean, put: () => void): void {
    if (this.#hides) part.toggleAttribute('hidden', !isThere);
    else if (!isThere) part.remove();
    else if (!part.parentNode) put();
  }
}

function usage(name: string, label: string): HTMLElement {
  const bar = el('span', { class: 'bar' }, el('span', { class: `fill ${name}` }));
  return el('colab-usage-sparkline', { class: `usage ${name}` }, el('span', { text: label }), bar);
}

export function defineConnectButton(): void {
  customElements.define('colab-connect-button', ConnectButton);
}
