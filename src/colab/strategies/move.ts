import { clock } from '../../clock/clock.ts';
import type { CellMove } from '../../notebook/notebook.ts';
import { isSameOrder, type Placed } from '../compare-orders.ts';
import { pressFocused } from '../focus.ts';
import { requireCell, requireRevision } from '../lookup.ts';
import { act, can } from '../surface/foreign.ts';
import type { ColabPage } from '../surface/page.ts';
import { pressButton } from '../surface/press.ts';
import * as select from '../surface/selectors.ts';
import { callServiceTool, serviceTool } from '../surface/tools-service.ts';
import { type Effect, type Strategy, type StrategyMemory, track, tryStrategies } from '../try-strategies.ts';
import { onMutation, until } from '../wait.ts';

interface Move {
  cellId: string;
  /** Where the cell is to stand afterwards. */
  index: number;
}

const STEP_LIMIT_MS = 1000;

export const moveStrategies: readonly Strategy<Move>[] = [
  {
    name: 'tools service',
    available: (page) => serviceTool(page.notebook, 'move_cell') !== null,
    attempt: (page, { cellId, index }) =>
      callServiceTool(page.notebook, 'move_cell', { cellId, cellIndex: index }),
  },
  relative('notebook.moveCell([view], delta, 0)', (view, delta) => [[view], delta, 0]),
  relative('notebook.moveCell(view, delta)', (view, delta) => [view, delta]),
  {
    name: 'cell toolbar',
    timeoutMs: 60_000,
    available: (page) => page.cellList !== null,
    attempt: (page, job) =>
      moveInSteps(page, job, (delta) =>
        pressFocused(page, job.cellId, () => {
          const toolbar = requireCell(page, job.cellId).element?.querySelector(select.CELL_TOOLBAR);
          const which = delta < 0 ? select.CELL_MOVE_UP : select.CELL_MOVE_DOWN;
          const button = toolbar?.shadowRoot?.querySelector(which);
          if (!button) throw new Error('the cell has no toolbar');
          pressButton(button);
        }),
      ),
  },
];

/** Colab's method is relative; whether it takes steps of more than one is not known. */
function relative(name: string, args: (view: object, delta: number) => unknown[]): Strategy<Move> {
  return {
    name,
    formOf: 'a method of the notebook',
    available: (page) => can(page.notebook, 'moveCell'),
    attempt: (page, job) =>
      moveInSteps(page, job, async (delta) => {
        const { view } = requireCell(page, job.cellId);
        if (page.notebook && view) await act(page.notebook, 'moveCell', ...args(view, delta));
      }),
  };
}

/** Steps until the cell stands where it should, as long as every step brings it nearer. */
async function moveInSteps(
  page: ColabPage,
  job: Move,
  step: (delta: number) => Promise<void>,
): Promise<void> {
  let delta = distance(page, job);
  while (delta !== 0) {
    const from = delta;
    await step(from);
    await until(() => (distance(page, job) !== from ? true : undefined), {
      timeoutMs: STEP_LIMIT_MS,
      pollMs: 20,
      events: [onMutation(page.cellList, { childList: true })],
    });
    delta = distance(page, job);
    if (Math.abs(delta) >= Math.abs(from)) return;
  }
}

function distance(page: ColabPage, { cellId, index }: Move): number {
  requireCell(page, cellId);
  return index - page.indexOf(cellId);
}

export async function moveCell(
  page: ColabPage,
  memory: StrategyMemory,
  target: CellMove,
): Promise<{ index: number; before: number }> {
  const cell = requireCell(page, target.cellId);
  requireRevision(cell, target.expectedRevision);
  const from = page.indexOf(target.cellId);
  const before = page.cells;
  const last = before.length - 1;
  const index = target.index < 0 || target.index > last ? last : target.index;
  const job = { cellId: target.cellId, index };
  // But for the moved cell, the order is to stay.
  const wanted = before.filter((other) => other !== cell);
  wanted.splice(index, 0, cell);
  await tryStrategies({
    page,
    memory,
    operation: 'move a cell',
    strategies: moveStrategies,
    job,
    effect: () => orderEffect(before, wanted, page.cells),
    // Off by some places, but still our cell: move it the rest.
    correct: () => moveTheRest(page, job),
  });
  return { index: page.indexOf(target.cellId), before: from };
}

async function moveTheRest(page: ColabPage, job: Move): Promise<void> {
  for (const strategy of moveStrategies) {
    if (distance(page, job) === 0) return;
    if (!strategy.available(page)) continue;
    const attempt = track(() => strategy.attempt(page, job));
    await Promise.race([attempt.finished, clock.pause(strategy.timeoutMs ?? STEP_LIMIT_MS)]);
  }
}

export function orderEffect(
  before: readonly Placed[],
  wanted: readonly Placed[],
  now: readonly Placed[],
): Effect {
  if (isSameOrder(wanted, now)) return 'done';
  return isSameOrder(before, now) ? 'none' : 'wrong';
}
