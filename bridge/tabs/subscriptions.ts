import { notebookOfAddress } from '../../src/wire/notebook-id.ts';
import type { Log } from '../log.ts';
import type { TabSession } from './tab-session.ts';

type Payload = Record<string, unknown>;

interface Subscription {
  /** The session that tells of it. */
  holder: TabSession;
  /** How each of the agents that want to be told asks for it. */
  asked: Map<object, Payload>;
}

/** What agents subscribed to, and which session tells of it. */
export class Subscriptions {
  readonly #byUri = new Map<string, Subscription>();
  readonly #log: Log;
  readonly #onresource: (uri: string) => void;

  constructor(log: Log, onresource: (uri: string) => void) {
    this.#log = log;
    this.#onresource = onresource;
  }

  /** The session has granted it to this agent, who asked with these params. */
  add(uri: string, agent: object, holder: TabSession, params: Payload): void {
    const asked = this.#byUri.get(uri)?.asked ?? new Map<object, Payload>();
    this.#byUri.set(uri, { holder, asked: asked.set(agent, params) });
  }

  has(uri: string, agent: object): boolean {
    return this.#byUri.get(uri)?.asked.has(agent) === true;
  }

  /** False where other agents still want to be told. */
  delete(uri: string, agent: object): boolean {
    const asked = this.#byUri.get(uri)?.asked;
    asked?.delete(agent);
    if (asked && asked.size > 0) return false;
    this.#byUri.delete(uri);
    return true;
  }

  /** The agent is gone; gives what nobody wants to be told of any more, with who told of it. */
  drop(agent: object): Array<{ uri: string; holder: TabSession }> {
    return [...this.#byUri].flatMap(([uri, { holder }]) =>
      this.has(uri, agent) && this.delete(uri, agent) ? [{ uri, holder }] : [],
    );
  }

  /**
   * Subscribes again where a session is new, or shows a notebook that it did not show before. In between anything
   * may have changed, and nobody was there to see it: the agent is told to look.
   */
  renew(session: TabSession): void {
    for (const [uri, { holder, asked }] of this.#byUri) {
      const notebook = notebookOfAddress(uri);
      if (holder === session || !session.shows(notebook)) continue;
      // Another tab, or another notebook, tells of it already.
      if (holder.isPresent && holder.shows(notebook)) continue;
      const [params = { uri }] = asked.values();
      session.client.request('resources/subscribe', params).then(
        () => {
          const still = this.#byUri.get(uri);
          if (still) still.holder = session;
          this.#onresource(uri);
        },
        (error) => this.#log.warn(`The new tab does not tell of changes to ${uri}: ${String(error)}`),
      );
    }
  }
}
