import type { Strategy, StrategyMemory } from './climb.ts';
import { runLadderFor } from './run/run-starters.ts';
import { clearLadder } from './strategies/clear-outputs.ts';
import { deleteLadder } from './strategies/delete.ts';
import { insertLadder } from './strategies/insert.ts';
import { interruptWays } from './strategies/interrupt.ts';
import { moveLadder } from './strategies/move.ts';
import { replaceLadder } from './strategies/replace.ts';
import { ask, can, peek } from './surface/foreign.ts';
import type { ColabPage } from './surface/page.ts';
import { CONNECT_BUTTON, NOTEBOOK_NAME } from './surface/selectors.ts';
import { serviceTool } from './surface/tools-service.ts';

/** For each operation the way that answers now, by looking only; null when none does. */
export function probeCapabilities(page: ColabPage, memory: StrategyMemory): Record<string, string | null> {
  const first = <Job>(operation: string, ladder: readonly Strategy<Job>[]): string | null =>
    memory.order(operation, ladder).find((strategy) => strategy.available(page))?.name ?? null;
  const run = runLadderFor(page);
  return {
    read: readWay(page),
    read_outputs: outputsWay(page),
    insert: first('insert a cell', insertLadder),
    replace: first('replace the text of a cell', replaceLadder),
    delete: first('delete a cell', deleteLadder),
    move: first('move a cell', moveLadder),
    run: first(run.key, run.ladder),
    interrupt: interruptWays.find(({ available }) => available(page))?.name ?? null,
    clear_outputs: first('clear outputs', clearLadder),
    run_end_event: endEventWay(page),
    runtime_state: runtimeWay(page),
    notebook_name: nameWay(page),
  };
}

function readWay(page: ColabPage): string | null {
  const cell = page.firstCell;
  if (can(cell?.view, 'getText')) return 'cell.getText()';
  return can(cell?.textModel, 'getValue') ? 'textModel.getValue()' : null;
}

function outputsWay(page: ColabPage): string | null {
  const model = page.firstCodeCell?.model;
  if (can(model, 'toJson')) return 'model.toJson()';
  if (peek(model, 'outputs') !== undefined) return 'model.outputs';
  return serviceTool(page.notebook, 'get_cells') ? 'tools service' : null;
}

function endEventWay(page: ColabPage): string | null {
  const cell = page.firstCodeCell;
  const ways: string[] = [];
  if (can(cell?.model, 'listenOnce')) ways.push('execution_completed');
  if (cell?.runButton?.shadowRoot) ways.push('run button class');
  return ways.join(' + ') || null;
}

function runtimeWay(page: ColabPage): string | null {
  if (can(page.kernel, 'isConnected')) return 'kernel.isConnected()';
  if (can(page.kernel, 'getState')) return 'kernel.getState()';
  return page.document.querySelector(CONNECT_BUTTON) ? 'connect button' : null;
}

function nameWay(page: ColabPage): string | null {
  if (typeof ask(page.notebookModel, 'getTitle') === 'string') return 'notebookModel.getTitle()';
  return page.document.querySelector(NOTEBOOK_NAME) ? 'name field' : null;
}
