import { NotebookUi } from './notebook-ui.ts';
import type { PagePlace, ShownNotebook } from './page-place.ts';

/** What people see of agents in the page itself: the pill, marks and proposals at cells, questions. */
export class PageUi {
  readonly #place: PagePlace;
  /** Kept as long as the page lives, whichever notebook it shows. */
  readonly #habits = { isCollapsed: false };
  #shown: NotebookUi | null = null;

  constructor(place: PagePlace) {
    this.#place = place;
  }

  show(notebook: ShownNotebook): void {
    this.hide();
    this.#shown = new NotebookUi(notebook, this.#place, this.#habits);
  }

  hide(): void {
    this.#shown?.end();
    this.#shown = null;
  }
}
