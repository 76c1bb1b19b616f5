import type { App } from '../app.ts';
import type { Cell, CodeCell } from '../model/cell.ts';
import type { Behaviour } from '../variants/behaviour.ts';
import { CodeCellView } from '../view/code-cell-view.ts';
import { cellModel } from './cell-model.ts';
import { extend } from './extend.ts';
import { listenable } from './listenable.ts';

/** An entry of `notebook.cells`. Text cells have no notion of running, so those members are absent. */
export function cellSurface(app: App, cell: Cell) {
  const text = extend({ cellId: cell.id, model: cellModel(cell, app.behaviour) }, textMembers(cell));
  const surface = cell.kind === 'code' ? extend(text, stateMembers(cell, app.behaviour)) : text;
  if (app.behaviour.domOnly) return surface;
  const placed = extend(surface, placeMembers(app, cell));
  return cell.kind === 'code' ? extend(placed, runMembers(app, cell)) : placed;
}

export type CellSurface = ReturnType<typeof cellSurface>;

function textMembers(cell: Cell) {
  return {
    getId: () => cell.id,
    getCellId: () => cell.id,
    getType: () => cell.kind,
    getText: () => cell.source.value,
    setText: (text: string) => cell.source.set(String(text)),
  };
}

function placeMembers(app: App, cell: Cell) {
  const element = () => app.view.viewOf(cell)?.element ?? null;
  return {
    getElement: element,
    isFocused: () => app.document.focused === cell,
    setFocused(focused: boolean) {
      if (focused) app.document.focus(cell);
      else if (app.document.focused === cell) app.document.focus(null);
    },
    scrollIntoView: () => element()?.scrollIntoView({ block: 'nearest' }),
  };
}

function stateMembers(cell: CodeCell, { tellsCounts }: Behaviour) {
  return {
    isRunning: () => cell.phase === 'running',
    isPending: () => cell.phase === 'pending',
    ...(tellsCounts ? { getExecutionCount: () => cell.executionCount ?? 0 } : {}),
  };
}

function runMembers(app: App, cell: CodeCell) {
  const view = () => {
    const found = app.view.viewOf(cell);
    return found instanceof CodeCellView ? found : undefined;
  };
  return {
    get runButton() {
      const button = view()?.runButton ?? null;
      button?.show();
      return button;
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
    hasOutput: () => cell.outputs.items.length > 0,
    async manualExecute() {
      const isRendered = view()?.editor.live !== undefined;
      if (isRendered || !app.behaviour.executesRenderedOnly) await app.executor.run(cell, 'script');
    },
    executeCellCommand: () => app.executor.run(cell, 'script'),
    enterCell: () => view()?.enterEditor(),
    ...listenable({ 'manual-execute': (listener) => cell.events.on('manual-execute', listener) }),
  };
}
