import { orderChanges } from './foreign-changes/order-changes.ts';

interface CellAt {
  readonly id: string;
  readonly revision: string;
}

/** What became of a notebook since a revision of it. */
export interface ChangesSince {
  /** Those that read otherwise, and those that are new. */
  changed: ReadonlySet<string>;
  gone: string[];
  /** Those that stand elsewhere among the others, whatever else is with them. */
  moved: string[];
}

/** For all revisions together: a few of the longest notebooks, many of one of the usual length. */
const MOST_CELLS = 60_000;
const MOST_REVISIONS = 100;

/** Which cells there were, and how they read, at the revisions of the notebook that were told of lately. */
export class RevisionHistory {
  readonly #known = new Map<string, readonly CellAt[]>();
  #cells = 0;

  note(revision: string, cells: readonly CellAt[]): void {
    this.#forget(revision);
    this.#known.set(revision, cells);
    this.#cells += cells.length;
    for (const oldest of this.#known.keys()) {
      const isRoom = this.#cells <= MOST_CELLS && this.#known.size <= MOST_REVISIONS;
      if (isRoom || oldest === revision) return;
      this.#forget(oldest);
    }
  }

  /** Null when that revision is not known, or not any more. */
  changes(since: string, now: readonly CellAt[]): ChangesSince | null {
    const before = this.#known.get(since);
    if (!before) return null;
    const revisions = new Map(before.map(({ id, revision }) => [id, revision]));
    const { deleted, moved } = orderChanges(before, now);
    return {
      changed: new Set(now.filter(({ id, revision }) => revisions.get(id) !== revision).map(({ id }) => id)),
      gone: deleted,
      moved: moved.map(({ cellId }) => cellId),
    };
  }

  #forget(revision: string): void {
    this.#cells -= this.#known.get(revision)?.length ?? 0;
    this.#known.delete(revision);
  }
}
