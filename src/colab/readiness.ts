import { Failure } from '../notebook/failure.ts';
import type { ColabPage } from './surface/page.ts';
import { until } from './wait.ts';

const BOOT_LIMIT_MS = 30_000;
const BOOT_POLL_MS = 50;
/** While Colab boots the list is empty too; one that stays empty belongs to an empty notebook. */
const EMPTY_FOR_MS = 2000;

/** Notebooks seen ready, by Colab's object: opening another notebook in the tab makes a new one. */
export class Readiness {
  readonly #page: ColabPage;
  readonly #ready = new WeakSet<object>();
  #emptySince: number | null = null;

  constructor(page: ColabPage) {
    this.#page = page;
  }

  /** Boot sends no event that is known, so it is polled; never after that. */
  async wait(limitMs = BOOT_LIMIT_MS): Promise<void> {
    const ready = await until(() => this.#look(), { timeoutMs: limitMs, pollMs: BOOT_POLL_MS });
    if (ready) return;
    throw new Failure(
      'timeout',
      `Colab did not show the notebook's cells within ${Math.round(limitMs / 1000)} seconds.`,
      'Ask the user whether the notebook has loaded in the tab (it may need a sign-in or a reload), then try again.',
    );
  }

  #look(): true | undefined {
    const owner = this.#page.notebook ?? this.#page.notebookModel;
    const cells = this.#page.listCells();
    if (!owner || !cells) return undefined;
    if (cells.length === 0 && !this.#ready.has(owner) && !this.#staysEmpty()) return undefined;
    this.#emptySince = null;
    this.#ready.add(owner);
    return true;
  }

  #staysEmpty(): boolean {
    if (!this.#page.cellList) return false;
    this.#emptySince ??= performance.now();
    return performance.now() - this.#emptySince >= EMPTY_FOR_MS;
  }
}
