import type { Notebook } from '../../src/notebook/notebook.ts';

/**
 * At which place a cell stands, counted from 1, for people: "cell 7". Known from what was read and done for other
 * reasons; read anew only where it is not, all that is asked for at once, and never waited for.
 */
export class Places {
  readonly #notebook: Notebook;
  readonly #known = new Map<string, number>();
  readonly #asked = new Set<string>();
  #isReading = false;
  /** How often cells came, went or moved. */
  #shifts = 0;
  /** Places that were not known are. */
  onlearned: () => void = () => {};

  constructor(notebook: Notebook) {
    this.#notebook = notebook;
  }

  /** Null when it is not known yet; then it is asked for. */
  of(cellId: string): number | null {
    const known = this.#known.get(cellId);
    if (known !== undefined) return known;
    if (!this.#asked.has(cellId)) {
      this.#asked.add(cellId);
      void this.#read();
    }
    return null;
  }

  /** The same without asking. */
  known(cellId: string): number | null {
    return this.#known.get(cellId) ?? null;
  }

  saw(cells: ReadonlyArray<{ id: string; index: number }>): void {
    for (const { id, index } of cells) this.#known.set(id, index + 1);
  }

  inserted(cellId: string, index: number): void {
    this.#shifts += 1;
    for (const [id, place] of this.#known) if (place > index) this.#known.set(id, place + 1);
    this.#known.set(cellId, index + 1);
  }

  deleted(cellId: string, index: number): void {
    this.#shifts += 1;
    this.#known.delete(cellId);
    for (const [id, place] of this.#known) if (place > index) this.#known.set(id, place - 1);
  }

  /** Others added, deleted or moved cells. */
  forget(): void {
    this.#shifts += 1;
    this.#known.clear();
    this.#asked.clear();
  }

  async #read(): Promise<void> {
    if (this.#isReading) return;
    this.#isReading = true;
    // Whoever draws asks for all that it shows, one by one.
    await Promise.resolve();
    this.#isReading = false;
    const shifts = this.#shifts;
    const cellIds = [...this.#asked].filter((id) => !this.#known.has(id));
    try {
      const cells = await this.#notebook.findCells({ cellIds });
      if (this.#shifts === shifts) this.saw(cells);
      // What was read is the past: it is asked for again by whoever looks next.
      else for (const id of cellIds) this.#asked.delete(id);
      this.onlearned();
    } catch {
      // Then it says "a cell".
    }
  }
}
