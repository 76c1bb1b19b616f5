import type { CellMark, ChangeView, NotebookView } from '../../wire/notebook-view.ts';

/** How long a changed cell is marked. */
export const GLOW_MS = 2_000;

interface Touch {
  mark: CellMark;
  until: number;
}

/** Which cells agents have changed in the last moments. */
export class TouchedCells {
  #newest: number;
  readonly #touches = new Map<string, Touch>();

  /** What was done before anybody looked is not shown as if it were new. */
  constructor(changes: readonly ChangeView[]) {
    this.#newest = newestOf(changes);
  }

  /** The cells of changes that were not there before, oldest first. */
  note(changes: readonly ChangeView[], now: number): CellMark[] {
    const fresh = changes
      .filter(({ number, state }) => number > this.#newest && state === 'done')
      .sort((a, b) => a.number - b.number);
    this.#newest = Math.max(this.#newest, newestOf(changes));
    const marks = fresh.map(({ cellId, agent }): CellMark => ({ cellId, agent, kind: 'touched' }));
    for (const mark of marks) this.#touches.set(mark.cellId, { mark, until: now + GLOW_MS });
    return marks;
  }

  at(now: number): { marks: CellMark[]; againIn: number | null } {
    for (const [cellId, { until }] of this.#touches) if (until <= now) this.#touches.delete(cellId);
    const touches = [...this.#touches.values()];
    const ends = touches.map(({ until }) => until - now);
    return { marks: touches.map(({ mark }) => mark), againIn: ends.length > 0 ? Math.min(...ends) : null };
  }
}

function newestOf(changes: readonly ChangeView[]): number {
  return changes.reduce((newest, { number }) => Math.max(newest, number), 0);
}

/** The cells that agents run now: the user sees his own runs as ever. */
export function runningMarks({ runs }: NotebookView): CellMark[] {
  return runs.flatMap(({ isRunning, agent, cellId }): CellMark[] =>
    isRunning && agent && cellId !== null ? [{ cellId, agent, kind: 'running' }] : [],
  );
}
