import type { App } from '../app.ts';
import { makeCell } from '../model/cell.ts';
import { insertAt } from './cell-commands.ts';

/** The second key after Ctrl+M. */
const AFTER_PREFIX: Record<string, string> = {
  a: 'insert-cell-above',
  b: 'insert-cell-below',
  d: 'delete-cell-or-selection',
  h: 'shortcuts',
  i: 'interrupt',
  j: 'move-cell-down',
  k: 'move-cell-up',
  o: 'toggle-output',
  z: 'undo',
  '.': 'restart',
};

const WITH_CONTROL: Record<string, string> = {
  F8: 'runbefore',
  F9: 'runall',
  F10: 'runafter',
  s: 'save',
};

export function listenToKeys(app: App): void {
  let afterPrefix = false;
  const handle = (event: KeyboardEvent): boolean => {
    const control = event.ctrlKey || event.metaKey;
    if (afterPrefix && !['Control', 'Meta', 'Shift'].includes(event.key)) {
      afterPrefix = false;
      return app.commands.execute(AFTER_PREFIX[event.key.toLowerCase()] ?? '');
    }
    if (control && event.key.toLowerCase() === 'm') {
      afterPrefix = true;
      return true;
    }
    if (event.key === 'Escape') return leave(app);
    if (event.key === 'Enter') return enter(app, event, control);
    if (control && event.shiftKey && event.key.toLowerCase() === 'p')
      return app.commands.execute('show-command-palette');
    return control && app.commands.execute(WITH_CONTROL[event.key] ?? '');
  };
  document.addEventListener(
    'keydown',
    (event) => {
      if (!handle(event)) return;
      event.preventDefault();
      event.stopPropagation();
    },
    { capture: true },
  );
}

function enter(app: App, event: KeyboardEvent, control: boolean): boolean {
  if (inField(event)) return false;
  if (event.shiftKey) return runAndMoveOn(app);
  if (control) return runFocused(app);
  if (inEditor(event) || !app.document.focused) return false;
  app.view.viewOf(app.document.focused)?.enterEditor();
  return true;
}

/** Running a text cell shows it. */
function runFocused({ document: notebook, view, commands }: App): boolean {
  const cell = notebook.focused;
  if (!cell) return false;
  if (cell.kind === 'code') return commands.execute('runfocused');
  const focused = view.viewOf(cell);
  if (focused && 'setEditing' in focused) focused.setEditing(false);
  return true;
}

function runAndMoveOn(app: App): boolean {
  const { document: notebook, view } = app;
  if (!runFocused(app) || !notebook.focused) return false;
  const next = notebook.cells[notebook.indexOf(notebook.focused) + 1];
  if (!next) insertAt(app, notebook.cells.length, makeCell('code'));
  else {
    notebook.focus(next);
    view.viewOf(next)?.element.scrollIntoView({ block: 'nearest' });
    if (next.kind === 'code') view.viewOf(next)?.enterEditor();
  }
  return true;
}

/** Leaves the editor, or the dialog on top of it. */
function leave({ dialogs, document: notebook, view }: App): boolean {
  if (dialogs.dismissTop()) return true;
  if (!notebook.focused) return false;
  view.viewOf(notebook.focused)?.element.focus();
  return true;
}

function inEditor(event: KeyboardEvent): boolean {
  return event.target instanceof Element && event.target.closest('.monaco-editor') !== null;
}

function inField(event: KeyboardEvent): boolean {
  return event.target instanceof HTMLInputElement;
}
