import { isEditorOf, readEditorSelection, writeEditorSelection } from '../surface/editor.ts';
import type { ColabPage } from '../surface/page.ts';
import { readEditable, writeEditable } from './editable-caret.ts';
import type { Caret } from './map-caret.ts';

/** Where the caret of the editor is that this element belongs to; null when it is no editor's, or does not tell. */
export function readCaret(page: ColabPage, active: Element): Caret | null {
  const editor = page.editors.find((candidate) => isEditorOf(candidate, active));
  if (editor) return readEditorSelection(editor);
  if (isField(active)) {
    const { selectionStart, selectionEnd, selectionDirection } = active;
    if (selectionStart === null || selectionEnd === null) return null;
    return selectionDirection === 'backward'
      ? { anchor: selectionEnd, head: selectionStart }
      : { anchor: selectionStart, head: selectionEnd };
  }
  const selection = selectionOf(active);
  return selection && isEditable(active) ? readEditable(active, selection) : null;
}

/** Whether it has its caret still when it gets the focus back, as fields have that no editor's own object speaks for. */
export function keepsCaret(page: ColabPage, active: Element): boolean {
  return isField(active) && !page.editors.some((editor) => isEditorOf(editor, active));
}

/** Leaves alone what is there already: writing closes suggestions and stops a composition. */
export function writeCaret(page: ColabPage, active: Element, caret: Caret): void {
  const now = readCaret(page, active);
  if (now?.anchor === caret.anchor && now.head === caret.head) return;
  const editor = page.editors.find((candidate) => isEditorOf(candidate, active));
  const selection = selectionOf(active);
  if (editor) writeEditorSelection(editor, caret);
  else if (isField(active)) {
    const [start, end] = [Math.min(caret.anchor, caret.head), Math.max(caret.anchor, caret.head)];
    active.setSelectionRange(start, end, caret.head < caret.anchor ? 'backward' : 'forward');
  } else if (selection && isEditable(active)) writeEditable(active, selection, caret);
}

function isField(element: Element): element is HTMLTextAreaElement | HTMLInputElement {
  return element instanceof HTMLTextAreaElement || element instanceof HTMLInputElement;
}

function isEditable(element: Element): boolean {
  return element instanceof HTMLElement && element.isContentEditable;
}

function selectionOf(element: Element): Selection | null {
  return element.ownerDocument.getSelection();
}
