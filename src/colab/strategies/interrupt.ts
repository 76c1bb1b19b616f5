import { climb, type Strategy, type StrategyMemory } from '../climb.ts';
import { act, can } from '../surface/foreign.ts';
import type { ColabPage } from '../surface/page.ts';
import { pressButton, pressMenuItem } from '../surface/press.ts';
import * as select from '../surface/selectors.ts';

interface Interruption {
  cellId: string;
}

/** The run button of a running cell is its stop button; Colab's menu has the same command. */
export const interruptLadder: readonly Strategy<Interruption>[] = [
  {
    name: 'runtime menu',
    available: (page) => page.document.querySelector(select.MENU_INTERRUPT) !== null,
    attempt: (page) => {
      const item = page.document.querySelector(select.MENU_INTERRUPT);
      if (item) pressMenuItem(item);
    },
  },
  {
    name: 'run button',
    available: (page) => page.firstCodeCell?.runButton != null,
    attempt: (page, { cellId }) => {
      const cell = page.find(cellId);
      // Pressed when nothing runs, it would start the cell.
      if (cell?.runState.running && cell.runButton) pressButton(cell.runButton);
    },
  },
  {
    name: 'notebook.interrupt()',
    available: (page) => can(page.notebook, 'interrupt'),
    attempt: (page) => page.notebook && act(page.notebook, 'interrupt'),
  },
];

export async function interrupt(page: ColabPage, memory: StrategyMemory): Promise<{ interrupted: boolean }> {
  const running = page.cells.find((cell) => cell.kind === 'code' && cell.runState.running);
  if (!running) return { interrupted: false };
  await climb({
    page,
    memory,
    operation: 'interrupt the execution',
    ladder: interruptLadder,
    job: { cellId: running.id },
    effect: () => (page.find(running.id)?.runState.running ? 'none' : 'done'),
    correct: async () => {},
  });
  return { interrupted: true };
}
