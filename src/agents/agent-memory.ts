/** More cells than any notebook has. What was seen longest ago is forgotten first. */
const MAX_CELLS = 50_000;

/** What one agent has seen of a notebook: for each cell the revision that it read or wrote last. */
export class AgentMemory {
  readonly #seen = new Map<string, string>();
  readonly #isOfLaterLife: boolean;

  /** `isOfLaterLife`: the agent knows cells from before the page was loaded anew, and we do not know which. */
  constructor(isOfLaterLife = false) {
    this.#isOfLaterLife = isOfLaterLife;
  }

  saw(cellId: string, revision: string): void {
    this.#seen.delete(cellId);
    this.#seen.set(cellId, revision);
    if (this.#seen.size <= MAX_CELLS) return;
    const [oldest] = this.#seen.keys();
    if (oldest !== undefined) this.#seen.delete(oldest);
  }

  /** It may know a part of it, and not the rest. */
  forget(cellId: string): void {
    this.#seen.delete(cellId);
  }

  /** The revision that the agent takes the cell to be at; undefined when it has not seen it. */
  revisionOf(cellId: string): string | undefined {
    return this.#seen.get(cellId);
  }

  /** Whether the agent may have a text in mind of which nothing is known here. */
  mayBeMistaken(cellId: string): boolean {
    return this.#isOfLaterLife && !this.#seen.has(cellId);
  }
}
