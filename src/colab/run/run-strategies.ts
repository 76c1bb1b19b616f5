import { pressFocused } from '../focus.ts';
import { requireCell } from '../lookup.ts';
import { act, can } from '../surface/foreign.ts';
import type { ColabPage } from '../surface/page.ts';
import { pressButton, pressMenuItem } from '../surface/press.ts';
import * as select from '../surface/selectors.ts';
import { callServiceTool, serviceTool } from '../surface/tools-service.ts';
import type { Strategy } from '../try-strategies.ts';

interface RunJob {
  cellId: string;
}

/**
 * Resolves when the run has ended, with success also when nothing ran for want of a runtime. Not the first
 * choice: it copies all outputs at the end, which takes long when there are many, and we read them anyway.
 */
const toolsService: Strategy<RunJob> = {
  name: 'tools service',
  settledMs: 300,
  available: (page) => serviceTool(page.notebook, 'run_code_cell') !== null,
  attempt: (page, { cellId }) => callServiceTool(page.notebook, 'run_code_cell', { cellId }),
};

const manualExecute: Strategy<RunJob> = {
  name: 'cell.manualExecute()',
  available: (page) => can(page.firstCodeCell?.view, 'manualExecute'),
  attempt: (page, { cellId }) => {
    const { view } = requireCell(page, cellId);
    return view && act(view, 'manualExecute');
  },
};

const executeCellCommand: Strategy<RunJob> = {
  name: 'cell.executeCellCommand()',
  available: (page) => can(page.firstCodeCell?.view, 'executeCellCommand'),
  attempt: (page, { cellId }) => {
    const { view } = requireCell(page, cellId);
    return view && act(view, 'executeCellCommand');
  },
};

/** The only way that is known to connect a runtime. The caller has made sure that the cell does not run: then it would interrupt. */
const runButton: Strategy<RunJob> = {
  name: 'run button',
  available: (page) => page.firstCodeCell?.runButton != null,
  attempt: (page, { cellId }) => {
    const button = requireCell(page, cellId).runButton;
    if (!button) throw new Error('the cell has no run button');
    pressButton(button.shadowRoot?.querySelector(select.RUN_BUTTON_PRESS) ?? button);
  },
};

const runtimeMenu: Strategy<RunJob> = {
  name: 'runtime menu',
  available: (page) => page.document.querySelector(select.MENU_RUN_FOCUSED) !== null,
  attempt: async (page, { cellId }) => {
    await pressFocused(page, cellId, () => {
      const item = page.document.querySelector(select.MENU_RUN_FOCUSED);
      const { running, pending } = requireCell(page, cellId).runState;
      if (item && !running && !pending) pressMenuItem(item);
    });
  },
};

export const runStrategies: readonly Strategy<RunJob>[] = [
  manualExecute,
  executeCellCommand,
  toolsService,
  runButton,
  runtimeMenu,
];

/**
 * On a cell whose editor is not rendered manualExecute() does nothing. It would have to be brought into view first,
 * and the view is the user's, so it comes last.
 */
export const unrenderedRunStrategies: readonly Strategy<RunJob>[] = [
  executeCellCommand,
  toolsService,
  runButton,
  runtimeMenu,
  manualExecute,
];

/** Without a runtime the page's own button comes first: it connects one, the programmatic strategies do nothing. */
export const connectingRunStrategies: readonly Strategy<RunJob>[] = [
  runButton,
  runtimeMenu,
  executeCellCommand,
  manualExecute,
  toolsService,
];

export function runStrategiesFor(
  page: ColabPage,
  cell = page.firstCodeCell,
): { key: string; strategies: readonly Strategy<RunJob>[] } {
  const { runtimeState } = page;
  if (runtimeState !== 'idle' && runtimeState !== 'busy') {
    return { key: 'run a cell without a runtime', strategies: connectingRunStrategies };
  }
  return cell?.element?.querySelector(select.VIRTUALISED_EDITOR)
    ? { key: 'run a cell without an editor', strategies: unrenderedRunStrategies }
    : { key: 'run a cell', strategies: runStrategies };
}
