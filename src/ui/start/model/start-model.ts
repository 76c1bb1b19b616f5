import type { Policy } from '../../../policy/policy.ts';
import { watchDefaultVerdicts, watchDialFailures, watchLastMet, watchTabStates } from '../../watch-state.ts';
import type { BrowserFacts, Facts, PushedFacts } from './facts.ts';
import { askBrowser, onBrowserNews } from './facts.ts';

/** All that the start page shows. Whoever listens is told when something has changed. */
export class StartModel {
  pushed: PushedFacts = { states: [], lastMet: null, failures: [] };
  /** Null while they are not known. */
  verdicts: Policy['verdicts'] | null = null;
  /** Null until everything was heard once. */
  facts: Facts | null = null;
  readonly #listeners = new Set<() => void>();
  #browser: BrowserFacts | null = null;
  #isAsking = false;
  #isOutdated = false;

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async start(): Promise<void> {
    onBrowserNews(() => void this.#ask());
    await Promise.all([
      watchDefaultVerdicts((verdicts) => {
        this.verdicts = verdicts;
        this.#tell();
      }),
      watchLastMet((lastMet) => this.#note({ lastMet })),
      watchDialFailures((failures) => this.#note({ failures })),
      watchTabStates((states) => this.#note({ states: [...states.values()] })),
    ]);
    await this.#ask();
  }

  /** With a link come its document and its rule, which nobody tells of. */
  #note(news: Partial<PushedFacts>): void {
    this.pushed = { ...this.pushed, ...news };
    if (this.#browser) void this.#ask();
    this.#tell();
  }

  /** One question at a time. Whatever changes meanwhile may be missing in the answer, so one more follows. */
  async #ask(): Promise<void> {
    this.#isOutdated = true;
    if (this.#isAsking) return;
    this.#isAsking = true;
    try {
      while (this.#isOutdated) {
        this.#isOutdated = false;
        this.#browser = await askBrowser();
      }
    } finally {
      this.#isAsking = false;
    }
    this.#tell();
  }

  #tell(): void {
    if (this.#browser) this.facts = { ...this.pushed, ...this.#browser };
    for (const listener of this.#listeners) listener();
  }
}
