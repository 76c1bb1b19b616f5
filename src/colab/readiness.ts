import { Failure } from '../notebook/failure.ts';
import type { ColabPage } from './surface/page.ts';
import { until } from './wait.ts';

const BOOT_LIMIT_MS = 30_000;
const BOOT_POLL_MS = 50;
/** While Colab boots the list is empty too; one that stays empty belongs to an empty notebook. */
const EMPTY_FOR_MS = 2000;

/** Notebooks seen ready, by what they belong to: opening another notebook in the tab makes a new one. */
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
    throw new Failure('timeout', ...this.#whatIsMissing(`${Math.round(limitMs / 1000)} seconds`));
  }

  /** What the page shows says what is the matter. */
  #whatIsMissing(within: string): [what: string, next: string] {
    const { cellList, document } = this.#page;
    if (document.readyState !== 'complete') {
      return [
        `The page was still loading after ${within}; nothing was done.`,
        'Ask the user whether the tab makes progress or needs a reload, then try again.',
      ];
    }
    if (!cellList) {
      return [
        `The tab showed no notebook within ${within}; nothing was done.`,
        'Ask the user what the tab shows instead (a sign-in, a message, another page), then try again.',
      ];
    }
    return [
      `Colab showed no cells in the notebook within ${within}; nothing was done.`,
      'Ask the user whether the notebook has loaded in the tab, or needs a reload, then try again.',
    ];
  }

  #look(): true | undefined {
    const { owner } = this.#page;
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
