import type { Agent } from '../agents/agent.ts';
import type { Failure, FailureKind } from '../notebook/failure.ts';
import type { CodeRun } from '../notebook/kernel.ts';
import type { RunStatus } from '../notebook/notebook.ts';
import type { InputPrompt, RunUpdate } from '../notebook/run-update.ts';
import { Changes } from './changes.ts';
import { OutputLog } from './output-log.ts';

const MISTAKES: readonly FailureKind[] = ['not_found', 'invalid_input'];

export type RunPhase = 'queued' | 'running' | 'ended';

/** What a run is a run of: a cell, or code that is in none. */
export type RunSubject = { cellId: string } | { code: string; sent?: string };

/** One execution, from the moment it was asked for. */
export class Run {
  readonly id: string;
  /** Null: it is a run of `code`, which is in no cell. */
  readonly cellId: string | null;
  readonly code: string | null;
  /** What the kernel gets for it, where that is more than what was asked for. */
  readonly sent: string | null;
  /** Null: the user, in the page. */
  readonly startedBy: Agent | null;
  /** Who asked for it to be stopped, while it was under way or waited. Undefined: nobody of whom we know. */
  stoppedBy: Agent | null | undefined;
  readonly log = new OutputLog();
  phase: RunPhase = 'queued';
  /** What the page says of it: starting, waiting for a runtime, queued behind another cell. */
  state = 'queued';
  /** It waits until somebody has typed a line: what it asks. */
  input: InputPrompt | null = null;
  end: CodeRun | null = null;
  /** It could not be run at all: the reason. */
  failure: Failure | null = null;
  #startedAt: number | null = null;
  readonly #changes = new Changes();

  constructor(id: string, subject: RunSubject, startedBy: Agent | null) {
    this.id = id;
    this.cellId = 'cellId' in subject ? subject.cellId : null;
    this.code = 'code' in subject ? subject.code : null;
    this.sent = 'code' in subject ? (subject.sent ?? subject.code) : null;
    this.startedBy = startedBy;
  }

  /** What the kernel gets is not what was asked for, so it is nothing for the user's history. */
  get isByScript(): boolean {
    return this.sent !== this.code;
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
    if ('state' in update) {
      this.state = update.state;
      this.input = update.input ?? null;
    } else this.log.apply(update.patches);
    if (this.state === 'running' || this.input || 'patches' in update) this.#startedAt ??= performance.now();
    this.#changes.tell();
  }

  finish(end: CodeRun): void {
    if (this.phase === 'ended') return;
    // Nobody asked us for it, so it was the stop button of the page.
    if (end.status === 'interrupted') this.stoppedBy ??= null;
    const wasStopped = end.status === 'interrupted' || end.status === 'not_started';
    if (!wasStopped) this.stoppedBy = undefined;
    this.end = this.stoppedBy === undefined ? end : { ...end, reason: this.#withStopper(end.reason) };
    this.input = null;
    this.phase = 'ended';
    this.#changes.tell();
  }

  fail(failure: Failure): void {
    if (this.phase === 'ended') return;
    this.failure = failure;
    this.input = null;
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
