import { clock, type Timer } from '../../clock/clock.ts';
import type { InputPrompt } from '../../notebook/run-update.ts';
import type { ColabCell } from '../surface/cell.ts';
import { inputFieldIn, isQuestion, promptOf } from '../surface/input-field.ts';
import * as select from '../surface/selectors.ts';

/** A quiet shell command shows the field for a moment: only one that stays is a question. */
const STAYS_MS = 200;

/** Sees that a running cell waits for a line of text. Only looks at what is added to the cell. */
export class InputWatch {
  readonly #cell: ColabCell;
  readonly #listeners = new Set<() => void>();
  #observed: Element | null = null;
  #stopObserving: () => void = () => {};
  #field: HTMLInputElement | null = null;
  #stays = false;
  #timer: Timer | undefined;

  constructor(cell: ColabCell) {
    this.#cell = cell;
    this.#observe();
  }

  /** Colab re-renders a cell that scrolls in or out, so its element may be another one than before. */
  #observe(): void {
    const { element } = this.#cell;
    if (!element || element === this.#observed || typeof MutationObserver === 'undefined') return;
    this.#observed = element;
    this.#stopObserving();
    this.#note(inputFieldIn(element));
    const observer = new MutationObserver((records) => {
      for (const { addedNodes } of records) for (const node of addedNodes) this.#note(fieldOf(node));
      if (this.#field && !this.#field.isConnected) this.#note(null);
    });
    observer.observe(element, { subtree: true, childList: true });
    this.#stopObserving = () => observer.disconnect();
  }

  /** What the cell waits for; null while it does not. */
  get question(): InputPrompt | null {
    this.#observe();
    const field = this.#field;
    if (!field?.isConnected || !this.#stays) return null;
    const found = promptOf(field);
    return isQuestion(found, this.#cell.text) ? found : null;
  }

  readonly changed = (wake: () => void): (() => void) => {
    this.#listeners.add(wake);
    return () => this.#listeners.delete(wake);
  };

  stop(): void {
    this.#stopObserving();
    clock.clear(this.#timer);
    this.#listeners.clear();
  }

  #note(field: HTMLInputElement | null): void {
    if (field === this.#field || (field === null && this.#field?.isConnected)) return;
    this.#field = field;
    this.#stays = false;
    clock.clear(this.#timer);
    // By a timer, not by what the time is: a page that was busy has not had its turn yet to take the field away.
    if (field) {
      this.#timer = clock.after(STAYS_MS, () => {
        this.#stays = true;
        this.#tell();
      });
    } else this.#tell();
  }

  #tell(): void {
    for (const listener of [...this.#listeners]) listener();
  }
}

function fieldOf(node: Node): HTMLInputElement | null {
  if (!(node instanceof Element)) return null;
  return node instanceof HTMLInputElement && node.matches(select.INPUT_FIELD) ? node : inputFieldIn(node);
}
