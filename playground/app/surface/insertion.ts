import type { App } from '../app.ts';
import { openCell } from '../commands/cell-commands.ts';
import { type Cell, type CellKind, makeCell } from '../model/cell.ts';
import type { Behaviour } from '../variants/behaviour.ts';

/** Longer than most changes of a script take: it finds its cell opened when it believes that all is done. */
const OPENED_AFTER_MS = 30;

/**
 * How a script may insert cells. Sources disagree on the method's name and the order of its arguments, so
 * each variant has one form and refuses the others. In all of them the cell is there a moment later.
 */
export function insertionMembers(app: App, signature: Behaviour['insertSignature']) {
  if (signature === 'add-cell') {
    return {
      addCell(type: unknown, options: { cellIndex?: number } = {}) {
        insertSoon(app, readKind(type), options.cellIndex ?? app.document.cells.length);
      },
    };
  }
  if (signature === 'index-first') {
    return {
      insertCell(index: unknown, type: unknown) {
        if (typeof index !== 'number') throw new TypeError('insertCell: the index must be a number');
        insertSoon(app, readKind(type), index);
      },
    };
  }
  return {
    insertCell(type: unknown, options: { after?: boolean; index?: number } = {}) {
      const kind = readKind(type);
      const { document } = app;
      const focused = document.focused ? document.indexOf(document.focused) : document.cells.length - 1;
      const index = options.index ?? focused;
      insertSoon(app, kind, options.after === false ? index : index + 1);
    },
  };
}

function readKind(type: unknown): CellKind {
  if (type === 'code' || type === 'text') return type;
  throw new TypeError(`Unknown cell type: ${String(type)}`);
}

function insertSoon(app: App, kind: CellKind, index: number): void {
  setTimeout(() => insertForScript(app, index, makeCell(kind)));
}

/** Scripts get the cell focused; some builds also open it, when the cell has long been there. */
export function insertForScript(app: App, index: number, cell: Cell): void {
  app.document.insert(index, cell);
  if (app.behaviour.insertFocuses) setTimeout(() => openCell(app, cell), OPENED_AFTER_MS);
  else app.document.focus(cell);
}
