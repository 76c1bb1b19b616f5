import { Failure } from '../notebook/failure.ts';
import type { Notebook } from '../notebook/notebook.ts';
import { Run } from './run.ts';
import { Turnstile } from './turnstile.ts';

/** Past runs are kept so that their outputs can be read later, up to these bounds. */
const MAX_RUNS = 200;
const MAX_CHARS = 64_000_000;

/**
 * The runs of one notebook. One at a time, in the order they were asked for, whichever agent asks:
 * so each has its own outputs, also when two ask for the same cell.
 */
export class Runner {
  /** For callers that run many cells: one such caller at a time. */
  readonly turnstile = new Turnstile();
  readonly #notebook: Notebook;
  readonly #runs = new Map<string, Run>();
  #queue: Run[] = [];
  #current: Run | null = null;
  #count = 0;

  constructor(notebook: Notebook) {
    this.#notebook = notebook;
    notebook.onUserRun((cellId) => this.#follow(cellId));
  }

  start(cellId: string): Run {
    const run = this.#add(cellId, 'agent');
    this.#queue.push(run);
    this.#next();
    return run;
  }

  find(runId: string | undefined): Run {
    const run = runId === undefined ? [...this.#runs.values()].at(-1) : this.#runs.get(runId);
    if (run) return run;
    const known = this.latest(10).map(({ id }) => id);
    throw new Failure(
      'not_found',
      runId === undefined
        ? 'Nothing has been run yet.'
        : `There is no run "${runId}"; it may be from before a reload of the tab.`,
      known.length > 0 ? `The latest runs are: ${known.join(', ')}.` : 'Run a cell with execute_cell.',
    );
  }

  /** The newest first. */
  latest(count: number): Run[] {
    return [...this.#runs.values()].slice(-count).reverse();
  }

  /** Takes a run out of the queue; false when it has begun. */
  cancel(run: Run): boolean {
    if (!this.#queue.includes(run)) return false;
    this.#queue = this.#queue.filter((other) => other !== run);
    const reason = 'It was cancelled before it started.';
    run.finish({ cellId: run.cellId, status: 'not_started', executionCount: null, durationMs: 0, reason });
    return true;
  }

  cancelQueued(): Run[] {
    return [...this.#queue].filter((run) => this.cancel(run));
  }

  /** 0 when it runs or has ended; otherwise how many runs are before it. */
  placeOf(run: Run): number {
    const place = this.#queue.indexOf(run);
    return place < 0 ? 0 : place + (this.#current ? 1 : 0);
  }

  #add(cellId: string, startedBy: Run['startedBy']): Run {
    this.#count++;
    const run = new Run(`run-${this.#count}`, cellId, startedBy);
    this.#runs.set(run.id, run);
    this.#forgetOldest();
    return run;
  }

  #next(): void {
    if (this.#current) return;
    const run = this.#queue.shift();
    if (!run) return;
    this.#current = run;
    void this.#perform(run, false).finally(() => {
      this.#current = null;
      this.#next();
    });
  }

  #follow(cellId: string): void {
    // Our own runs are seen by the page as well.
    if (this.#current?.cellId === cellId) return;
    void this.#perform(this.#add(cellId, 'user'), true);
  }

  async #perform(run: Run, started: boolean): Promise<void> {
    run.begin();
    try {
      const target = { cellId: run.cellId, ...(started ? { started } : {}) };
      run.finish(await this.#notebook.runCell(target, { onUpdate: (update) => run.update(update) }));
    } catch (thrown) {
      run.fail(Failure.from(thrown));
    }
  }

  #forgetOldest(): void {
    let chars = 0;
    for (const run of [...this.#runs.values()].reverse()) chars += run.log.chars;
    for (const run of this.#runs.values()) {
      if (this.#runs.size <= MAX_RUNS && chars <= MAX_CHARS) return;
      if (run.phase !== 'ended') continue;
      chars -= run.log.chars;
      this.#runs.delete(run.id);
    }
  }
}
