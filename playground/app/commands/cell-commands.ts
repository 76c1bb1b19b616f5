import type { App } from '../app.ts';
import { type Cell, type CellKind, CodeCell, makeCell, TextCell } from '../model/cell.ts';
import { TextCellView } from '../view/text-cell-view.ts';
import type { Command } from './commands.ts';

/** Adding, deleting, moving and editing cells. */
export function cellCommands(app: App): Command[] {
  const { document } = app;
  let clipboard: Cell | null = null;
  const move = (delta: number) => {
    const cell = document.focused;
    if (cell) document.move(cell, document.indexOf(cell) + delta);
  };
  const copy = () => {
    clipboard = document.focused;
  };
  const remove = () => {
    if (document.focused) document.remove([document.focused]);
  };
  return [
    {
      id: 'insert-cell-below',
      label: 'Code cell',
      shortcut: 'Ctrl+M B',
      run: () => insertBelow(app, 'code'),
    },
    {
      id: 'insert-cell-above',
      label: 'Code cell above',
      shortcut: 'Ctrl+M A',
      run: () => insertAt(app, document.focused ? document.indexOf(document.focused) : 0, makeCell('code')),
    },
    { id: 'add-text', label: 'Text cell', run: () => insertBelow(app, 'text') },
    {
      id: 'add-section-header',
      label: 'Section header cell',
      run: () => insertBelow(app, 'text', '# New section'),
    },
    { id: 'delete-cell-or-selection', label: 'Delete selected cell', shortcut: 'Ctrl+M D', run: remove },
    { id: 'move-cell-up', label: 'Move cell up', shortcut: 'Ctrl+M K', run: () => move(-1) },
    { id: 'move-cell-down', label: 'Move cell down', shortcut: 'Ctrl+M J', run: () => move(1) },
    { id: 'copy', label: 'Copy cell', run: copy },
    {
      id: 'cut',
      label: 'Cut cell',
      run: () => {
        copy();
        remove();
      },
    },
    {
      id: 'paste',
      label: 'Paste cell',
      run: () => {
        if (clipboard) insertAt(app, belowFocus(app), duplicate(clipboard));
      },
    },
    { id: 'undo', label: 'Undo delete cell', shortcut: 'Ctrl+M Z', run: () => document.undoRemove() },
    { id: 'toggle-edit-markdown', label: 'Edit or close the editor', run: () => toggleEdit(app) },
  ];
}

function insertBelow(app: App, kind: CellKind, source = ''): void {
  insertAt(app, belowFocus(app), makeCell(kind, source));
}

function belowFocus({ document }: App): number {
  return document.focused ? document.indexOf(document.focused) + 1 : document.cells.length;
}

export function insertAt(app: App, index: number, cell: Cell): void {
  app.document.insert(index, cell);
  openCell(app, cell);
}

/** Focused, in view, and ready to be typed in. */
export function openCell(app: App, cell: Cell): void {
  app.document.focus(cell);
  const view = app.view.viewOf(cell);
  view?.element.scrollIntoView({ block: 'nearest' });
  view?.enterEditor();
}

function duplicate(cell: Cell): Cell {
  return cell.kind === 'code' ? new CodeCell(cell.source.value) : new TextCell(cell.source.value);
}

function toggleEdit({ document, view }: App): void {
  const focused = document.focused ? view.viewOf(document.focused) : undefined;
  if (focused instanceof TextCellView) focused.setEditing(!focused.editing);
  else focused?.enterEditor();
}
