import type { Timings } from '../limits.ts';
import type { Log } from '../log.ts';
import type { TabRegistry } from '../tabs/tab-registry.ts';
import type { TabSession } from '../tabs/tab-session.ts';

interface OpenerOptions {
  tabs: TabRegistry;
  log: Log;
  timings: Pick<Timings, 'connectMs' | 'returnForOpeningMs'>;
  /** Opens the user's browser; null when the user wants to do that. */
  launch: ((url: string) => Promise<void>) | null;
}

export interface Opening {
  url: string;
  /** Whether a browser was opened, as far as we can tell. */
  launched: Promise<boolean>;
}

interface Shared {
  notebook: string;
  opening: Opening;
  /** How many wait for it. */
  waiting: number;
}

/** Gets a tab connected. Whoever asks for one that is being opened shares that tab. */
export class ConnectionOpener {
  readonly #options: OpenerOptions;
  /** Those that somebody waits for, by the address of the notebook. */
  readonly #openings = new Map<string, Shared>();
  /** The notebook that a tab was asked for last. */
  openedLast: string | null = null;

  constructor(options: OpenerOptions) {
    this.#options = options;
  }

  get opensBrowser(): boolean {
    return this.#options.launch !== null;
  }

  /** Lets tabs come back by themselves after a restart, so that none need be opened. */
  async settle(signal: AbortSignal): Promise<void> {
    const { tabs, timings } = this.#options;
    // Where the user opens the link, there is no second tab to avoid, and the link is wanted at once.
    const waitMs = this.opensBrowser ? timings.returnForOpeningMs : 0;
    await tabs.whenReturned(waitMs, signal);
  }

  /**
   * Opens the link to this notebook, and waits for a tab of this kind: one that has connected, or that the user has
   * refused. Null when none has come in time.
   */
  open(
    notebook: string,
    url: string,
    isIt: (session: TabSession) => boolean,
    signal: AbortSignal,
  ): { opening: Opening; connecting: Promise<TabSession | null> } {
    const known = this.#openings.get(notebook) ?? {
      notebook,
      opening: { url, launched: this.#launch(url) },
      waiting: 0,
    };
    this.#openings.set(notebook, known);
    this.openedLast = notebook;
    return { opening: known.opening, connecting: this.#wait(known, isIt, signal) };
  }

  async #wait(
    known: Shared,
    isIt: (session: TabSession) => boolean,
    signal: AbortSignal,
  ): Promise<TabSession | null> {
    const { tabs, timings } = this.#options;
    known.waiting += 1;
    try {
      return await tabs.whenThere(isIt, timings.connectMs, signal);
    } finally {
      known.waiting -= 1;
      if (known.waiting === 0) this.#openings.delete(known.notebook);
    }
  }

  async #launch(url: string): Promise<boolean> {
    const { launch, log } = this.#options;
    try {
      if (launch) {
        await launch(url);
        return true;
      }
    } catch (error) {
      log.warn(`No browser could be opened: ${error instanceof Error ? error.message : String(error)}`);
    }
    log.show(`Open this link to connect a notebook: ${url}`);
    return false;
  }
}
