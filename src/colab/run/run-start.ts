import { Failure } from '../../notebook/failure.ts';
import type { DialogGuard } from '../dialogs.ts';
import { revisionOf } from '../revisions.ts';
import type { ColabPage } from '../surface/page.ts';
import { type Attempt, type StrategyMemory, track, unsupported } from '../try-strategies.ts';
import { until } from '../wait.ts';
import type { RunSignals } from './run-signals.ts';
import { runStrategiesFor } from './run-strategies.ts';

/** A start shows within a few hundred milliseconds; a press that has to get a runtime first takes longer. */
const START_LIMIT_MS = 3000;
const CONNECT_LIMIT_MS = 60_000;
const REFUSED_LIMIT_MS = 150;

export interface StartWatch {
  page: ColabPage;
  memory: StrategyMemory;
  cellId: string;
  /** A cell that reads otherwise is not started. */
  expectedRevision: string | undefined;
  signals: RunSignals;
  dialogs: DialogGuard;
  onProgress: (message: string) => void;
}

/** Why the cell did not start, or null when it did. Looks again before every strategy, so as never to start twice. */
export async function startRun(watch: StartWatch): Promise<string | null> {
  const { page, memory, cellId, expectedRevision, signals } = watch;
  const { key, strategies } = runStrategiesFor(page, page.find(cellId));
  const tried: string[] = [];
  for (const strategy of memory.order(key, strategies)) {
    if (!strategy.available(page)) continue;
    const cell = signals.look();
    if (signals.started) return null;
    if (!cell) return 'The cell was deleted before it started.';
    if (expectedRevision !== undefined && revisionOf(cell) !== expectedRevision) throw changed(cellId);
    const attempt = track(() => strategy.attempt(page, { cellId }));
    void attempt.finished.then(() => signals.lookAgain());
    if (await sawStart(watch, attempt, strategy.settledMs ?? START_LIMIT_MS)) {
      memory.note(key, strategy.name, 'worked');
      return null;
    }
    const why = attempt.error ?? 'nothing started';
    memory.note(key, strategy.name, 'failed', why);
    tried.push(`${strategy.name} (${why})`);
  }
  if (tried.length === 0) throw unsupported(page, 'run a cell', tried);
  const runtime = page.runtimeState === 'disconnected' ? ' No runtime is connected.' : '';
  return `Colab did not start the cell: tried ${tried.join('; ')}.${runtime}`;
}

function changed(cellId: string): Failure {
  return new Failure(
    'conflict',
    `The cell "${cellId}" was changed after its run was allowed, so it was not started.`,
    'Read the cell, then run it again.',
  );
}

async function sawStart(watch: StartWatch, attempt: Attempt, settledMs: number): Promise<boolean> {
  const { page, signals, dialogs } = watch;
  const begun = performance.now();
  let connectingSince: number | null = null;
  const seen = await until<boolean>(
    () => {
      signals.look();
      if (signals.started) return true;
      dialogs.check();
      const now = performance.now();
      if (page.runtimeState === 'connecting') {
        if (connectingSince === null) watch.onProgress('connecting to a runtime');
        connectingSince ??= now;
        return now - connectingSince < CONNECT_LIMIT_MS ? undefined : false;
      }
      const settled = attempt.settledAt === null ? 0 : now - attempt.settledAt;
      const limit = attempt.error === null ? settledMs : REFUSED_LIMIT_MS;
      return settled >= limit || now - begun >= START_LIMIT_MS ? false : undefined;
    },
    {
      timeoutMs: CONNECT_LIMIT_MS + START_LIMIT_MS,
      pollMs: 50,
      events: [signals.changed, dialogs.opened],
    },
  );
  return seen ?? false;
}
