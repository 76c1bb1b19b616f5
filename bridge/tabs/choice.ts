import type { TabSession } from './tab-session.ts';

/**
 * Which tab an agent works in that names no notebook: the one that it named, opened or attached last, and never
 * another. As long as it has chosen none, the only one that there is.
 */
export class Choice {
  #chosen: TabSession | null = null;
  /** What it showed then: the user may show another notebook in the same tab. */
  #notebookId: string | null = null;
  #notebookUrl: string | null = null;
  /** Those that the agent left while others work there: none that it goes back to unless it says so. */
  readonly #left = new WeakSet<TabSession>();

  /** For agents: which notebook it was. */
  get label(): string {
    const parts = [this.#notebookId ?? 'a tab without an id', this.#notebookUrl];
    return parts.filter((part) => part !== null).join(', ');
  }

  get chosen(): TabSession | null {
    return this.#chosen;
  }

  /** Whether the agent works in this one. */
  is(session: TabSession): boolean {
    return this.#chosen === session && !this.#left.has(session);
  }

  take(session: TabSession): void {
    this.#left.delete(session);
    this.#chosen = session;
    this.#notebookId = session.notebookId;
    this.#notebookUrl = session.notebookUrl;
  }

  /** The agent has been told that nothing is connected: whatever comes next is what it asked for. */
  forget(): void {
    this.#chosen = null;
  }

  /** The agent needs this one no more. */
  leave(session: TabSession): void {
    this.#left.add(session);
  }

  /** Of those that are there, or away for a moment, those that may be meant; more than one: none is. */
  among(all: readonly TabSession[]): readonly TabSession[] {
    const present = all.filter((session) => !this.#left.has(session));
    const chosen = this.#chosen;
    if (chosen === null) {
      const served = present.filter(({ isUsable }) => isUsable);
      return served.length > 0 ? served : present.slice(-1);
    }
    const notebookId = this.#notebookId;
    if (present.includes(chosen) && (notebookId === null || chosen.shows(notebookId))) return [chosen];
    // The same notebook in another tab, or in the same one with a link made anew.
    return present.filter((session) => notebookId !== null && session.notebookId === notebookId).slice(-1);
  }
}
