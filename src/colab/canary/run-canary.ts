import { Failure } from '../../notebook/failure.ts';
import type { CanaryReport, CanaryRow, CanaryWish } from '../../notebook/inspection.ts';
import { CANARY_OPERATIONS } from '../../notebook/inspection.ts';
import type { OnRunUpdate } from '../../notebook/notebook.ts';
import { pressFocused } from '../focus.ts';
import type { ColabPage } from '../surface/page.ts';
import * as select from '../surface/selectors.ts';
import type { StrategyMemory } from '../try-strategies.ts';
import { until } from '../wait.ts';
import { cellTrials } from './cell-trials.ts';
import { connectRows } from './connect-rows.ts';
import { SurfaceProbe } from './probe-surface.ts';
import { runTrials } from './run-trials.ts';
import { runtimeTrials } from './runtime-trials.ts';
import type { Tools, Trial, Way } from './trial.ts';
import { Trier } from './try-way.ts';
import { PRINTS, Workbench } from './workbench.ts';

const TRIALS: readonly Trial[] = [...cellTrials, ...runTrials, ...runtimeTrials];
/** A toolbar comes with the next frames. */
const DRAWN_MS = 500;

export interface Canary {
  page: ColabPage;
  tools: Tools;
  /** The same, by one strategy alone. */
  by: (memory: StrategyMemory) => Tools;
}

/** Tries every operation in every way, one at a time, in a scratch notebook, and takes all of it back. */
export async function runCanary(
  canary: Canary,
  { only }: CanaryWish,
  onUpdate: OnRunUpdate = () => {},
): Promise<CanaryReport> {
  const { page, tools } = canary;
  const wanted = CANARY_OPERATIONS.filter((operation) => only?.includes(operation) ?? true);
  const trials = wanted.flatMap((operation) => TRIALS.find((trial) => trial.operation === operation) ?? []);
  const bench = await Workbench.open(page, tools);
  const probe = new SurfaceProbe(page);
  const trier = new Trier(canary, bench, probe);
  const rows: CanaryRow[] = [];
  try {
    probe.look(['always']);
    if (wanted.includes('connect') || trials.some(({ needs }) => needs?.includes('runtime'))) {
      onUpdate({ state: 'connect' });
      const tried = await connectRows(canary);
      if (wanted.includes('connect')) rows.push(...tried);
    }
    trier.cannotAdd = await lookAtCells(page, bench, probe);
    for (const trial of trials) {
      const tried: CanaryRow[] = [];
      for (const way of trial.ways) {
        onUpdate({ state: `${trial.operation}: ${way.name}` });
        tried.push(await trier.try(trial, way));
      }
      rows.push(...withoutOtherForms(tried, trial.ways));
    }
  } finally {
    await bench.clear().catch(() => {});
  }
  return { build: page.build, mismatches: probe.mismatches, rows, left: bench.left ?? trier.left };
}

/** What is there only with cells, or in one that has the focus. Says why not, where no cell can be added. */
async function lookAtCells(page: ColabPage, bench: Workbench, probe: SurfaceProbe): Promise<string | null> {
  const isUp = page.runtimeState === 'idle' || page.runtimeState === 'busy';
  if (isUp) probe.look(['connected']);
  try {
    const code = await bench.add('code', PRINTS);
    const text = await bench.add('markdown', 'text');
    probe.look(['code cell', 'text cell'], code);
    if (!code.element?.querySelector(select.LIVE_EDITOR)) probe.look(['virtualised cell']);
    for (const [cell, condition] of [
      [code, 'focused code cell'],
      [text, 'focused text cell'],
    ] as const) {
      // Whether it can be focused, those that need it say.
      await pressFocused(page, cell.id, () => {}).catch(() => {});
      await until(() => (cell.element?.querySelector(select.CELL_TOOLBAR)?.shadowRoot ? true : undefined), {
        timeoutMs: DRAWN_MS,
        pollMs: 20,
      });
      probe.look([condition]);
    }
    return null;
  } catch (thrown) {
    return Failure.from(thrown).message;
  } finally {
    await bench.clear().catch(() => {});
  }
}

/** Of several forms of one method a build has one: the others are not missed where one works. */
function withoutOtherForms(rows: readonly CanaryRow[], ways: readonly Way[]): CanaryRow[] {
  const formOf = ({ strategy }: CanaryRow): string | undefined =>
    ways.find(({ name }) => name === strategy)?.formOf;
  const working = new Set(rows.filter(({ works }) => works).map(formOf));
  return rows.map((row) => {
    const form = formOf(row);
    return form === undefined || row.works !== false || !working.has(form)
      ? row
      : { ...row, works: null, why: 'another form of it works here' };
  });
}
