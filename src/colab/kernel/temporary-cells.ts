import type { ColabCell } from '../surface/cell.ts';
import type { ColabPage } from '../surface/page.ts';
import { TEMPORARY_MARK, type TemporaryCellWork } from './temporary-cell.ts';

/** The cells that are there only while code of theirs runs: to everybody else they are not there. */
export class TemporaryCells {
  readonly #page: ColabPage;
  readonly ids = new Set<string>();
  /** How many were removed: so many an undo of the user's may bring back. */
  removed = 0;
  #inserting = 0;

  constructor(page: ColabPage) {
    this.#page = page;
  }

  /** Notes which they are, from before they are seen until they are gone. */
  cellsOf(cells: TemporaryCellWork, onRemoved: () => void = () => {}): TemporaryCellWork {
    return {
      ...cells,
      insertCell: async (cell) => {
        this.#inserting++;
        try {
          const inserted = await cells.insertCell(cell);
          this.ids.add(inserted.cellId);
          return inserted;
        } finally {
          this.#inserting--;
        }
      },
      deleteCell: async (target) => {
        const deleted = await cells.deleteCell(target);
        this.ids.delete(target.cellId);
        this.removed++;
        onRemoved();
        return deleted;
      },
    };
  }

  /** They stand at the end: what comes last comes before them. */
  placeFor(index: number): number {
    const visible = this.#page.cells.length - this.ids.size;
    return index < 0 || index > visible ? visible : index;
  }

  /**
   * Of an earlier life of the page, which ended before it could remove them, or brought back by an undo. One that still
   * runs is left to run.
   */
  leftovers(): string[] {
    // One that is on its way has the mark, and we do not know its id yet.
    if (this.#inserting > 0) return [];
    return this.#page.cells
      .filter((cell) => !this.ids.has(cell.id) && isTemporary(cell))
      .filter(({ runState }) => !runState.running && !runState.pending)
      .map(({ id }) => id);
  }
}

function isTemporary(cell: ColabCell): boolean {
  if (cell.kind !== 'code') return false;
  try {
    return cell.text.startsWith(TEMPORARY_MARK);
  } catch {
    return false;
  }
}
