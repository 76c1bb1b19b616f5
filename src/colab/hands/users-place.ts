import type { ColabCell } from '../surface/cell.ts';
import type { ColabPage } from '../surface/page.ts';
import * as select from '../surface/selectors.ts';
import { readCaret } from './caret.ts';
import { deepActiveElement } from './deep-active.ts';
import { type Caret, followTyping } from './map-caret.ts';

/** The ends of a selection that belongs to no editor. */
interface SelectedNodes {
  anchorNode: Node;
  anchorOffset: number;
  focusNode: Node;
  focusOffset: number;
}

/** Where the user's keys go. */
export interface UsersPlace {
  /** Colab's selected cell, which its keys act on. */
  cellId: string | null;
  /** Who gets the keys; null for the page as a whole. */
  active: Element | null;
  /** The cell in whose editor that is. */
  editing: EditedCell | null;
  selected: SelectedNodes | null;
  /** Ancestors of it that are scrolled, and how far. */
  scrolled: Array<{ element: Element; left: number; top: number }>;
}

interface EditedCell {
  cellId: string;
  text: string;
  caret: Caret | null;
  /** The editor is another one, or its text was replaced: it does not know the caret by itself. */
  isCaretLost: boolean;
}

/** `last`: an editor that has just got the focus back may not tell its caret yet; it is where it was. */
export function readPlace(page: ColabPage, document: Document, last: UsersPlace | null = null): UsersPlace {
  const active = deepActiveElement(document);
  const cellElement = document.activeElement?.closest(select.CELL) ?? null;
  const isEditor = active?.matches(select.TEXT_INPUT) ?? false;
  const editing =
    active && cellElement && isEditor
      ? editedCell(page, select.cellIdOf(cellElement), readCaret(page, active), last?.editing ?? null)
      : null;
  return {
    cellId: focusedCell(page, document),
    active,
    editing,
    selected: editing ? null : readSelected(document),
    scrolled: cellElement && active ? scrolledAround(active, cellElement) : [],
  };
}

function focusedCell(page: ColabPage, document: Document): string | null {
  const told = page.focusedCellId;
  if (told !== undefined) return told;
  const shown = document.querySelector(`${select.CELL}.${select.FOCUSED_CELL_CLASS}`);
  return shown && select.cellIdOf(shown);
}

function editedCell(
  page: ColabPage,
  cellId: string,
  caret: Caret | null,
  last: EditedCell | null,
): EditedCell | null {
  const text = textOf(page.find(cellId));
  if (text === null) return null;
  const found = caret ?? (last?.cellId === cellId ? caretNow(last, text) : null);
  return { cellId, text, caret: found, isCaretLost: false };
}

export function textOf(cell: ColabCell | null): string | null {
  try {
    return cell?.text ?? null;
  } catch {
    return null;
  }
}

/** The user may have typed on since the last look. */
export function caretNow({ caret, text }: EditedCell, now: string): Caret | null {
  return caret && followTyping(caret, text, now);
}

function readSelected(document: Document): SelectedNodes | null {
  const selection = document.getSelection();
  if (!selection?.anchorNode || !selection.focusNode) return null;
  const { anchorNode, anchorOffset, focusNode, focusOffset } = selection;
  return { anchorNode, anchorOffset, focusNode, focusOffset };
}

/** Where the browser still has these nodes. */
export function writeSelected(document: Document, selected: SelectedNodes): void {
  const { anchorNode, anchorOffset, focusNode, focusOffset } = selected;
  const now = readSelected(document);
  const isSame =
    now?.anchorNode === anchorNode &&
    now.anchorOffset === anchorOffset &&
    now.focusNode === focusNode &&
    now.focusOffset === focusOffset;
  if (isSame || !anchorNode.isConnected || !focusNode.isConnected) return;
  document.getSelection()?.setBaseAndExtent(anchorNode, anchorOffset, focusNode, focusOffset);
}

function scrolledAround(active: Element, cell: Element): UsersPlace['scrolled'] {
  const scrolled: UsersPlace['scrolled'] = [];
  for (let element: Element | null = active; element && element !== cell; element = element.parentElement) {
    const { scrollLeft: left, scrollTop: top } = element;
    if (left !== 0 || top !== 0) scrolled.push({ element, left, top });
  }
  return scrolled;
}
