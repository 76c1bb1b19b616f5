import type { Agent } from '../agents/agent.ts';
import { clock } from '../clock/clock.ts';
import type { CellKind, Output } from '../notebook/cell.ts';
import type { RunStatus } from '../notebook/notebook.ts';
import type { InputPrompt } from '../notebook/run-update.ts';
import { boundText } from '../outputs/bound-text.ts';
import { readText } from '../outputs/parse-output.ts';
import { stripAnsi } from '../outputs/terminal-text.ts';
import { userFramesAlone } from '../outputs/traceback.ts';
import { Changes } from './changes.ts';
import type { Mutex } from './mutex.ts';
import { isTransient, retryDelayMs } from './retry-policy.ts';
import type { Run } from './run.ts';

export interface SequenceOptions {
  /** For each cell: how long it may wait for its start, and how long it may run. */
  timeoutMs: number;
  /** For all of them together; none when left out. */
  totalTimeoutMs?: number;
  retries: number;
  retryOn: readonly string[];
  /** Cells that run even after a failure before them. */
  force: ReadonlySet<string>;
  continueOnError: boolean;
  /** Every cell is to be told of, also where all went well in a long list. */
  tellsAll?: boolean;
  /** What the cells show is to be told with them. */
  tellsOutputs?: boolean;
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
  /** Its last run; none for a cell that was not run. */
  runId?: string;
  /** It was run although one before it had failed. */
  forced?: true;
  error?: string;
  /** Where in the user's own code it failed. */
  traceback?: string;
}

/** What a sequence needs of the world; tests bring their own. */
export interface SequenceContext {
  startedBy: Agent;
  start: (cellId: string) => Run;
  /** Takes a run out of the queue, or interrupts it, and nothing else. Says why, when it cannot. */
  stop: (run: Run) => Promise<string | null>;
  /** One sequence at a time. */
  mutex: Mutex;
  random: () => number;
}

/**
 * Runs cells one after the other and says of each how it went; what follows a failure is skipped. It goes on
 * until its end, whether or not somebody waits for it.
 */
export class Sequence {
  readonly id: string;
  readonly total: number;
  readonly reports: CellReport[] = [];
  status: 'running' | 'ok' | 'failed' | 'stopped' = 'running';
  readonly startedBy: Agent;
  /** What it does now, for people. */
  state = 'starting';
  /** Why it was stopped. */
  reason: string | null = null;
  readonly #cells: readonly SequenceCell[];
  readonly #options: SequenceOptions;
  readonly #context: SequenceContext;
  readonly #changes = new Changes();
  readonly #stopping = new AbortController();
  #failed = false;
  #current: Run | null = null;

  constructor(id: string, cells: readonly SequenceCell[], options: SequenceOptions, world: SequenceContext) {
    this.id = id;
    this.total = cells.length;
    this.#cells = cells;
    this.#options = options;
    this.#context = world;
    this.startedBy = world.startedBy;
  }

  get totals(): { passed: number; failed: number; skipped: number } {
    const count = (...statuses: string[]): number =>
      this.reports.filter(({ status }) => statuses.includes(status)).length;
    const [passed, skipped, others] = [count('ok'), count('skipped'), count('text', 'running')];
    return { passed, failed: this.reports.length - passed - skipped - others, skipped };
  }

  get tellsAll(): boolean {
    return this.#options.tellsAll === true;
  }

  get tellsOutputs(): boolean {
    return this.#options.tellsOutputs === true;
  }

  /** What the cell that runs now waits for: a line that somebody has to type. */
  get input(): InputPrompt | null {
    return this.status === 'running' ? (this.#current?.input ?? null) : null;
  }

  /** Settles with the next change, when time is up, or when the caller stops caring. */
  change(timeoutMs: number, signal: AbortSignal): Promise<void> {
    return this.#changes.next(timeoutMs, signal);
  }

  /** No further cell is started, and none is tried again. The one that runs is the caller's to interrupt. */
  stop(reason: string): void {
    if (this.status !== 'running' || this.reason !== null) return;
    this.reason = reason;
    this.#stopping.abort();
    this.#changes.tell();
  }

  async run(): Promise<void> {
    const { totalTimeoutMs } = this.#options;
    const limit =
      totalTimeoutMs === undefined ? undefined : clock.after(totalTimeoutMs, () => this.#timeIsUp());
    const unlock = await this.#lock();
    try {
      for (const cell of this.#cells) await this.#take(cell);
    } finally {
      unlock();
      clock.clear(limit);
    }
    this.status = this.reason !== null ? 'stopped' : this.#failed ? 'failed' : 'ok';
    this.#changes.tell();
  }

  async #lock(): Promise<() => void> {
    const tell = (place: number): void => this.#tell(`waiting for another run of cells (place ${place})`);
    // Whoever stops it while it waits gets all its cells as skipped.
    return this.#context.mutex.lock(this.#stopping.signal, tell).catch(() => () => {});
  }

  #timeIsUp(): void {
    const current = this.#current;
    this.stop(`The ${(this.#options.totalTimeoutMs ?? 0) / 1000} s for all cells together were up.`);
    if (current) void this.#context.stop(current);
  }

  async #take(cell: SequenceCell): Promise<void> {
    const { cellId, index, kind } = cell;
    const { continueOnError, force } = this.#options;
    const held = this.#failed && !continueOnError && !force.has(cellId);
    const isSkipped = this.#isStopping || held;
    const place = this.reports.length;
    const report: CellReport = { cellId, index, status: 'skipped', durationMs: 0, retries: 0 };
    this.reports.push(report);
    if (kind !== 'code') report.status = 'text';
    else if (!isSkipped) {
      if (this.#failed && !continueOnError) report.forced = true;
      this.#tell(`cell ${place + 1} of ${this.total}`);
      await this.#runUntilDone(report);
      if (report.status !== 'ok') this.#failed = true;
      // Whoever interrupts a cell of a sequence means the sequence.
      if (report.status === 'interrupted') this.stop('One of its cells was interrupted.');
    }
  }

  get #isStopping(): boolean {
    return this.#stopping.signal.aborted;
  }

  /** Once, and again while its error is transient and retries are left. */
  async #runUntilDone(report: CellReport): Promise<void> {
    for (;;) {
      await this.#runOnce(report);
      const { error, status, retries } = report;
      const isWorthAnother =
        status === 'error' &&
        error !== undefined &&
        retries < this.#options.retries &&
        isTransient(error, this.#options.retryOn);
      if (!isWorthAnother) return;
      const delay = retryDelayMs(retries, this.#context.random);
      this.#tell(`${error}; trying again in ${(delay / 1000).toFixed(1)} s`);
      await pause(delay, this.#stopping.signal);
      if (this.#isStopping) return;
      report.retries++;
      delete report.error;
      delete report.traceback;
    }
  }

  async #runOnce(report: CellReport): Promise<void> {
    const run = this.#context.start(report.cellId);
    this.#current = run;
    report.status = 'running';
    report.runId = run.id;
    this.#changes.tell();
    const timeout = await this.#endOrTimeout(run);
    report.durationMs = run.durationMs;
    report.status = timeout === null ? run.status : run.hasStarted ? 'error' : 'not_started';
    const error = timeout ?? errorOf(run);
    if (error !== null) report.error = error;
    const frames = timeout === null ? ownFramesOf(run, error) : null;
    if (frames !== null) report.traceback = frames;
  }

  /** Null when it has ended in time; otherwise what became of it. */
  async #endOrTimeout(run: Run): Promise<string | null> {
    const { timeoutMs } = this.#options;
    const asked = performance.now();
    while (run.phase !== 'ended') {
      const left = timeoutMs - (run.hasStarted ? run.durationMs : performance.now() - asked);
      if (left <= 0) return this.#stopLate(run);
      const { input } = run;
      await run.change(left, never);
      if (run.input !== input) this.#changes.tell();
    }
    return null;
  }

  async #stopLate(run: Run): Promise<string> {
    const { state, hasStarted } = run;
    const whyNot = await this.#context.stop(run);
    const seconds = this.#options.timeoutMs / 1000;
    const late = hasStarted
      ? `Timeout: the cell took longer than ${seconds} s`
      : `Timeout: the cell did not start within ${seconds} s (${state})`;
    if (whyNot !== null) return `${late} and could not be stopped: ${whyNot}`;
    return `${late} and was ${hasStarted ? 'interrupted' : 'taken out of the queue'}`;
  }

  #tell(state: string): void {
    this.state = state;
    this.#changes.tell();
  }
}

const never = new AbortController().signal;

/** "Name: first line of the message", or why it did not run. */
function errorOf(run: Run): string | null {
  if (run.failure) return `${run.failure.kind}: ${run.failure.message}`;
  const error = errorOutputOf(run);
  if (error) return `${String(error.ename)}: ${String(error.evalue).split('\n')[0]?.slice(0, 300)}`;
  return run.status === 'ok' ? null : (run.end?.reason ?? run.status);
}

const errorOutputOf = (run: Run): Output | undefined =>
  run.log.all().find((output) => output.output_type === 'error');

/** Enough for a few frames. */
const MOST_TRACEBACK_CHARS = 2_000;

/** Without the error at its end: that is told beside it. */
function ownFramesOf(run: Run, error: string | null): string | null {
  const traceback = readText(errorOutputOf(run)?.traceback, '\n');
  if (!traceback) return null;
  const text = userFramesAlone(stripAnsi(traceback).split('\n')).join('\n');
  const frames =
    error !== null && text.endsWith(`\n${error}`) ? text.slice(0, -error.length).trimEnd() : text;
  return boundText(frames, MOST_TRACEBACK_CHARS);
}

/** Ends early when the signal aborts. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Changes().next(ms, signal);
}
