import { connectStrategies } from './kernel/connect.ts';
import { interruptStrategies } from './kernel/interrupt.ts';
import { restartStrategies } from './kernel/restart.ts';
import { runStrategiesFor } from './run/run-strategies.ts';
import { clearStrategies } from './strategies/clear-outputs.ts';
import { deleteStrategies } from './strategies/delete.ts';
import { insertStrategies } from './strategies/insert.ts';
import { moveStrategies } from './strategies/move.ts';
import { replaceStrategies } from './strategies/replace.ts';
import { can, peek } from './surface/foreign.ts';
import type { ColabPage } from './surface/page.ts';
import { CONNECT_BUTTON, MENU_RUNTIME_TYPE } from './surface/selectors.ts';
import { serviceTool } from './surface/tools-service.ts';
import type { Strategy, StrategyMemory } from './try-strategies.ts';

/** For each operation the strategy that answers now, by looking only; null when none does. */
export function probeCapabilities(
  page: ColabPage,
  memory: StrategyMemory,
  executeStrategy: string,
): Record<string, string | null> {
  const first = <Job>(operation: string, strategies: readonly Strategy<Job>[]): string | null =>
    memory.order(operation, strategies).find((strategy) => strategy.available(page))?.name ?? null;
  const run = runStrategiesFor(page);
  return {
    read: readStrategy(page),
    read_outputs: outputsStrategy(page),
    insert: first('insert a cell', insertStrategies),
    replace: first('replace the text of a cell', replaceStrategies),
    delete: first('delete a cell', deleteStrategies),
    move: first('move a cell', moveStrategies),
    run: first(run.key, run.strategies),
    execute_code: executeStrategy,
    interrupt: interruptStrategies.find(({ available }) => available(page))?.name ?? null,
    restart: first('restart the runtime', restartStrategies),
    connect: connectStrategies.find(({ available }) => available(page))?.name ?? null,
    accelerator: page.document.querySelector(MENU_RUNTIME_TYPE) ? 'runtime menu' : null,
    clear_outputs: first('clear outputs', clearStrategies),
    run_end_event: endEventStrategy(page),
    runtime_state: runtimeStrategy(page),
    notebook_name: page.notebookNameSource,
  };
}

function readStrategy(page: ColabPage): string | null {
  if (page.isShownOnly) return 'what the page shows (text cells as rendered until they are edited)';
  const cell = page.firstCell;
  if (can(cell?.view, 'getText')) return 'cell.getText()';
  return can(cell?.textModel, 'getValue') ? 'textModel.getValue()' : null;
}

function outputsStrategy(page: ColabPage): string | null {
  if (page.isShownOnly) return 'what the page shows (texts only)';
  const model = page.firstCodeCell?.model;
  if (can(model, 'toJson')) return 'model.toJson()';
  if (peek(model, 'outputs') !== undefined) return 'model.outputs';
  return serviceTool(page.notebook, 'get_cells') ? 'tools service' : null;
}

function endEventStrategy(page: ColabPage): string | null {
  const cell = page.firstCodeCell;
  const found: string[] = [];
  if (can(cell?.model, 'listenOnce')) found.push('execution_completed');
  if (cell?.runButton?.shadowRoot) found.push('run button class');
  return found.join(' + ') || null;
}

function runtimeStrategy(page: ColabPage): string | null {
  if (can(page.kernel, 'isConnected')) return 'kernel.isConnected()';
  if (can(page.kernel, 'getState')) return 'kernel.getState()';
  return page.document.querySelector(CONNECT_BUTTON) ? 'connect button' : null;
}
