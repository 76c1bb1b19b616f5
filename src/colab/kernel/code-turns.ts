import type { CodeRequest, CodeRun } from '../../notebook/kernel.ts';
import type { OnRunUpdate } from '../../notebook/notebook.ts';
import type { ColabPage } from '../surface/page.ts';
import { onMutation, type Subscribe, until } from '../wait.ts';

/** The page tells when a cell ends; this is for what it does not tell. */
const SAFETY_POLL_MS = 500;

/** How code that the kernel runs by itself is stopped. */
export interface Stopping {
  /** Settles when it has begun: an interrupt before that has no effect. */
  begun: Promise<void>;
  /** Without the page's own controls; false when that cannot be done. */
  stop(): Promise<boolean>;
}

/** What runs, for those who do it. */
export interface Turn {
  isQuiet: boolean;
  phase: 'waiting' | 'running';
  since: number;
  isStopped: boolean;
  stopping?: Stopping;
  /** The page's control was used, to no effect so far. */
  wasPressed?: boolean;
}

/** What runs, in words, or null when nothing does. */
export type WhatRuns = () => string | null;

/**
 * Code without a cell is run one after the other, and only when no cell runs: so it can be told what it waits for,
 * and who does not want to wait so long can be sent away with nothing done.
 */
export class CodeTurns {
  readonly #page: ColabPage;
  readonly #runningCell: WhatRuns;
  readonly #turns: Turn[] = [];
  readonly #listeners = new Set<() => void>();

  constructor(page: ColabPage, runningCell: WhatRuns) {
    this.#page = page;
    this.#runningCell = runningCell;
  }

  /** What runs at the moment: with `ofAgents`, only what agents asked for. */
  running(ofAgents = false): Turn | undefined {
    return this.#turns.find(({ phase, isQuiet }) => phase === 'running' && !(ofAgents && isQuiet));
  }

  readonly changed: Subscribe = (wake) => {
    this.#listeners.add(wake);
    return () => this.#listeners.delete(wake);
  };

  /** Ends the waiting of what agents asked for; true when there was some. */
  stopWaiting(): boolean {
    const waiting = this.#turns.filter(({ phase, isQuiet }) => phase === 'waiting' && !isQuiet);
    for (const turn of waiting) turn.isStopped = true;
    this.#tell();
    return waiting.length > 0;
  }

  async take(
    { isQuiet = false, startWithinMs }: CodeRequest,
    onUpdate: OnRunUpdate,
    work: (turn: Turn) => Promise<CodeRun>,
  ): Promise<CodeRun> {
    const turn: Turn = { isQuiet, phase: 'waiting', since: Date.now(), isStopped: false };
    this.#turns.push(turn);
    try {
      const refusal = await this.#wait(turn, startWithinMs, onUpdate);
      if (refusal !== null) return refusal;
      turn.phase = 'running';
      turn.since = Date.now();
      return await work(turn);
    } finally {
      this.#turns.splice(this.#turns.indexOf(turn), 1);
      this.#tell();
    }
  }

  /** How it ended without a start, or null when its turn has come. */
  async #wait(turn: Turn, withinMs: number | undefined, onUpdate: OnRunUpdate): Promise<CodeRun | null> {
    let told: string | null = null;
    const seen = await until<CodeRun | true>(
      () => {
        if (turn.isStopped) return notStarted('It was stopped before it started.');
        const before = this.#whatIsBefore(turn);
        if (before === null) return true;
        if (told === null) onUpdate({ state: `queued behind ${before}` });
        told = before;
        return undefined;
      },
      {
        timeoutMs: withinMs ?? Number.POSITIVE_INFINITY,
        pollMs: SAFETY_POLL_MS,
        events: [this.changed, onMutation(this.#page.cellList, CLASSES)],
      },
    );
    if (seen === true) return null;
    return seen ?? { ...notStarted(`The kernel was busy with ${told ?? 'something else'}.`), wasBusy: true };
  }

  #whatIsBefore(turn: Turn): string | null {
    const first = this.#turns[0];
    if (first && first !== turn) {
      const what = first.isQuiet ? 'a look at the runtime' : 'code without a cell';
      return `${what}, for ${secondsSince(first.since)}`;
    }
    return this.#page.runtimeState === 'busy' ? (this.#runningCell() ?? 'a cell') : null;
  }

  #tell(): void {
    for (const listener of [...this.#listeners]) listener();
  }
}

function notStarted(reason: string): CodeRun {
  return { status: 'not_started', executionCount: null, durationMs: 0, reason };
}

/** Of cells that begin and end. */
const CLASSES: MutationObserverInit = { subtree: true, attributes: true, attributeFilter: ['class'] };

export function secondsSince(time: number): string {
  const seconds = Math.round((Date.now() - time) / 1000);
  return seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
}
