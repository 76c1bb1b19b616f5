import * as select from './surface/selectors.ts';

/** Where a cell stands in the page. Of the DOM alone, so that every world of the tab can ask. */
export function cellElement(document: Document, cellId: string): HTMLElement | null {
  const found = document.querySelector(select.cellSelector(cellId));
  return found instanceof HTMLElement ? found : null;
}
