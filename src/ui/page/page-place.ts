import type { NotebookActions, NotebookView } from '../../wire/notebook-view.ts';

/** A notebook as far as it is shown in the page. */
export interface ShownNotebook {
  view(): NotebookView;
  onViewChange(listener: () => void): () => void;
  readonly actions: NotebookActions;
}

/** The page around what is shown: only `src/colab` knows where its parts are. */
export interface PagePlace {
  cellElement(cellId: string): HTMLElement | null;
  /** Which cell it is, counted from 1. */
  cellPlace(cellId: string): number | null;
  /** Where cells can be seen; nothing but dialogs may stand outside of it. */
  notebookArea(): Element | null;
  /** The controls of the focused cell, which must stay free. */
  cellToolbar(): Element | null;
  openPanel(): void;
}
