import type { DeletedCell } from '../../notebook/notebook.ts';
import { compareOrders, type Placed } from '../compare-orders.ts';
import { pressFocused } from '../focus.ts';
import { requireCell, requireRevision } from '../lookup.ts';
import { act, can } from '../surface/foreign.ts';
import type { ColabPage } from '../surface/page.ts';
import { pressButton, pressMenuItem } from '../surface/press.ts';
import * as select from '../surface/selectors.ts';
import { callServiceTool, serviceTool } from '../surface/tools-service.ts';
import { type Effect, type Strategy, type StrategyMemory, tryStrategies } from '../try-strategies.ts';

interface Deletion {
  cellId: string;
}

/** Every strategy names the cell itself, never a place: a wrong guess then deletes nothing instead of another cell. */
export const deleteStrategies: readonly Strategy<Deletion>[] = [
  {
    name: 'tools service',
    available: (page) => serviceTool(page.notebook, 'delete_cell') !== null,
    attempt: (page, { cellId }) => callServiceTool(page.notebook, 'delete_cell', { cellId }),
  },
  {
    name: 'notebook.removeCells([view])',
    available: (page) => can(page.notebook, 'removeCells'),
    attempt: (page, { cellId }) => {
      const { view } = requireCell(page, cellId);
      return page.notebook && view && act(page.notebook, 'removeCells', [view]);
    },
  },
  {
    name: 'notebookModel.deleteCells([model])',
    isSpare: true,
    available: (page) => can(page.notebookModel, 'deleteCells'),
    attempt: (page, { cellId }) => {
      const { model } = requireCell(page, cellId);
      return page.notebookModel && model && act(page.notebookModel, 'deleteCells', [model]);
    },
  },
  {
    name: 'cell toolbar',
    available: (page) => page.cellList !== null,
    attempt: async (page, { cellId }) => {
      await pressAlone(page, cellId, () => {
        const toolbar = requireCell(page, cellId).element?.querySelector(select.CELL_TOOLBAR);
        const button = toolbar?.shadowRoot?.querySelector(select.CELL_DELETE);
        if (!button) throw new Error('the cell has no toolbar');
        pressButton(button);
      });
    },
  },
  {
    name: 'edit menu',
    available: (page) => page.document.querySelector(select.MENU_DELETE) !== null,
    attempt: async (page, { cellId }) => {
      await pressAlone(page, cellId, () => {
        const item = page.document.querySelector(select.MENU_DELETE);
        if (item) pressMenuItem(item);
      });
    },
  },
];

/** The page's own command deletes the whole selection, which may be the user's. */
async function pressAlone(page: ColabPage, cellId: string, press: () => void): Promise<void> {
  await pressFocused(page, cellId, () => {
    const own = requireCell(page, cellId).element;
    for (const selected of page.document.querySelectorAll(select.SELECTED_CELLS)) {
      if (selected !== own) throw new Error('the user has selected several cells');
    }
    press();
  });
}

export async function deleteCell(
  page: ColabPage,
  memory: StrategyMemory,
  target: { cellId: string; expectedRevision?: string },
): Promise<DeletedCell> {
  const before = page.cells;
  const cell = requireCell(page, target.cellId);
  requireRevision(cell, target.expectedRevision);
  const hadOutputs = (cell.readLiveOutputs()?.length ?? 0) > 0;
  const deleted = { index: page.indexOf(target.cellId), kind: cell.kind, source: cell.text, hadOutputs };
  await tryStrategies({
    page,
    memory,
    operation: 'delete a cell',
    strategies: deleteStrategies,
    job: { cellId: target.cellId },
    effect: () => deletionEffect(before, page.cells, target.cellId),
    correct: async () => {},
  });
  return deleted;
}

export function deletionEffect(before: readonly Placed[], now: readonly Placed[], cellId: string): Effect {
  const difference = compareOrders(before, now);
  const left = new Set(difference.now);
  const lost = difference.before.filter((id) => !left.has(id));
  if (lost.some((id) => id !== cellId)) return 'wrong';
  return lost.length === 1 ? 'done' : 'none';
}
