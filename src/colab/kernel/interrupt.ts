import { clock } from '../../clock/clock.ts';
import type { InterruptTarget } from '../../notebook/kernel.ts';
import type { ColabCell } from '../surface/cell.ts';
import { act, can } from '../surface/foreign.ts';
import type { ColabPage } from '../surface/page.ts';
import { pressButton, pressMenuItem } from '../surface/press.ts';
import * as select from '../surface/selectors.ts';
import { type StrategyMemory, unsupported } from '../try-strategies.ts';
import { until } from '../wait.ts';
import type { CodeTurns, Turn } from './code-turns.ts';

interface InterruptStrategy {
  name: string;
  available: (page: ColabPage) => boolean;
  isSpare?: boolean;
  /** Only a cell has it. */
  needsCell?: boolean;
  press: (page: ColabPage, cellId: string | null) => void;
}

/** Code may take its time to wind up, and a second interrupt would break into that. */
const WIND_UP_MS = 10_000;
/** What has just begun has hardly anything to wind up: if it goes on for so long, the interrupt came before the code. */
const LOST_MS = 1_500;
const POLL_MS = 50;
/** The kernel is idle when it is asked, so code begins soon. */
const BEGIN_MS = 1000;

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
    needsCell: true,
    available: (page) => page.firstCodeCell?.runButton != null,
    press: (page, cellId) => {
      const cell = cellId === null ? null : page.find(cellId);
      // Pressed when nothing runs, it would start the cell.
      if (cell?.runState.running && cell.runButton) pressButton(cell.runButton);
    },
  },
  {
    name: 'notebook.interrupt()',
    isSpare: true,
    available: (page) => can(page.notebook, 'interrupt'),
    press: (page) => page.notebook && act(page.notebook, 'interrupt'),
  },
];

type Interrupted = { interrupted: boolean; stillRunning?: boolean };

/** Once, by the first strategy there is: an interrupt is not a thing to repeat, unless it was lost. */
export async function interrupt(
  page: ColabPage,
  memory: StrategyMemory,
  turns: CodeTurns,
  interrupted: Set<string>,
  { cellId, code = false, hasJustBegun = false }: InterruptTarget,
): Promise<Interrupted> {
  const controls = memory.order('interrupt', interruptStrategies).filter(({ available }) => available(page));
  // What waits would begin as soon as the other has ended.
  const wasWaiting = cellId === undefined && turns.stopWaiting();
  const turn = cellId === undefined ? turns.running(code) : undefined;
  const cell = runningCell(page);
  const isMeant = turn || (cell && !code && (cellId === undefined || cell.id === cellId));
  if (!isMeant) return { interrupted: wasWaiting };
  if (cell) interrupted.add(cell.id);
  if (!turn || !(await stopByItself(turn, controls))) press(page, controls, cell?.id ?? null);
  const isRunning = (): boolean =>
    turn ? turns.running(code) === turn : cell !== undefined && page.find(cell.id)?.runState.running === true;
  const stoppedWithin = (timeoutMs: number) =>
    until(() => (isRunning() ? undefined : true), { timeoutMs, pollMs: POLL_MS, events: [turns.changed] });
  let stopped = await stoppedWithin(hasJustBegun && !turn ? LOST_MS : WIND_UP_MS);
  if (!stopped && hasJustBegun && !turn) {
    press(page, controls, cell?.id ?? null);
    stopped = await stoppedWithin(WIND_UP_MS);
  }
  return { interrupted: true, ...(stopped ? {} : { stillRunning: true }) };
}

function runningCell(page: ColabPage): ColabCell | undefined {
  return page.cells.find(({ kind, runState }) => kind === 'code' && runState.running);
}

function press(page: ColabPage, controls: readonly InterruptStrategy[], cellId: string | null): void {
  const strategy = controlFor(controls, cellId);
  if (!strategy) throw unsupported(page, `interrupt the running ${cellId === null ? 'code' : 'cell'}`, []);
  strategy.press(page, cellId);
}

function controlFor(
  controls: readonly InterruptStrategy[],
  cellId: string | null,
): InterruptStrategy | undefined {
  return controls.find(({ needsCell }) => !(needsCell && cellId === null));
}

/** Where the page has no control for code that is in no cell, or it had no effect, the code can be told itself. */
async function stopByItself(turn: Turn, controls: readonly InterruptStrategy[]): Promise<boolean> {
  const { stopping, wasPressed = false } = turn;
  if (!stopping) return false;
  await Promise.race([stopping.begun, clock.pause(BEGIN_MS)]);
  if (!wasPressed && controlFor(controls, null)) {
    turn.wasPressed = true;
    return false;
  }
  return stopping.stop();
}
