import type { ColabCell } from '../surface/cell.ts';
import { onceCompleted } from '../surface/completion.ts';
import type { ColabPage } from '../surface/page.ts';
import * as select from '../surface/selectors.ts';
import { onMutation } from '../wait.ts';

/** Whether this build's `execution_completed` has been seen to come; learned once, for the page's life. */
export interface CompletionKnowledge {
  eventComes: boolean;
}

/** How soon to look again after an event: flags may flip a moment later, and short waits run out between polls. */
const ECHOES_MS = [0, 4, 16, 50, 220, 420];

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
  readonly #before: { count: number | null; info: string };
  readonly #listeners = new Set<() => void>();
  readonly #stops: Array<() => void> = [];
  #observedRoot: ShadowRoot | null = null;
  #stopRoot: () => void = () => {};
  #echoes: Array<ReturnType<typeof setTimeout>> = [];

  constructor(page: ColabPage, cell: ColabCell, knowledge: CompletionKnowledge) {
    this.#page = page;
    this.#cell = cell;
    this.#before = { count: cell.executionCount, info: cell.executionInfo };
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

  #noteTimes(): void {
    const now = performance.now();
    if (this.started) this.#queuedAt ??= now;
    if (this.sawRunning) this.#runningAt ??= now;
  }

  readonly changed = (wake: () => void): (() => void) => {
    this.#listeners.add(wake);
    return () => this.#listeners.delete(wake);
  };

  nudge(): void {
    this.#wake();
  }

  stop(): void {
    for (const stop of this.#stops) stop();
    for (const echo of this.#echoes) clearTimeout(echo);
    this.#stopRoot();
    this.#listeners.clear();
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

  /** The record may be written at the start too, and then says so. */
  #hasNewRecord(cell: ColabCell): boolean {
    const { count, info } = this.#before;
    const { executionInfo } = cell;
    return (
      cell.executionCount !== count ||
      (executionInfo !== info && !/"status":"(running|pending|queued)"/.test(executionInfo))
    );
  }

  #noteClass(className: string | null): void {
    const classes = className?.split(/\s+/) ?? [];
    if (!classes.includes('cell-execution')) return;
    if (classes.includes('pending')) this.sawPending = true;
    if (classes.includes('running')) this.sawRunning = true;
  }

  #wake(): void {
    for (const listener of [...this.#listeners]) listener();
    for (const echo of this.#echoes) clearTimeout(echo);
    this.#echoes = ECHOES_MS.map((ms) =>
      setTimeout(() => {
        for (const listener of [...this.#listeners]) listener();
      }, ms),
    );
  }
}
