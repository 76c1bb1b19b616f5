import type { KernelState } from '../notebook/kernel.ts';
import type { RunStatus } from '../notebook/notebook.ts';
import type { Run } from './run.ts';

/** Longer lists help nobody. */
const MAX_CELLS = 500;

/** How a cell ran last, as far as it was seen. */
export interface LastRun {
  status: RunStatus;
  executionCount: number | null;
  /** Of the text that ran; undefined when the page did not tell. */
  revision: string | undefined;
  /** The start of the kernel that it ran in; undefined when the page did not tell. */
  kernelSession: string | undefined;
}

/** What a runtime that is gone had in it, as far as it is known here. */
export interface LostSession {
  /** The cells that had run in it, in the order of their first run. */
  cellIds: string[];
  /** As the page put it, when it was looked at. */
  why?: string;
  /** Not only the session was another one: for a time there was no runtime at all. */
  wasDisconnected: boolean;
}

/**
 * What has run in the kernel: the last run of each cell, beyond the time for which runs are kept, and which cells have
 * run in its present session, so that it can be told what to run again when that is gone. It is only as good as what it
 * is told: every run, the state after each, and before and after everything done to the runtime.
 */
export class KernelRecord {
  readonly #lastRuns = new Map<string, LastRun>();
  #session: string | undefined;
  #cells = new Set<string>();
  #lost: LostSession | null = null;

  /** How this cell ran last, if that was seen. */
  lastRunOf(cellId: string): LastRun | undefined {
    return this.#lastRuns.get(cellId);
  }

  /** The cells that were seen to run. */
  get cellIds(): string[] {
    return [...this.#lastRuns.keys()];
  }

  /** A run has ended. */
  note({ cellId, end }: Pick<Run, 'cellId' | 'end'>): void {
    if (end?.isRuntimeLost) {
      const { reason: why } = end;
      this.lose({ ...(why === undefined ? {} : { why }), wasDisconnected: false });
    }
    // What did not start has left the kernel as it was.
    if (cellId === null || end === null || end.status === 'not_started') return;
    const { status, executionCount, ran } = end;
    const { revision, kernelSession } = ran ?? {};
    this.#lastRuns.set(cellId, { status, executionCount, revision, kernelSession });
  }

  /** A cell has run, and the kernel stands so. */
  ran(cellId: string, state: KernelState): void {
    this.look(state);
    if (this.#cells.size < MAX_CELLS) this.#cells.add(cellId);
    if (!this.#lost) return;
    this.#lost.cellIds = this.#lost.cellIds.filter((id) => id !== cellId);
    if (this.#lost.cellIds.length === 0) this.#lost = null;
  }

  /** The session is another one, or none: what was in the last one is lost. */
  look({ state, session, why }: KernelState): void {
    const isGone = state === 'disconnected';
    const isOther = session !== undefined && this.#session !== undefined && session !== this.#session;
    if (isGone || isOther) this.lose({ ...(why === undefined ? {} : { why }), wasDisconnected: isGone });
    if (session !== undefined) this.#session = session;
  }

  /** What ran until now is gone. */
  lose({ why, wasDisconnected }: Omit<LostSession, 'cellIds'>): void {
    if (this.#cells.size > 0 || this.#lost) {
      const reason = why ?? this.#lost?.why;
      const cellIds = [...new Set([...(this.#lost?.cellIds ?? []), ...this.#cells])];
      this.#lost = {
        cellIds,
        ...(reason === undefined ? {} : { why: reason }),
        wasDisconnected: wasDisconnected || this.#lost?.wasDisconnected === true,
      };
    }
    this.#cells = new Set();
    this.#session = undefined;
  }

  /** Whether something is lost that nobody was told of yet. */
  get hasLost(): boolean {
    return this.#lost !== null;
  }

  /** Told once; null when nothing is known to be lost. */
  takeLost(): LostSession | null {
    const lost = this.#lost;
    this.#lost = null;
    return lost;
  }
}
