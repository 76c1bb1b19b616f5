import { act, can } from '../surface/foreign.ts';
import type { ColabPage } from '../surface/page.ts';
import { pressButton, pressMenuItem } from '../surface/press.ts';
import * as select from '../surface/selectors.ts';
import { unsupported } from '../try-strategies.ts';
import { until } from '../wait.ts';

interface InterruptStrategy {
  name: string;
  available: (page: ColabPage) => boolean;
  press: (page: ColabPage, cellId: string) => void;
}

/** Code may take its time to wind up, and a second interrupt would break into that. */
const WIND_UP_MS = 10_000;
const POLL_MS = 50;

/** The run button of a running cell is its stop button; Colab's menu has the same command. */
export const interruptStrategies: readonly InterruptStrategy[] = [
  {
    name: 'runtime menu',
    available: (page) => page.document.querySelector(select.MENU_INTERRUPT) !== null,
    press: (page) => {
      const item = page.document.querySelector(select.MENU_INTERRUPT);
      if (item) pressMenuItem(item);
    },
  },
  {
    name: 'run button',
    available: (page) => page.firstCodeCell?.runButton != null,
    press: (page, cellId) => {
      const cell = page.find(cellId);
      // Pressed when nothing runs, it would start the cell.
      if (cell?.runState.running && cell.runButton) pressButton(cell.runButton);
    },
  },
  {
    name: 'notebook.interrupt()',
    available: (page) => can(page.notebook, 'interrupt'),
    press: (page) => page.notebook && act(page.notebook, 'interrupt'),
  },
];

/** Once, by the first strategy there is: an interrupt is not a thing to repeat. */
export async function interrupt(
  page: ColabPage,
  { cellId }: { cellId?: string },
): Promise<{ interrupted: boolean; stillRunning?: boolean }> {
  const running = page.cells.find((cell) => cell.kind === 'code' && cell.runState.running);
  if (!running || (cellId !== undefined && running.id !== cellId)) return { interrupted: false };
  const strategy = interruptStrategies.find(({ available }) => available(page));
  if (!strategy) throw unsupported(page, 'interrupt the running cell', []);
  strategy.press(page, running.id);
  const stopped = await until(() => (page.find(running.id)?.runState.running ? undefined : true), {
    timeoutMs: WIND_UP_MS,
    pollMs: POLL_MS,
  });
  return { interrupted: true, ...(stopped ? {} : { stillRunning: true }) };
}
