import * as select from './surface/selectors.ts';

/** Where a cell stands in the page. Of the DOM alone, so that every world of the tab can ask. */
export function cellElement(document: Document, cellId: string): HTMLElement | null {
  const found = document.querySelector(select.cellSelector(cellId));
  return found instanceof HTMLElement ? found : null;
}

/** Which cell it is, counted from 1 as people do; null when it is not in the page. */
export function cellPlace(document: Document, cellId: string): number | null {
  const cell = cellElement(document, cellId);
  if (!cell) return null;
  return [...document.querySelectorAll(select.CELL)].indexOf(cell) + 1 || null;
}

/** Where cells can be seen: without header, toolbar, side panes and status bar. */
export function notebookArea(document: Document): Element | null {
  return document.querySelector(select.NOTEBOOK_AREA);
}

/** The controls of the focused cell. */
export function cellToolbar(document: Document): Element | null {
  return document.querySelector(select.CELL_TOOLBAR);
}
