import { Failure } from '../../notebook/failure.ts';
import type { CellRun, OnRunUpdate, RunTarget } from '../../notebook/notebook.ts';
import { DialogGuard, readOpenDialog, userMustAnswer } from '../dialogs.ts';
import type { HandsOff } from '../hands/hands-keeper.ts';
import { requireCell } from '../lookup.ts';
import { revisionOf } from '../revisions.ts';
import type { ColabCell } from '../surface/cell.ts';
import type { ColabPage } from '../surface/page.ts';
import type { StrategyMemory } from '../try-strategies.ts';
import { until } from '../wait.ts';
import type { Followers } from './followers.ts';
import { InputWatch } from './input-watch.ts';
import { LiveOutputs } from './live-outputs.ts';
import { type OnProgress, type RunEnd, readFinalOutputs, statusOf, waitForEnd } from './run-end.ts';
import { type CompletionKnowledge, RunSignals } from './run-signals.ts';
import { startRun } from './run-start.ts';

const SHOWN_LATE_MS = 500;
const ASK_THEN = 'read the cell to see whether it has run, and run it again if it has not';

export interface RunContext {
  page: ColabPage;
  memory: StrategyMemory;
  knowledge: CompletionKnowledge;
  handsOff: HandsOff;
  followers: Followers;
  /** Of the cells that were interrupted by us since they began. */
  interrupted: Set<string>;
}

export async function runCell(
  { page, memory, knowledge, handsOff, followers, interrupted }: RunContext,
  { cellId, started = false, expectedRevision }: RunTarget,
  onUpdate: OnRunUpdate = () => {},
): Promise<CellRun> {
  const onProgress: OnProgress = (state, input) => onUpdate(input ? { state, input } : { state });
  const cell = started ? requireCell(page, cellId) : await requireRunnable(page, cellId);

  // Before it starts: a text that changes meanwhile counts as changed since.
  const revision = revisionOf(cell);
  const dialogs = new DialogGuard(page, ASK_THEN);
  if (!started) dialogs.refuseAny();
  const signals = new RunSignals(page, cell, knowledge);
  interrupted.delete(cellId);
  const wasInterrupted = (): boolean => interrupted.has(cellId);
  const begun = performance.now();
  const elapsed = (): number => Math.round(performance.now() - (signals.startedAt ?? begun));
  const result = (
    status: CellRun['status'],
    reason: string | undefined,
    rest: Partial<CellRun>,
  ): CellRun => ({
    cellId,
    status,
    executionCount: page.find(cellId)?.executionCount ?? null,
    durationMs: elapsed(),
    ...rest,
    ...(reason === undefined ? {} : { reason }),
  });
  const inputs = new InputWatch(cell);
  const live = new LiveOutputs(page, cell, { tell: onUpdate, onStopped: () => signals.tell() }, !started);
  let unfollow = (): void => {};
  try {
    const refusal = started
      ? null
      : await handsOff(() =>
          startRun({ page, memory, cellId, expectedRevision, signals, dialogs, onProgress }),
        );
    if (refusal !== null) {
      const dialog = readOpenDialog(page);
      if (dialog) throw userMustAnswer(dialog, ASK_THEN);
      return result('not_started', refusal, { durationMs: 0 });
    }

    live.start();
    unfollow = followers.add(() => live.look());
    // A run that the user started may have ended before we came to follow it.
    const over = started && !cell.runState.running && !cell.runState.pending;
    if (started) signals.sawRunning = true;
    const end: RunEnd = over
      ? { status: 'ended' }
      : await waitForEnd({ page, signals, dialogs, inputs, wasInterrupted, onProgress });
    const durationMs = elapsed();
    if (end.status === 'not_started') return result('not_started', end.reason, { durationMs });
    const last = page.find(cellId);
    const outputs = last ? await readFinalOutputs(page, last, signals, knowledge.eventComes) : [];
    live.finish(outputs);
    const status = end.status === 'ended' ? statusOf(outputs) : end.status;
    const { kernelSession } = page;
    const ran = { revision, ...(kernelSession === undefined ? {} : { kernelSession }) };
    return result(status, end.reason, {
      durationMs,
      ran,
      ...(end.isRuntimeLost ? { isRuntimeLost: true } : {}),
    });
  } finally {
    unfollow();
    live.stop();
    inputs.stop();
    signals.stop();
  }
}

async function requireRunnable(page: ColabPage, cellId: string): Promise<ColabCell> {
  const cell = requireCell(page, cellId);
  if (cell.kind !== 'code') {
    throw new Failure(
      'invalid_input',
      `The cell "${cellId}" is a text cell; it cannot run.`,
      'Run a code cell.',
    );
  }
  const { running, pending } = cell.runState;
  if (running || pending || !(await showsStopped(cell))) {
    throw new Failure(
      'conflict',
      pending ? 'The cell is already running: it waits in the queue.' : 'The cell is already running.',
      'Wait for it to end, or interrupt the execution, then run it again.',
    );
  }
  return cell;
}

/** The button of a running cell interrupts it, so it must look stopped too; it may do so a moment late. */
async function showsStopped(cell: ColabCell): Promise<boolean> {
  const look = (): true | undefined => {
    const { running, pending } = cell.shownRunState;
    return running || pending ? undefined : true;
  };
  return (await until(look, { timeoutMs: SHOWN_LATE_MS, pollMs: 20 })) ?? false;
}
