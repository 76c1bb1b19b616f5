import type { Agent } from '../agents/agent.ts';
import type { Failure, FailureKind } from '../notebook/failure.ts';
import type { CellRun, RunStatus } from '../notebook/notebook.ts';
import type { RunUpdate } from '../notebook/run-update.ts';
import { Changes } from './changes.ts';
import { OutputLog } from './output-log.ts';

const MISTAKES: readonly FailureKind[] = ['not_found', 'invalid_input'];

export type RunPhase = 'queued' | 'running' | 'ended';

/** One execution of one cell, from the moment it was asked for. */
export class Run {
  readonly id: string;
  readonly cellId: string;
  /** Null: the user, in the page. */
  readonly startedBy: Agent | null;
  /** Who asked for it to be stopped, while it was under way or waited. Undefined: nobody of whom we know. */
  stoppedBy: Agent | null | undefined;
  readonly log = new OutputLog();
  phase: RunPhase = 'queued';
  /** What the page says of it: starting, waiting for a runtime, queued behind another cell. */
  state = 'queued';
  end: CellRun | null = null;
  /** It could not be run at all: the reason. */
  failure: Failure | null = null;
  #startedAt: number | null = null;
  readonly #changes = new Changes();

  constructor(id: string, cellId: string, startedBy: Agent | null) {
    this.id = id;
    this.cellId = cellId;
    this.startedBy = startedBy;
  }

  get status(): RunStatus {
    if (this.end) return this.end.status;
    return this.failure ? 'not_started' : 'running';
  }

  /** Whether its code has begun: it may wait for a runtime, or behind a cell that the user runs. */
  get hasStarted(): boolean {
    return this.#startedAt !== null;
  }

  /** It never was a run: the call named a cell that is not there, or cannot run. */
  get isMistake(): boolean {
    return this.failure !== null && MISTAKES.includes(this.failure.kind);
  }

  /** When its code began, as a date; null before that. */
  get startedAt(): number | null {
    return this.#startedAt === null ? null : Math.round(performance.timeOrigin + this.#startedAt);
  }

  get durationMs(): number {
    if (this.end) return this.end.durationMs;
    return this.#startedAt === null ? 0 : Math.round(performance.now() - this.#startedAt);
  }

  begin(): void {
    this.phase = 'running';
    this.state = 'starting';
    this.#changes.tell();
  }

  update(update: RunUpdate): void {
    if ('state' in update) this.state = update.state;
    else this.log.apply(update.patches);
    if (this.state === 'running' || 'patches' in update) this.#startedAt ??= performance.now();
    this.#changes.tell();
  }

  finish(end: CellRun): void {
    if (this.phase === 'ended') return;
    // Nobody asked us for it, so it was the stop button of the page.
    if (end.status === 'interrupted') this.stoppedBy ??= null;
    const wasStopped = end.status === 'interrupted' || end.status === 'not_started';
    if (!wasStopped) this.stoppedBy = undefined;
    this.end = this.stoppedBy === undefined ? end : { ...end, reason: this.#withStopper(end.reason) };
    this.phase = 'ended';
    this.#changes.tell();
  }

  fail(failure: Failure): void {
    if (this.phase === 'ended') return;
    this.failure = failure;
    this.phase = 'ended';
    this.#changes.tell();
  }

  #withStopper(reason: string | undefined): string {
    const stopper = this.stoppedBy?.name ?? 'the user';
    return [reason, `It was stopped by ${stopper}.`].filter((part) => part !== undefined).join(' ');
  }

  /** Settles with the next change, when time is up, or when the caller stops caring. */
  change(timeoutMs: number, signal: AbortSignal): Promise<void> {
    return this.#changes.next(timeoutMs, signal);
  }
}
