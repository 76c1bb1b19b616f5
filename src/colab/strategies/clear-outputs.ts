import { requireCell } from '../lookup.ts';
import type { ColabCell } from '../surface/cell.ts';
import { act, can } from '../surface/foreign.ts';
import type { ColabPage } from '../surface/page.ts';
import { pressMenuItem } from '../surface/press.ts';
import * as select from '../surface/selectors.ts';
import { type Strategy, type StrategyMemory, tryStrategies } from '../try-strategies.ts';
import { TimeSlices } from '../wait.ts';

interface Clearing {
  cells: ColabCell[];
  all: boolean;
}

export const clearStrategies: readonly Strategy<Clearing>[] = [
  {
    name: 'model.removeOutputs()',
    available: (page) => can(page.firstCodeCell?.model, 'removeOutputs'),
    attempt: (_page, { cells }) => {
      for (const { model } of cells) if (model) act(model, 'removeOutputs');
    },
  },
  {
    name: 'notebook.clearAllOutputs()',
    isSpare: true,
    available: (page) => can(page.notebook, 'clearAllOutputs'),
    attempt: (page, { all }) => {
      if (!all) throw new Error('it clears all cells');
      return page.notebook && act(page.notebook, 'clearAllOutputs');
    },
  },
  {
    name: 'edit menu',
    available: (page) => page.document.querySelector(select.MENU_CLEAR_OUTPUTS) !== null,
    attempt: (page, { all }) => {
      if (!all) throw new Error('it clears all cells');
      const item = page.document.querySelector(select.MENU_CLEAR_OUTPUTS);
      if (item) pressMenuItem(item);
    },
  },
];

export async function clearOutputs(
  page: ColabPage,
  memory: StrategyMemory,
  { cellIds }: { cellIds?: string[] },
): Promise<{ cleared: string[] }> {
  const chosen = cellIds ? cellIds.map((id) => requireCell(page, id)) : page.cells;
  const shows = (cell: ColabCell): boolean =>
    cell.kind === 'code' && (cell.readLiveOutputs()?.length ?? 0) > 0;
  const cells: ColabCell[] = [];
  const slices = new TimeSlices();
  for (const cell of chosen) {
    if (slices.isOver) await slices.next();
    if (shows(cell)) cells.push(cell);
  }
  if (cells.length > 0) {
    await tryStrategies({
      page,
      memory,
      operation: 'clear outputs',
      strategies: clearStrategies,
      job: { cells, all: cellIds === undefined },
      effect: () => (cells.some(shows) ? 'none' : 'done'),
      correct: async () => {},
    });
  }
  return { cleared: cells.map((cell) => cell.id) };
}
