import type { CellKind } from '../notebook/cell.ts';
import type { RunStatus } from '../notebook/notebook.ts';
import { isTransient, retryDelayMs } from './retry-policy.ts';
import type { Run } from './run.ts';

export interface SequenceOptions {
  timeoutMs: number;
  retries: number;
  retryOn: readonly string[];
  /** Cells that run even after a failure before them. */
  force: ReadonlySet<string>;
  continueOnError: boolean;
}

export interface SequenceCell {
  cellId: string;
  index: number;
  kind: CellKind;
}

export interface CellReport {
  cellId: string;
  index: number;
  status: RunStatus | 'skipped' | 'text';
  durationMs: number;
  retries: number;
  error?: string;
}

export interface SequenceReport {
  status: 'ok' | 'failed' | 'stopped';
  cells: CellReport[];
  totals: { passed: number; failed: number; skipped: number };
}

/** What a sequence needs of the world; tests bring their own clock. */
export interface SequenceWorld {
  start: (cellId: string) => Run;
  /** Takes it out of the queue, or interrupts it, and nothing else. */
  stop: (run: Run) => Promise<unknown>;
  sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  random: () => number;
  signal: AbortSignal;
  tell: (message: string) => void;
}

/** Runs cells one after the other and says of each how it went. What follows a failure is skipped. */
export async function runSequence(
  cells: readonly SequenceCell[],
  options: SequenceOptions,
  world: SequenceWorld,
): Promise<SequenceReport> {
  const reports: CellReport[] = [];
  let failed = false;
  let stopped = false;
  for (const cell of cells) {
    const { cellId, index, kind } = cell;
    const blank = { cellId, index, durationMs: 0, retries: 0 };
    if (kind !== 'code') {
      reports.push({ ...blank, status: 'text' });
      continue;
    }
    const held = failed && !options.continueOnError && !options.force.has(cellId);
    if (stopped || held || world.signal.aborted) {
      reports.push({ ...blank, status: 'skipped' });
      continue;
    }
    world.tell(`cell ${reports.length + 1} of ${cells.length}`);
    const report = await runOne(cell, options, world);
    reports.push(report);
    if (report.status !== 'ok') failed = true;
    // Whoever interrupts a cell of a sequence means the sequence.
    if (report.status === 'interrupted' || world.signal.aborted) stopped = true;
  }
  return {
    status: stopped ? 'stopped' : failed ? 'failed' : 'ok',
    cells: reports,
    totals: totalsOf(reports),
  };
}

async function runOne(
  { cellId, index }: SequenceCell,
  options: SequenceOptions,
  world: SequenceWorld,
): Promise<CellReport> {
  for (let retries = 0; ; retries++) {
    const run = world.start(cellId);
    const inTime = await endsInTime(run, options.timeoutMs, world);
    if (!inTime) await world.stop(run);
    const timedOut = !inTime && !world.signal.aborted;
    const error = timedOut
      ? `Timeout: the cell took longer than ${options.timeoutMs / 1000} s and was interrupted`
      : errorOf(run);
    const status = timedOut
      ? 'error'
      : world.signal.aborted && run.phase !== 'ended'
        ? 'interrupted'
        : run.status;
    const report: CellReport = {
      cellId,
      index,
      status,
      durationMs: run.durationMs,
      retries,
      ...(error === null ? {} : { error }),
    };
    const again =
      error !== null &&
      status === 'error' &&
      retries < options.retries &&
      isTransient(error, options.retryOn);
    if (!again || world.signal.aborted) return report;
    const delay = retryDelayMs(retries, world.random);
    world.tell(`${error}; trying again in ${(delay / 1000).toFixed(1)} s`);
    await world.sleep(delay, world.signal);
    if (world.signal.aborted) return report;
  }
}

async function endsInTime(run: Run, timeoutMs: number, { signal }: SequenceWorld): Promise<boolean> {
  while (run.phase !== 'ended') {
    const left = timeoutMs - run.durationMs;
    if (left <= 0 || signal.aborted) return false;
    await run.change(left, signal);
  }
  return true;
}

/** "Name: first line of the message", or why it did not run. */
function errorOf(run: Run): string | null {
  if (run.failure) return `${run.failure.kind}: ${run.failure.message}`;
  const error = run.log.all().find((output) => output.output_type === 'error');
  if (error) return `${String(error.ename)}: ${String(error.evalue).split('\n')[0]?.slice(0, 300)}`;
  return run.status === 'ok' ? null : (run.end?.reason ?? run.status);
}

function totalsOf(cells: readonly CellReport[]): SequenceReport['totals'] {
  const count = (...statuses: string[]): number =>
    cells.filter(({ status }) => statuses.includes(status)).length;
  const [passed, skipped, text] = [count('ok'), count('skipped'), count('text')];
  return { passed, failed: cells.length - passed - skipped - text, skipped };
}
