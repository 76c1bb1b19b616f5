import type { ColabPage } from '../surface/page.ts';
import { pressMenuItem } from '../surface/press.ts';
import { MENU_UNDO } from '../surface/selectors.ts';
import { onMutation, type Subscribe, until } from '../wait.ts';
import type { TemporaryCells } from './temporary-cells.ts';

/** What an undo brings back is there in the same task, or after an animation. */
const UNDO_MS = 500;
const POLL_MS = 20;

interface Means {
  page: ColabPage;
  temporary: TemporaryCells;
  /** One change at a time: nothing else is done to the cells meanwhile. */
  change: (work: () => Promise<void>) => Promise<void>;
  /** Within such a change. */
  removeCell: (cellId: string) => Promise<unknown>;
}

/**
 * Colab's undo brings back deleted cells, and temporary ones were deleted last. So when the user's undo brings one back, it
 * is taken away again, and the undo goes on to what the user had done: as if there never had been temporary cells.
 */
export class UndoneRemovals {
  readonly #means: Means;
  #stop: (() => void) | null = null;
  #isAtWork = false;

  constructor(means: Means) {
    this.#means = means;
  }

  /** From the first removal on, and anew when the page has another list. */
  watch(): void {
    this.#stop?.();
    this.#stop = this.#listChange(() => this.#look());
  }

  get #listChange(): Subscribe {
    return onMutation(this.#means.page.cellList, { childList: true });
  }

  #look(): void {
    const { temporary, change } = this.#means;
    if (this.#isAtWork || temporary.leftovers().length === 0) return;
    this.#isAtWork = true;
    // Whatever keeps it from being done, the next connect removes what is left.
    void change(() => this.#goOn())
      .catch(() => {})
      .finally(() => {
        this.#isAtWork = false;
      });
  }

  async #goOn(): Promise<void> {
    const { temporary, removeCell } = this.#means;
    // Builds may count the insertion of a cell as a step of its own.
    let steps = temporary.removed * 2;
    while (steps-- > 0 && temporary.leftovers().length > 0 && (await this.#undoIsOfOurs()));
    for (const cellId of temporary.leftovers()) await removeCell(cellId);
  }

  /** Undoes one step more: true when that, too, concerned nothing but temporary cells. */
  async #undoIsOfOurs(): Promise<boolean> {
    const { page, temporary } = this.#means;
    const item = page.document.querySelector(MENU_UNDO);
    if (!item) return false;
    const before = new Set(page.cells.map(({ id }) => id));
    const ours = new Set(temporary.leftovers());
    pressMenuItem(item);
    const changed = await until(() => differing(before, page), {
      timeoutMs: UNDO_MS,
      pollMs: POLL_MS,
      events: [this.#listChange],
    });
    if (!changed) return false;
    for (const id of temporary.leftovers()) ours.add(id);
    return changed.every((id) => ours.has(id));
  }
}

/** The cells that have come or gone; undefined when none. */
function differing(before: ReadonlySet<string>, page: ColabPage): string[] | undefined {
  const now = new Set(page.cells.map(({ id }) => id));
  const changed = [...now].filter((id) => !before.has(id)).concat([...before].filter((id) => !now.has(id)));
  return changed.length > 0 ? changed : undefined;
}
