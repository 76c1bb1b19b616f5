import type { Agent } from '../agents/agent.ts';
import { Failure } from '../notebook/failure.ts';
import type { InterruptTarget, Kernel } from '../notebook/kernel.ts';
import type { Notebook } from '../notebook/notebook.ts';
import type { RunUpdate } from '../notebook/run-update.ts';
import { countOf } from '../outputs/bound-text.ts';
import { KernelRecord } from './kernel-record.ts';
import { Mutex } from './mutex.ts';
import type { RunSubject } from './run.ts';
import { Run } from './run.ts';
import type { SequenceCell, SequenceOptions } from './sequence.ts';
import { Sequence } from './sequence.ts';

/** Past runs are kept so that their outputs can be read later, up to these bounds. */
const MAX_RUNS = 200;
const MAX_CHARS = 64_000_000;
const MAX_SEQUENCES = 20;

/** How long the page may take to show a cell that it was asked to run. */
const SHOWN_MS = 5_000;
/**
 * So long after the page shows a cell as running, a kernel is still busy with its own steps before the code. An interrupt
 * among those is swallowed by IPython, and sometimes the kernel's answer with it: then the cell never ends.
 */
const OWN_STEPS_MS = 500;
/** Until then it may all the same not have come to the code. */
const JUST_BEGUN_MS = 1_000;

type RunnableCells = Pick<Notebook, 'runCell' | 'catchUp' | 'onUserRun'>;

/**
 * The runs of one notebook. One at a time, in the order they were asked for, whichever agent asks:
 * so each has its own outputs, also when two ask for the same cell.
 */
export class Runner {
  readonly #notebook: RunnableCells;
  readonly #kernel: Kernel;
  readonly #scope: string;
  readonly #unfollow: () => void;
  readonly #runs = new Map<string, Run>();
  #queue: Run[] = [];
  #current: Run | null = null;
  #count = 0;
  #sequences: Sequence[] = [];
  #sequenceCount = 0;
  readonly #mutex = new Mutex();
  #hasEnded = false;
  readonly #listeners = new Set<(run: Run) => void>();
  /** What has run in the kernel. */
  readonly record = new KernelRecord();
  /**
   * When its turn has come: may this run of an agent begin, and only with which text? Throws when it may not: the user
   * may have said something since it was asked for.
   */
  admit: (run: Run, by: Agent) => { expectedRevision?: string } = () => ({});
  /** What is kept of what a run shows. */
  scrub: (update: RunUpdate) => RunUpdate = (update) => update;

  /** `scope` is in every id that it gives: a run of another notebook, or of before a reload, is never taken for one of these. */
  constructor(notebook: RunnableCells, kernel: Kernel, scope: string) {
    this.#notebook = notebook;
    this.#kernel = kernel;
    this.#scope = scope;
    this.#unfollow = notebook.onUserRun((cellId) => this.#follow(cellId));
  }

  /** The tab shows another notebook: nothing more is started here, and what is under way cannot be followed. */
  end(): void {
    this.#hasEnded = true;
    this.#unfollow();
    this.cancelWaiting();
    for (const run of this.#runs.values()) {
      run.fail(lost('The tab shows another notebook now; what the cell had begun may go on.'));
    }
  }

  /** Tells of every run that begins, waits, ends, or whose code has begun. Returns how to stop. */
  onChange(listener: (run: Run) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** What runs, and then what waits, in order. */
  get underWay(): Run[] {
    const running = [...this.#runs.values()].filter(({ phase }) => phase === 'running');
    return [...running, ...this.#queue];
  }

  /** A cell, by its id. */
  start(cellId: string, by: Agent): Run {
    return this.#enqueue({ cellId }, by);
  }

  /** Code that is in no cell. It waits for its turn as cells do. `sent`: what does what the code says. */
  startCode(code: string, by: Agent, sent = code): Run {
    return this.#enqueue({ code, sent }, by);
  }

  #enqueue(subject: RunSubject, by: Agent): Run {
    const run = this.#add(subject, by);
    // A call that was under way must not go on in a notebook that it was not made for.
    if (this.#hasEnded) run.fail(lost('The tab shows another notebook now; nothing was run.'));
    else this.#queue.push(run);
    this.#next();
    this.#tell(run);
    return run;
  }

  /** Runs these cells one after the other; what it gives goes on by itself. */
  startSequence(cells: readonly SequenceCell[], options: SequenceOptions, by: Agent): Sequence {
    const sequence = new Sequence(`sequence-${this.#scope}-${++this.#sequenceCount}`, cells, options, {
      startedBy: by,
      start: (cellId) => this.start(cellId, by),
      stop: (run) => this.stop(run, by),
      mutex: this.#mutex,
      random: Math.random,
    });
    this.#sequences = [...this.#sequences, sequence].slice(-MAX_SEQUENCES);
    void sequence.run();
    return sequence;
  }

  findSequence(id: string | undefined): Sequence | undefined {
    return this.#sequences.find((sequence) => sequence.id === id);
  }

  /** The newest when none is named. */
  find(runId: string | undefined): Run {
    const run = runId === undefined ? this.latest(1)[0] : this.#runs.get(runId);
    if (run) return run;
    const known = this.latest(10).map(({ id }) => id);
    throw new Failure(
      'not_found',
      runId === undefined
        ? 'Nothing has been run yet.'
        : `There is no run "${runId}" in this notebook; it may be of another, or from before a reload of the tab.`,
      known.length > 0 ? `The latest runs are: ${known.join(', ')}.` : 'Run a cell with execute_cell.',
    );
  }

  /** Undefined when it is not known any more. */
  known(runId: string): Run | undefined {
    return this.#runs.get(runId);
  }

  /** What a run has shown until now is in its log when this settles, however late the page's own events are. */
  async catchUp({ phase }: Run): Promise<void> {
    if (phase === 'running') await this.#notebook.catchUp();
  }

  /** The newest first, without those that never were runs. */
  latest(count: number): Run[] {
    return [...this.#runs.values()]
      .filter((run) => !run.isMistake)
      .slice(-count)
      .reverse();
  }

  /** Takes a run out of the queue; false when it has begun. `by`: null for the user, undefined for nobody. */
  cancel(run: Run, by?: Agent | null): boolean {
    if (!this.#queue.includes(run)) return false;
    this.#queue = this.#queue.filter((other) => other !== run);
    run.stoppedBy = by;
    const reason = 'It was cancelled before it started.';
    run.finish({ status: 'not_started', executionCount: null, durationMs: 0, reason });
    this.#tell(run);
    return true;
  }

  /** All that waits, or all of one agent: runs in the queue, and what is left of sequences. Gives their ids. */
  cancelWaiting(by?: Agent | null, ofAgent?: string): string[] {
    const isMeant = (starter: Agent | null): boolean => ofAgent === undefined || starter?.id === ofAgent;
    const runs = this.#queue.filter((run) => isMeant(run.startedBy)).filter((run) => this.cancel(run, by));
    const sequences = this.#sequences.filter(
      ({ status, startedBy }) => status === 'running' && isMeant(startedBy),
    );
    const stopper = by === undefined ? '' : ` by ${by?.name ?? 'the user'}`;
    for (const sequence of sequences) sequence.stop(`The execution was interrupted${stopper}.`);
    return [...runs, ...sequences].map(({ id }) => id);
  }

  /** The runtime that they waited for is gone: none of them begins in another one, where nothing is as they knew it. */
  loseWaiting(reason: string): void {
    const waiting = this.#queue;
    this.#queue = [];
    for (const sequence of this.#sequences) if (sequence.status === 'running') sequence.stop(reason);
    for (const run of waiting) {
      run.finish({ status: 'lost', executionCount: null, durationMs: 0, reason });
      this.#tell(run);
    }
  }

  /** Stops all that runs and cancels all that waits. */
  async interrupt(by: Agent | null) {
    // First, so that none of them starts when the running one ends.
    const cancelledRuns = this.cancelWaiting(by);
    for (const run of this.underWay) run.stoppedBy ??= by;
    if (this.#current) await codeBegun(this.#current);
    const told = await this.#kernel.interrupt(this.#current ? withAge({}, this.#current) : {});
    if (!told.interrupted) for (const run of this.underWay) run.stoppedBy = undefined;
    return { ...told, cancelledRuns };
  }

  /** Null when it was stopped, otherwise why not. */
  async stop(run: Run, by: Agent | null): Promise<string | null> {
    if (this.cancel(run, by)) return null;
    try {
      run.stoppedBy ??= by;
      await codeBegun(run);
      const target = run.cellId === null ? { code: true } : { cellId: run.cellId };
      const { interrupted, stillRunning } = await this.#kernel.interrupt(withAge(target, run));
      if (!interrupted) return "it stays in the notebook's own queue and runs when its turn comes.";
      return stillRunning ? 'it was interrupted, but is still winding up.' : null;
    } catch (thrown) {
      return Failure.from(thrown).message;
    }
  }

  /** 0 when it runs or has ended; otherwise how many runs are before it. */
  positionOf(run: Run): number {
    const place = this.#queue.indexOf(run);
    return place < 0 ? 0 : place + (this.#current ? 1 : 0);
  }

  /** What it does, or waits for, in words. */
  stateOf(run: Run): string {
    const before = this.positionOf(run);
    return before > 0 ? `queued behind ${countOf(before, 'other run')}` : run.state;
  }

  #add(subject: RunSubject, startedBy: Agent | null): Run {
    this.#count++;
    const run = new Run(`run-${this.#scope}-${this.#count}`, subject, startedBy);
    this.#runs.set(run.id, run);
    this.#forgetOldest();
    return run;
  }

  #next(): void {
    if (this.#current) return;
    const run = this.#queue.shift();
    if (!run) return;
    this.#current = run;
    void this.#perform(run).finally(() => {
      this.#current = null;
      this.#next();
    });
  }

  #follow(cellId: string): void {
    // Our own runs are seen by the page as well.
    if (this.#current?.cellId === cellId) return;
    void this.#perform(this.#add({ cellId }, null));
  }

  async #perform(run: Run): Promise<void> {
    run.begin();
    this.#tell(run);
    try {
      const { cellId, sent, startedBy } = run;
      const admission = startedBy ? this.admit(run, startedBy) : { started: true };
      const follow = (update: RunUpdate): void => {
        const { hasStarted, input } = run;
        run.update(this.scrub(update));
        if (run.hasStarted !== hasStarted || run.input !== input) this.#tell(run);
      };
      run.finish(
        cellId === null
          ? await this.#kernel.execute({ code: sent ?? '', isUnrecorded: run.isByScript }, follow)
          : await this.#notebook.runCell({ cellId, ...admission }, follow),
      );
    } catch (thrown) {
      run.fail(Failure.from(thrown));
    }
    this.record.note(run);
    if (run.end?.isRuntimeLost)
      this.loseWaiting(`${run.end.reason ?? 'The runtime was lost.'} It had not begun.`);
    this.#tell(run);
    void this.#remember(run);
  }

  async #remember({ cellId, status }: Run): Promise<void> {
    if (cellId === null || (status !== 'ok' && status !== 'error' && status !== 'interrupted')) return;
    try {
      this.record.ran(cellId, await this.#kernel.state());
    } catch {
      // A page that does not tell now tells the next time.
    }
  }

  #tell(run: Run): void {
    for (const listener of this.#listeners) listener(run);
  }

  #forgetOldest(): void {
    let chars = 0;
    for (const run of this.#runs.values()) chars += run.log.chars;
    for (const run of this.#runs.values()) {
      if (this.#runs.size <= MAX_RUNS && chars <= MAX_CHARS) return;
      if (run.phase !== 'ended') continue;
      chars -= run.log.chars;
      this.#runs.delete(run.id);
    }
  }
}

function lost(message: string): Failure {
  return new Failure('lost', message, 'Open the notebook again and read the cell.');
}

/**
 * Waits until there is something to stop. A cell that was asked for a moment ago is not shown as running yet: nothing would be
 * stopped, and then it would run.
 */
async function codeBegun(run: Run): Promise<void> {
  const nobodyStops = new AbortController().signal;
  const deadline = performance.now() + SHOWN_MS;
  while (run.cellId !== null && run.phase === 'running') {
    const isSilent = run.log.chars === 0 && run.input === null;
    if (run.hasStarted ? !isSilent : run.state !== 'starting') return;
    const left = run.hasStarted ? OWN_STEPS_MS - run.durationMs : deadline - performance.now();
    if (left <= 0) return;
    await run.change(left, nobodyStops);
  }
}

function withAge(target: InterruptTarget, run: Run): InterruptTarget {
  const hasJustBegun = run.cellId !== null && run.hasStarted && run.durationMs < JUST_BEGUN_MS;
  return hasJustBegun ? { ...target, hasJustBegun } : target;
}
