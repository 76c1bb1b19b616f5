import { clock, type Timer } from '../../clock/clock.ts';
import type { ColabCell } from '../surface/cell.ts';
import { onceCompleted } from '../surface/completion.ts';
import type { ColabPage } from '../surface/page.ts';
import * as select from '../surface/selectors.ts';
import { nextTask, onMutation } from '../wait.ts';

/** Whether this build's `execution_completed` has been seen to come; learned once, for the page's life. */
export interface CompletionKnowledge {
  eventComes: boolean;
}

/** When to look again after an event: flags may flip a moment later, and short waits run out between polls. */
const LOOK_AGAIN_MS = [4, 16, 50, 220, 420];

/**
 * Everything the page tells about one run of one cell. Built before the start, because a fast cell
 * starts and ends between two looks: then only the count, the execution record, the classes that
 * were replaced, or the completion event show that it ran.
 */
export class RunSignals {
  sawPending = false;
  sawRunning = false;
  completed = false;
  /** Proof that the kernel was done with it. The completion event is none: a run that is cancelled has it too. */
  ran = false;
  #queuedAt: number | null = null;
  #runningAt: number | null = null;

  readonly #page: ColabPage;
  #cell: ColabCell;
  #countBefore: number | null | undefined;
  readonly #infoBefore: string;
  readonly #listeners = new Set<() => void>();
  readonly #stops: Array<() => void> = [];
  #observedRoot: ShadowRoot | null = null;
  #stopRoot: () => void = () => {};
  #lookAgainTimers: Timer[] = [];
  #stopped = false;

  constructor(page: ColabPage, cell: ColabCell, knowledge: CompletionKnowledge) {
    this.#page = page;
    this.#cell = cell;
    this.#countBefore = cell.toldCount;
    this.#infoBefore = cell.executionInfo;
    const stopCompletion = onceCompleted(cell.model, () => {
      knowledge.eventComes = true;
      this.completed = true;
      this.#wake();
    });
    if (stopCompletion) this.#stops.push(stopCompletion);
    this.#stops.push(onMutation(page.cellList, { childList: true })(() => this.#wake()));
    const element = cell.element;
    this.#stops.push(
      onMutation(element, { attributes: true, attributeFilter: ['class'] })(() => this.#wake()),
    );
    this.#observeRunButton(cell);
  }

  /** Looks at the cell now; null when it is gone from the notebook. */
  look(): ColabCell | null {
    const cell = this.#page.holds(this.#cell) ? this.#cell : this.#page.find(this.#cell.id);
    if (!cell) return null;
    this.#cell = cell;
    this.#observeRunButton(cell);
    const { running, pending } = cell.runState;
    if (pending) this.sawPending = true;
    if (running) this.sawRunning = true;
    if (this.#hasNewRecord(cell)) this.ran = true;
    this.#noteTimes();
    return cell;
  }

  /** When it began to run; when it was first seen to have started, for a cell too fast to be seen running. */
  get startedAt(): number | null {
    return this.#runningAt ?? this.#queuedAt;
  }

  get started(): boolean {
    return this.sawPending || this.sawRunning || this.completed || this.ran;
  }

  readonly changed = (wake: () => void): (() => void) => {
    this.#listeners.add(wake);
    return () => this.#listeners.delete(wake);
  };

  lookAgain(): void {
    this.#wake();
  }

  stop(): void {
    this.#stopped = true;
    for (const stop of this.#stops) stop();
    for (const timer of this.#lookAgainTimers) clock.clear(timer);
    this.#stopRoot();
    this.#listeners.clear();
  }

  #noteTimes(): void {
    const now = performance.now();
    if (this.started) this.#queuedAt ??= now;
    if (this.sawRunning) this.#runningAt ??= now;
  }

  /** Colab re-renders a cell that scrolls in or out, so the button may be another one than before. */
  #observeRunButton(cell: ColabCell): void {
    const root = cell.runButton?.shadowRoot ?? null;
    if (!root || root === this.#observedRoot || typeof MutationObserver === 'undefined') return;
    this.#stopRoot();
    const observer = new MutationObserver((records) => {
      for (const { oldValue } of records) this.#noteClass(oldValue);
      this.#wake();
    });
    observer.observe(root, {
      subtree: true,
      childList: true,
      attributes: true,
      attributeOldValue: true,
      attributeFilter: ['class'],
    });
    this.#observedRoot = root;
    this.#stopRoot = () => observer.disconnect();
    this.#noteClass(root.querySelector(select.RUN_STATE)?.className ?? null);
  }

  /** A restart takes counts away, which is no run; nor is a count that could not be read before. */
  #hasNewRecord(cell: ColabCell): boolean {
    const { toldCount } = cell;
    if (toldCount === null || this.#countBefore === undefined) this.#countBefore = toldCount;
    return (
      (toldCount !== undefined && toldCount !== this.#countBefore) ||
      (cell.executionInfo !== this.#infoBefore && !cell.isRecordOfRunning)
    );
  }

  #noteClass(className: string | null): void {
    const state = select.readRunState(className);
    if (state?.pending) this.sawPending = true;
    if (state?.running) this.sawRunning = true;
  }

  #wake(): void {
    if (this.#stopped) return;
    this.tell();
    // Timers of a hidden tab are held back, tasks are not.
    void nextTask().then(() => this.tell());
    for (const timer of this.#lookAgainTimers) clock.clear(timer);
    this.#lookAgainTimers = LOOK_AGAIN_MS.map((ms) => clock.after(ms, () => this.tell()));
  }

  /** Whoever waits looks now. */
  tell(): void {
    for (const listener of [...this.#listeners]) listener();
  }
}
