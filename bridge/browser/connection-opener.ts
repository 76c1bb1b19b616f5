import type { Timings } from '../limits.ts';
import { TIMINGS } from '../limits.ts';
import type { Log } from '../log.ts';
import type { TabHub } from '../tabs/tab-hub.ts';
import type { ConnectedNotebook } from './connected-notebook.ts';
import { connectedNotebook } from './connected-notebook.ts';

interface OpenerOptions
  extends Pick<Timings, 'connectMs'>,
    Partial<Pick<Timings, 'returnForOpeningMs' | 'statusMs'>> {
  hub: TabHub;
  log: Log;
  /** Opens the user's browser; null when the user wants to do that. */
  launch: ((link: string) => Promise<void>) | null;
}

export interface Opening {
  link: string;
  /** Whether a browser was opened, as far as we can tell. */
  launched: Promise<boolean>;
}

/** Gets a tab connected. Whoever asks while one is being opened shares that tab. */
export class ConnectionOpener {
  readonly #options: OpenerOptions;
  #opening: Opening | null = null;
  #waiting = 0;

  constructor(options: OpenerOptions) {
    this.#options = options;
  }

  get opensBrowser(): boolean {
    return this.#options.launch !== null;
  }

  /** Whether a tab is connected, or comes back by itself after a restart, so that none need be opened. */
  async isConnected(signal: AbortSignal): Promise<boolean> {
    const { hub, returnForOpeningMs = TIMINGS.returnForOpeningMs } = this.#options;
    // Where the user opens the link, there is no second tab to avoid, and the link is wanted at once.
    return (await hub.whenReturned(this.opensBrowser ? returnForOpeningMs : 0, signal)) !== null;
  }

  /** The notebook of the connected tab; null when it is not known. */
  async notebook(signal: AbortSignal): Promise<ConnectedNotebook | null> {
    const { hub, statusMs = TIMINGS.statusMs } = this.#options;
    return hub.session ? connectedNotebook(hub.session, statusMs, signal) : null;
  }

  open(link: string): Opening {
    this.#opening ??= { link, launched: this.#launch(link) };
    return this.#opening;
  }

  /** True when a tab is connected, false when none has come in time. */
  async wait(signal: AbortSignal): Promise<boolean> {
    this.#waiting += 1;
    try {
      return (await this.#options.hub.whenConnected(this.#options.connectMs, signal)) !== null;
    } finally {
      this.#waiting -= 1;
      if (this.#waiting === 0) this.#opening = null;
    }
  }

  async #launch(link: string): Promise<boolean> {
    const { launch, log } = this.#options;
    try {
      if (launch) {
        await launch(link);
        return true;
      }
    } catch (error) {
      log.warn(`No browser could be opened: ${error instanceof Error ? error.message : String(error)}`);
    }
    log.show(`Open this link to connect a notebook: ${link}`);
    return false;
  }
}
