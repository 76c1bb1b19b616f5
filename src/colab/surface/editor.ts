import { ask, isObject, peek } from './foreign.ts';
import type { MonacoEditor, MonacoPosition, MonacoSelection, TextModel } from './members.ts';

/** A selection as Monaco has it, in characters of the text. */
export interface EditorSelection {
  anchor: number;
  head: number;
}

export function isEditorOf(editor: MonacoEditor, element: Element): boolean {
  const node = ask(editor, 'getDomNode');
  return node instanceof Element && (node.contains(element) || element.contains(node));
}

/** Null when this build's editor does not tell. */
export function readEditorSelection(editor: MonacoEditor): EditorSelection | null {
  const model: TextModel | null = modelOf(editor);
  const selection = ask(editor, 'getSelection');
  if (!model || !isObject(selection)) return null;
  const of: MonacoSelection = selection;
  const anchor = offsetAt(model, peek(of, 'selectionStartLineNumber'), peek(of, 'selectionStartColumn'));
  const head = offsetAt(model, peek(of, 'positionLineNumber'), peek(of, 'positionColumn'));
  return anchor === null || head === null ? null : { anchor, head };
}

export function writeEditorSelection(editor: MonacoEditor, { anchor, head }: EditorSelection): void {
  const model = modelOf(editor);
  const start = model && positionAt(model, anchor);
  const end = model && positionAt(model, head);
  if (!start || !end) return;
  ask(editor, 'setSelection', {
    selectionStartLineNumber: start.lineNumber,
    selectionStartColumn: start.column,
    positionLineNumber: end.lineNumber,
    positionColumn: end.column,
  });
}

function modelOf(editor: MonacoEditor): TextModel | null {
  const model = ask(editor, 'getModel');
  return isObject(model) ? model : null;
}

function offsetAt(model: TextModel, lineNumber: unknown, column: unknown): number | null {
  const offset = ask(model, 'getOffsetAt', { lineNumber, column });
  return typeof offset === 'number' ? offset : null;
}

function positionAt(model: TextModel, offset: number): MonacoPosition | null {
  const position = ask(model, 'getPositionAt', offset);
  return isObject(position) ? position : null;
}
