import type { App } from '../app.ts';
import type { Cell, CodeCell } from '../model/cell.ts';
import { CodeCellView } from '../view/code-cell-view.ts';
import { cellModel } from './cell-model.ts';
import { extend } from './extend.ts';
import { listenable } from './listenable.ts';

/** An entry of `notebook.cells`. Text cells have no notion of running, so those members are absent. */
export function cellSurface(app: App, cell: Cell) {
  const surface = extend(
    { cellId: cell.id, model: cellModel(cell, app.behaviour) },
    readingMembers(app, cell),
  );
  if (cell.kind === 'text') return surface;
  const code = extend(surface, codeReadingMembers(cell));
  return app.behaviour.domOnly ? code : extend(code, codeMembers(app, cell));
}

export type CellSurface = ReturnType<typeof cellSurface>;

function readingMembers(app: App, cell: Cell) {
  const element = () => app.view.viewOf(cell)?.element ?? null;
  return {
    getId: () => cell.id,
    getCellId: () => cell.id,
    getType: () => cell.kind,
    getText: () => cell.source.value,
    setText: (text: string) => cell.source.set(String(text)),
    getElement: element,
    isFocused: () => app.document.focused === cell,
    setFocused(focused: boolean) {
      if (focused) app.document.focus(cell);
      else if (app.document.focused === cell) app.document.focus(null);
    },
    scrollIntoView: () => element()?.scrollIntoView({ block: 'nearest' }),
  };
}

function codeReadingMembers(cell: CodeCell) {
  return {
    isRunning: () => cell.phase === 'running',
    isPending: () => cell.phase === 'pending',
    getExecutionCount: () => cell.executionCount ?? 0,
    hasOutput: () => cell.outputs.items.length > 0,
  };
}

function codeMembers(app: App, cell: CodeCell) {
  const view = () => {
    const found = app.view.viewOf(cell);
    return found instanceof CodeCellView ? found : undefined;
  };
  return {
    get runButton() {
      return view()?.runButton ?? null;
    },
    get outputArea() {
      const element = view()?.outputElement ?? null;
      return { element_: element };
    },
    get lastExecutionFailed() {
      return cell.lastError !== null;
    },
    get lastExecutionError() {
      return cell.lastError;
    },
    manualExecute: () => app.executor.run(cell, 'script'),
    executeCellCommand: () => app.executor.run(cell, 'script'),
    enterCell: () => view()?.enterEditor(),
    ...listenable({ 'manual-execute': (listener) => cell.events.on('manual-execute', listener) }),
  };
}
