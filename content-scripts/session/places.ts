import type { Notebook } from '../../src/notebook/notebook.ts';

/**
 * At which place a cell stands, counted from 1, for people: "cell 7". Known from what was read for other reasons;
 * read anew only where it is not, and never waited for.
 */
export class Places {
  readonly #notebook: Notebook;
  readonly #known = new Map<string, number>();
  readonly #asked = new Set<string>();
  /** Places that were not known are. */
  onlearned: () => void = () => {};

  constructor(notebook: Notebook) {
    this.#notebook = notebook;
  }

  /** Null when it is not known yet; then it is asked for. */
  of(cellId: string): number | null {
    const known = this.#known.get(cellId);
    if (known !== undefined) return known;
    if (!this.#asked.has(cellId)) void this.#ask(cellId);
    return null;
  }

  /** The same without asking. */
  known(cellId: string): number | null {
    return this.#known.get(cellId) ?? null;
  }

  saw(cells: ReadonlyArray<{ id: string; index: number }>): void {
    for (const { id, index } of cells) this.#known.set(id, index + 1);
  }

  /** Cells came, went or moved. */
  forget(): void {
    this.#known.clear();
    this.#asked.clear();
  }

  async #ask(cellId: string): Promise<void> {
    this.#asked.add(cellId);
    try {
      const { cells } = await this.#notebook.readCells({ cellIds: [cellId] });
      this.saw(cells);
      this.onlearned();
    } catch {
      // A cell that is gone has no place.
    }
  }
}
