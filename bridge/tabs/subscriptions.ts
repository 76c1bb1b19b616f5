import { notebookOfAddress } from '../../src/wire/notebook-id.ts';
import type { Log } from '../log.ts';
import type { TabSession } from './tab-session.ts';

/** What the agent subscribed to, and which session tells of it. */
export class Subscriptions {
  readonly #holders = new Map<string, TabSession>();
  readonly #log: Log;
  readonly #onresource: (uri: string) => void;

  constructor(log: Log, onresource: (uri: string) => void) {
    this.#log = log;
    this.#onresource = onresource;
  }

  /** The session has granted it. */
  add(uri: string, session: TabSession): void {
    this.#holders.set(uri, session);
  }

  delete(uri: string): void {
    this.#holders.delete(uri);
  }

  /**
   * Subscribes again where a session is new, or shows a notebook that it did not show before. In between anything
   * may have changed, and nobody was there to see it: the agent is told to look.
   */
  renew(session: TabSession): void {
    for (const [uri, holder] of this.#holders) {
      const notebook = notebookOfAddress(uri);
      if (holder === session || !session.shows(notebook)) continue;
      // Another tab, or another notebook, tells of it already.
      if (holder.isPresent && holder.shows(notebook)) continue;
      session.client.request('resources/subscribe', { uri }).then(
        () => {
          if (this.#holders.has(uri)) this.#holders.set(uri, session);
          this.#onresource(uri);
        },
        (error) => this.#log.warn(`The new tab does not tell of changes to ${uri}: ${String(error)}`),
      );
    }
  }
}
