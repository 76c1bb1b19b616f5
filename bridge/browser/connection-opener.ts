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

/** Gets a tab connected. Whoever asks while one is being opened shares that tab. */
export class ConnectionOpener {
  readonly #options: OpenerOptions;
  #opening: Opening | null = null;
  #waiting = 0;
  /** What a tab was asked for last. */
  openedLast: string | null = null;

  constructor(options: OpenerOptions) {
    this.#options = options;
  }

  get opensBrowser(): boolean {
    return this.#options.launch !== null;
  }

  /** The tab that is connected, or comes back by itself after a restart, so that none need be opened. */
  async connected(signal: AbortSignal): Promise<TabSession | null> {
    const { tabs, timings } = this.#options;
    // Where the user opens the link, there is no second tab to avoid, and the link is wanted at once.
    const waitMs = this.opensBrowser ? timings.returnForOpeningMs : 0;
    return tabs.whenReturned(waitMs, signal);
  }

  open(url: string): Opening {
    this.#opening ??= { url, launched: this.#launch(url) };
    this.openedLast = this.#opening.url;
    return this.#opening;
  }

  /** The tab that has connected, or that the user has refused; null when none has come in time. */
  async wait(signal: AbortSignal): Promise<TabSession | null> {
    const { tabs, timings } = this.#options;
    this.#waiting += 1;
    try {
      return await tabs.whenConnected(timings.connectMs, signal);
    } finally {
      this.#waiting -= 1;
      if (this.#waiting === 0) this.#opening = null;
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
