import type { TabSession } from './tab-session.ts';

/** A frontend that is not ours has no name, and may be any other of its kind. */
const FOREIGN = 'foreign';

/** The sessions that there are, by the name of their link, in the order in which they began. */
export class TabSessions {
  readonly #byLink = new Map<string, TabSession>();

  get all(): TabSession[] {
    return [...this.#byLink.values()];
  }

  /** Those that are there, or away for a moment. */
  get present(): TabSession[] {
    return this.all.filter(({ isPresent }) => isPresent);
  }

  of(linkId: string): TabSession | undefined {
    return this.#byLink.get(linkId);
  }

  /** False where another has taken its place. */
  has(session: TabSession): boolean {
    return this.#byLink.get(session.linkId ?? FOREIGN) === session;
  }

  add(session: TabSession): void {
    this.#byLink.set(session.linkId ?? FOREIGN, session);
  }

  delete(session: TabSession): void {
    if (this.has(session)) this.#byLink.delete(session.linkId ?? FOREIGN);
  }

  clear(): void {
    this.#byLink.clear();
  }
}
