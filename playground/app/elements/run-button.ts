import css from '../styles/run-button.css?inline';
import { el } from '../view/dom.ts';
import { icon } from '../view/icons.ts';
import { openShadow } from './shadow.ts';

export interface RunButtonState {
  focused: boolean;
  stale: boolean;
  pending: boolean;
  running: boolean;
  error: boolean;
  count: number | null;
}

/** The round button of a code cell; its inner classes are the cell's execution state. */
export class RunButton extends HTMLElement {
  readonly #box = el('div', { class: 'cell-execution' });
  readonly #indicator = el('span', { class: 'cell-execution-indicator' }, icon('play'), icon('stop'));
  readonly #button = el(
    'button',
    { id: 'run-button', attrs: { 'aria-label': 'Run cell', type: 'button' } },
    this.#indicator,
  );
  readonly #count = el('div', { class: 'execution-count', text: '[ ]' });

  constructor() {
    super();
    this.#box.append(this.#button, el('div', { class: 'status' }, this.#count));
    openShadow(this, css, this.#box);
  }

  update(state: RunButtonState): void {
    const classes = this.#box.classList;
    classes.toggle('focused', state.focused);
    classes.toggle('stale', state.stale);
    classes.toggle('pending', state.pending);
    classes.toggle('running', state.running);
    classes.toggle('animating', state.running);
    classes.toggle('error', state.error);
    this.#count.textContent = state.count === null ? '[ ]' : `[${state.count}]`;
    this.#button.setAttribute('aria-label', state.running ? 'Interrupt execution' : 'Run cell');
  }
}

export function defineRunButton(): void {
  customElements.define('colab-run-button', RunButton);
}
