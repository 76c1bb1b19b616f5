import { selectCell } from '../focus.ts';
import type { ColabCell } from '../surface/cell.ts';
import { ask, can } from '../surface/foreign.ts';
import type { ColabPage } from '../surface/page.ts';
import { pressPlace } from '../surface/press.ts';
import * as select from '../surface/selectors.ts';
import { keepsCaret, writeCaret } from './caret.ts';
import { blurElement, deepActiveElement, focusElement } from './deep-active.ts';
import { caretNow, textOf, type UsersPlace, writeSelected } from './users-place.ts';

/** Whether keys would still go where the user left them. */
export function isInPlace(page: ColabPage, document: Document, place: UsersPlace): boolean {
  return deepActiveElement(document) === place.active && isSelected(page, place.cellId);
}

/** Only the one cell is asked: finding out which of thousands has the focus takes long. */
function isSelected(page: ColabPage, cellId: string | null): boolean {
  const told = page.focusedCellId;
  if (told !== undefined) return told === cellId || (cellId !== null && !page.find(cellId));
  const cell = cellId === null ? null : page.find(cellId);
  return cell === null || cell.isFocused;
}

/** Puts focus, caret and selection back, in the task that took them away: no key can fall in between. */
export function restorePlace(page: ColabPage, document: Document, place: UsersPlace): void {
  if (!isSelected(page, place.cellId)) restoreSelected(page, place.cellId);
  if (deepActiveElement(document) !== place.active) restoreFocus(page, document, place);
  restoreCaret(page, document, place);
  for (const { element, left, top } of place.scrolled) {
    if (element.isConnected) Object.assign(element, { scrollLeft: left, scrollTop: top });
  }
}

function restoreSelected(page: ColabPage, cellId: string | null): void {
  const cell = cellId === null ? null : page.find(cellId);
  const other = page.focusedCellId;
  if (cell) selectCell(page, cell);
  else if (cellId === null && other) ask(page.find(other)?.view, 'setFocused', false);
}

function restoreFocus(page: ColabPage, document: Document, place: UsersPlace): void {
  if (place.active === null) {
    blurElement(deepActiveElement(document));
    return;
  }
  if (place.active.isConnected) focusElement(place.active);
  if (deepActiveElement(document) === place.active) return;
  const cell = place.editing && page.find(place.editing.cellId);
  if (place.active.isConnected && !cell) return;
  // Colab shows an editor only for the cell that it has selected: the user's is gone or hidden, and has to be opened.
  const reopened = (cell && reopenEditor(document, cell)) ?? cell?.element ?? null;
  if (place.editing && reopened !== place.active) place.editing.isCaretLost = true;
  place.active = reopened;
  if (deepActiveElement(document) !== place.active) focusElement(place.active);
}

function reopenEditor(document: Document, cell: ColabCell): Element | null {
  const { element } = cell;
  if (!element) return null;
  const opened = (): Element | null => {
    const active = deepActiveElement(document);
    return active?.matches(select.TEXT_INPUT) && element.contains(active) ? active : null;
  };
  const tries = [
    () => can(cell.view, 'enterCell') && ask(cell.view, 'enterCell'),
    () => focusElement(element.querySelector(select.TEXT_INPUT)),
    () => pressPlace(element.querySelector(select.VIRTUALISED_EDITOR) ?? element),
    () =>
      element.dispatchEvent(new MouseEvent('dblclick', { bubbles: true, cancelable: true, view: window })),
  ];
  for (const open of tries) {
    open();
    const found = opened();
    if (found) return found;
  }
  return null;
}

function restoreCaret(page: ColabPage, document: Document, place: UsersPlace): void {
  const { active, editing, selected } = place;
  if (selected) writeSelected(document, selected);
  if (!editing || !active || deepActiveElement(document) !== active) return;
  // A page may show what was typed later than the field has it: where it stands, the field knows best.
  if (!editing.isCaretLost && keepsCaret(page, active)) return;
  editing.isCaretLost = false;
  const text = textOf(page.find(editing.cellId));
  const caret = text === null ? null : caretNow(editing, text);
  if (caret) writeCaret(page, active, caret);
}
