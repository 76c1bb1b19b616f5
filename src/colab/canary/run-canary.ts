import type { CanaryReport, CanaryRow, CanaryWish } from '../../notebook/inspection.ts';
import { CANARY_OPERATIONS } from '../../notebook/inspection.ts';
import { Failure } from '../../notebook/failure.ts';
import type { OnRunUpdate } from '../../notebook/notebook.ts';
import { dialogsOnTop } from '../dialogs.ts';
import { pressFocused } from '../focus.ts';
import type { ColabPage } from '../surface/page.ts';
import * as select from '../surface/selectors.ts';
import { OnlyStrategy, type StrategyMemory } from '../try-strategies.ts';
import { until } from '../wait.ts';
import { cellTrials } from './cell-trials.ts';
import { connectRows } from './connect-rows.ts';
import { dismissDialogs } from './dismiss-dialogs.ts';
import { SurfaceProbe } from './probe-surface.ts';
import { withoutNames } from './reason.ts';
import { runTrials } from './run-trials.ts';
import { runtimeTrials } from './runtime-trials.ts';
import type { Tools, Trial, Way } from './trial.ts';
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
  { page, tools, by }: Canary,
  { only }: CanaryWish,
  onUpdate: OnRunUpdate = () => {},
): Promise<CanaryReport> {
  const wanted = CANARY_OPERATIONS.filter((operation) => only?.includes(operation) ?? true);
  const bench = await Workbench.open(page, tools);
  const probe = new SurfaceProbe(page);
  const rows: CanaryRow[] = [];
  let left: string | null = null;
  try {
    probe.look(['always']);
    const needsRuns = TRIALS.some((trial) => trial.needsRuns && wanted.includes(trial.operation));
    if (wanted.includes('connect') || needsRuns) {
      onUpdate({ state: 'connect' });
      const tried = await connectRows({ page, tools, by });
      if (wanted.includes('connect')) rows.push(...tried);
    }
    await lookAtCells(page, bench, probe);
    for (const operation of wanted) {
      const trial = TRIALS.find((one) => one.operation === operation);
      if (!trial) continue;
      const tried: CanaryRow[] = [];
      for (const way of trial.ways) {
        onUpdate({ state: `${operation}: ${way.name}` });
        const { row, stuck } = await tryWay({ page, tools, by }, trial, way, { probe, bench });
        tried.push({ ...row, operation });
        left ??= stuck;
      }
      rows.push(...withoutOtherForms(tried, trial.ways));
    }
  } finally {
    await bench.clear().catch(() => {});
  }
  return { build: page.build, mismatches: probe.mismatches, rows, left: bench.left ?? left };
}

/** What is there only with cells, or in one that has the focus. */
async function lookAtCells(page: ColabPage, bench: Workbench, probe: SurfaceProbe): Promise<void> {
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
      await pressFocused(page, cell.id, () => {});
      await until(() => (cell.element?.querySelector(select.CELL_TOOLBAR)?.shadowRoot ? true : undefined), {
        timeoutMs: DRAWN_MS,
        pollMs: 20,
      });
      probe.look([condition]);
    }
  } catch {
    // Where no cell can be added or takes the focus, the trials say so.
  } finally {
    await bench.clear().catch(() => {});
  }
}

async function tryWay(
  { page, by }: Canary,
  trial: Trial,
  way: Way,
  { probe, bench }: { probe: SurfaceProbe; bench: Workbench },
): Promise<{ row: CanaryRow; stuck: string | null }> {
  let milliseconds: number | null = null;
  const rowOf = (works: boolean | null, why: string | null, stuck: string | null = null) => ({
    row: {
      operation: trial.operation,
      strategy: way.name,
      works,
      milliseconds: milliseconds === null ? null : Math.round(milliseconds),
      why: why && withoutNames(page, why),
    },
    stuck,
  });
  const before = dialogsOnTop(page);
  const memory = new OnlyStrategy(trial.keys, way.name);
  try {
    if (!(await isOffered(page, way, bench))) {
      return way.isSpare ? rowOf(null, 'not in this build, and not missed') : rowOf(false, 'the page does not offer it');
    }
    const isUp = page.runtimeState === 'idle' || page.runtimeState === 'busy';
    if (trial.needsRuns && !isUp) return rowOf(false, 'no runtime is connected');
    await trial.attempt({
      page,
      probe,
      bench,
      tools: by(memory),
      way: way.name,
      measure: async (work) => {
        const begun = performance.now();
        return work().finally(() => {
          milliseconds = (milliseconds ?? 0) + performance.now() - begun;
        });
      },
    });
    return rowOf(true, memory.verdict === 'corrected' ? 'put right afterwards' : null);
  } catch (thrown) {
    const asked = await dismissDialogs(page, before);
    if (asked) {
      const how = asked.isClosed ? 'the question was cancelled' : 'the question is still open';
      const said = `asks the user first (${asked.kind}); ${how}`;
      return rowOf(way.asksUser === true, said, asked.isClosed ? null : 'a dialog is still open');
    }
    const why = memory.why ?? Failure.from(thrown).message;
    return way.isSpare ? rowOf(null, `${why}; not missed`) : rowOf(false, why);
  } finally {
    await bench.clear().catch(() => {});
  }
}

/** Some are told by a code cell, and a notebook may have none. */
async function isOffered(page: ColabPage, way: Way, bench: Workbench): Promise<boolean> {
  if (!page.firstCodeCell) await bench.add('code', PRINTS);
  return way.available(page);
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
