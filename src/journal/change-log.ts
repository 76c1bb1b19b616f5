import type { Agent } from '../agents/agent.ts';
import type { CellKind } from '../notebook/cell.ts';

const MAX_CHANGES = 1_000;
/** Of the texts that are kept to bring them back. */
const MAX_CHARS = 8_000_000;

/** What an agent did to a cell, with what is needed to take it back. */
export type ChangeKind =
  | { kind: 'edited'; before: string; after: string; revision: string }
  | { kind: 'added'; after: string; revision: string }
  | { kind: 'deleted'; cellKind: CellKind; before: string; hadOutputs: boolean; place: Place }
  | { kind: 'moved'; from: Place; to: number };

/** Where a cell stood: behind which one, and at which index if that one is gone. */
export interface Place {
  behind: string | null;
  index: number;
}

export interface Change {
  number: number;
  agent: Agent;
  cellId: string;
  at: number;
  what: ChangeKind;
  isUndone: boolean;
}

/** What agents changed in one notebook, oldest first. It is bounded: what is forgotten cannot be taken back. */
export class ChangeLog {
  #changes: Change[] = [];
  #count = 0;
  #chars = 0;
  /** For each cell the number of the last change before the user moved it. */
  readonly #movedByUser = new Map<string, number>();
  /** A cell that was deleted and brought back has another id. */
  readonly #laterIds = new Map<string, string>();
  readonly #undoing = new Set<number>();
  readonly #listeners = new Set<() => void>();

  get changes(): readonly Change[] {
    return this.#changes;
  }

  add(agent: Agent, cellId: string, what: ChangeKind): void {
    this.#changes.push({ number: ++this.#count, agent, cellId, at: Date.now(), what, isUndone: false });
    this.#chars += charsOf(what);
    while (this.#changes.length > MAX_CHANGES || this.#chars > MAX_CHARS) {
      const oldest = this.#changes.shift();
      this.#chars -= oldest ? charsOf(oldest.what) : this.#chars;
    }
    this.#tell();
  }

  /** The user moved this cell: what agents did to its place before is the past. */
  movedByUser(cellId: string): void {
    this.#movedByUser.set(cellId, this.#count);
  }

  isMovedSince({ number, cellId }: Change): boolean {
    return number <= (this.#movedByUser.get(this.currentId(cellId)) ?? 0);
  }

  /** False while it is being taken back already: a cell must not be brought back twice. */
  beginUndo({ number }: Change): boolean {
    if (this.#undoing.has(number)) return false;
    this.#undoing.add(number);
    return true;
  }

  endUndo({ number }: Change): void {
    this.#undoing.delete(number);
  }

  undone(change: Change): void {
    change.isUndone = true;
    this.#tell();
  }

  /** The cell that was deleted under the one id is back under the other. */
  rename(cellId: string, laterId: string): void {
    this.#laterIds.set(cellId, laterId);
  }

  /** The id that this cell has now. */
  currentId(cellId: string): string {
    let id = cellId;
    for (let later = this.#laterIds.get(id); later !== undefined; later = this.#laterIds.get(id)) id = later;
    return id;
  }

  /** The change after this one to the same cell that still stands, if there is one. */
  laterChange(change: Change): Change | undefined {
    const cellId = this.currentId(change.cellId);
    return this.#changes.find(
      (other) => other.number > change.number && !other.isUndone && this.currentId(other.cellId) === cellId,
    );
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

function charsOf(what: ChangeKind): number {
  const before = 'before' in what ? what.before.length : 0;
  return before + ('after' in what ? what.after.length : 0);
}
