import type { Failure } from '../notebook/failure.ts';
import type { CellRun, RunStatus } from '../notebook/notebook.ts';
import type { RunUpdate } from '../notebook/run-update.ts';
import { OutputLog } from './output-log.ts';

export type RunPhase = 'queued' | 'running' | 'ended';

/** One execution of one cell, from the moment it was asked for. */
export class Run {
  readonly id: string;
  readonly cellId: string;
  readonly startedBy: 'agent' | 'user';
  readonly log = new OutputLog();
  phase: RunPhase = 'queued';
  /** What the page says of it: starting, waiting for a runtime, queued behind another cell. */
  state = 'queued';
  end: CellRun | null = null;
  /** It could not be run at all: the reason. */
  failure: Failure | null = null;
  #startedAt: number | null = null;
  #waiting = new Set<() => void>();

  constructor(id: string, cellId: string, startedBy: Run['startedBy']) {
    this.id = id;
    this.cellId = cellId;
    this.startedBy = startedBy;
  }

  get status(): RunStatus {
    if (this.end) return this.end.status;
    return this.failure ? 'not_started' : 'running';
  }

  get durationMs(): number {
    if (this.end) return this.end.durationMs;
    return this.#startedAt === null ? 0 : Math.round(performance.now() - this.#startedAt);
  }

  begin(): void {
    this.phase = 'running';
    this.state = 'starting';
    this.#changed();
  }

  update(update: RunUpdate): void {
    if ('state' in update) this.state = update.state;
    else this.log.apply(update.patches);
    // Not before: it may wait for a runtime, or behind a cell that the user runs.
    if (this.state === 'running' || 'patches' in update) this.#startedAt ??= performance.now();
    this.#changed();
  }

  finish(end: CellRun): void {
    this.end = end;
    this.phase = 'ended';
    this.#changed();
  }

  fail(failure: Failure): void {
    this.failure = failure;
    this.phase = 'ended';
    this.#changed();
  }

  /** Settles with the next change, when time is up, or when the caller stops caring. */
  change(timeoutMs: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted || timeoutMs <= 0) return Promise.resolve();
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        this.#waiting.delete(done);
        signal.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(done, timeoutMs);
      this.#waiting.add(done);
      signal.addEventListener('abort', done);
    });
  }

  #changed(): void {
    for (const wake of [...this.#waiting]) wake();
  }
}
