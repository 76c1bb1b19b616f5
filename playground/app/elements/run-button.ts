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

interface Inside {
  box: HTMLElement;
  button: HTMLElement;
  count: HTMLElement;
}

/** The round button of a code cell; its inner classes are the cell's execution state. */
export class RunButton extends HTMLElement {
  #state: RunButtonState | undefined;
  #inside: Inside | undefined;

  /**
   * Nothing is inside before somebody looks: with every shadow root in the page the browser takes longer to
   * look for style sheets, at each change, and a large notebook has thousands.
   */
  show(): void {
    if (this.#inside) return;
    const indicator = el('span', { class: 'cell-execution-indicator' }, icon('play'), icon('stop'));
    const button = el('button', { id: 'run-button', attrs: { type: 'button' } }, indicator);
    const count = el('div', { class: 'execution-count' });
    const box = el('div', { class: 'cell-execution' }, button, el('div', { class: 'status' }, count));
    this.#inside = { box, button, count };
    openShadow(this, css, box);
    if (this.#state) this.#draw(this.#state, this.#inside);
  }

  update(state: RunButtonState): void {
    this.#state = state;
    if (state.focused || state.pending || state.running || state.count !== null) this.show();
    if (this.#inside) this.#draw(state, this.#inside);
  }

  #draw(state: RunButtonState, { box, button, count }: Inside): void {
    const classes = box.classList;
    classes.toggle('focused', state.focused);
    classes.toggle('stale', state.stale);
    classes.toggle('pending', state.pending);
    classes.toggle('running', state.running);
    classes.toggle('animating', state.running);
    classes.toggle('error', state.error);
    count.textContent = state.count === null ? '[ ]' : `[${state.count}]`;
    button.setAttribute('aria-label', state.running ? 'Interrupt execution' : 'Run cell');
  }
}

export function defineRunButton(): void {
  customElements.define('colab-run-button', RunButton);
}
