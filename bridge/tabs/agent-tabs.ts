import { Choice } from './choice.ts';
import { notConnected, notebookNotConnected } from './failures.ts';
import { chosenIsGone, isCalled, learnNames, noneChosen, notNamed } from './names.ts';
import type { TabRegistry } from './tab-registry.ts';
import { usable } from './tab-registry.ts';
import type { TabSession } from './tab-session.ts';

interface AgentTabsOptions {
  /** The address that connects a notebook, for errors that say what to do next. */
  connectionUrl: () => Promise<string>;
  /** The agent works in the notebook of this address. */
  onaddress: (url: string) => void;
  /** Whether another agent works in this tab. */
  isUsedByOthers: (session: TabSession) => boolean;
  /** The agent has left this tab to others. */
  onleft: (session: TabSession) => void;
}

/** The connected tabs as one agent has them: knows which of them a call of its is for. */
export class AgentTabs {
  readonly #registry: TabRegistry;
  readonly #options: AgentTabsOptions;
  readonly #choice = new Choice();

  constructor(registry: TabRegistry, options: AgentTabsOptions) {
    this.#registry = registry;
    this.#options = options;
  }

  /** Whether a tab can take a call now. */
  get isConnected(): boolean {
    return this.#registry.served.length > 0;
  }

  /** Those that can take a call now, the one that the agent works in first. */
  get served(): TabSession[] {
    const chosen = (session: TabSession): number => Number(session !== this.#choice.chosen);
    return this.#registry.served.sort((one, other) => chosen(one) - chosen(other));
  }

  /** Those that are there, or away for a moment. */
  get present(): TabSession[] {
    return this.#registry.present;
  }

  /** The tab that calls go to which name no notebook; null when there is none, or it is not clear which. */
  get current(): TabSession | null {
    const [only, ...more] = this.#choice.among(this.present);
    return more.length === 0 ? (only ?? null) : null;
  }

  /** Whether the agent has not worked in any tab yet. */
  get isUndecided(): boolean {
    return this.#choice.chosen === null;
  }

  /** What tabs offer, also while they are away for a moment. Null when there is none. */
  get tools(): TabSession['tools'] {
    const { all } = this.#registry;
    const { chosen } = this.#choice;
    return (all.find((session) => session === chosen) ?? all.at(-1))?.tools ?? null;
  }

  worksIn(session: TabSession): boolean {
    return this.#choice.is(session);
  }

  /** Whether another agent works there, who would lose the tab if it were left. */
  isShared(session: TabSession): boolean {
    return this.#options.isUsedByOthers(session);
  }

  /** The agent works in this tab from now on. */
  choose(session: TabSession): void {
    this.#choice.take(session);
    if (session.notebookUrl !== null) this.#options.onaddress(session.notebookUrl);
  }

  /**
   * The session of the tab that shows this notebook, or of the one that the agent works in when none is named: at
   * once, or after a short wait if it is on its way back.
   */
  async sessionFor(notebook: string | undefined, signal: AbortSignal): Promise<TabSession> {
    const { timings, isNew } = this.#registry;
    if (isNew) await this.#registry.whenReturned(timings.returnForCallMs, signal);
    const settled = (): { session: TabSession | null } | null => {
      const session = this.#ready(notebook);
      return session || !this.#isExpected(notebook) ? { session } : null;
    };
    const found = await this.#registry.until(settled, timings.reconnectGraceMs, signal);
    if (!found?.session) throw await this.#refusal(notebook, signal);
    if (notebook === undefined) this.choose(found.session);
    return usable(found.session);
  }

  /** The tab whose notebook the agent calls so, by its id or its name; it works there from now on. */
  async sessionNamed(name: string, signal: AbortSignal): Promise<TabSession> {
    const isIt = ({ notebookId }: TabSession): boolean => notebookId === name;
    if (!this.present.some(isIt)) {
      await learnNames(this.served, this.#registry.timings.statusMs, signal);
      const called = this.present.filter((session) => isCalled(session, name));
      const [only] = called;
      if (!only || called.length > 1) throw notNamed(name, called, this.present);
      if (only.notebookId === null) return this.#use(only);
      return this.#use(await this.sessionFor(only.notebookId, signal));
    }
    return this.#use(await this.sessionFor(name, signal));
  }

  /** The tab of this kind, as soon as it can take a call. Null when none has come in time. */
  whenThere: TabRegistry['whenThere'] = (isIt, waitMs, signal) =>
    this.#registry.whenThere(isIt, waitMs, signal);

  /** The agent has been told that nothing is connected, or wants a new connection: what comes next is what it asked for. */
  forgetChoice(): void {
    this.#choice.forget();
  }

  /** The agent has left the tab. Others may work there on; where none does, it is left for good. */
  leave(session: TabSession): void {
    this.#choice.leave(session);
    if (this.isShared(session)) this.#options.onleft(session);
    else this.#registry.leave(session);
  }

  #ready(notebook: string | undefined): TabSession | null {
    if (notebook === undefined) {
      const { current } = this;
      // One that the user has shut is not taken where another is on its way, which may be served.
      const isLast =
        current !== null && (current.isUsable || !this.isUndecided || !this.#registry.areArriving);
      return current?.ready && isLast ? current : null;
    }
    const able = this.present.filter((session) => session.shows(notebook));
    // One that does not say what it shows is asked only where nobody else is known to show it.
    const exact = able.filter(({ notebookId }) => notebookId !== null);
    const those = (exact.length > 0 ? exact : able).filter(({ ready }) => ready);
    return those.find((session) => session === this.#choice.chosen) ?? those.at(-1) ?? null;
  }

  /** Whether a tab is just connecting or has dropped so recently that it is worth waiting for. */
  #isExpected(notebook: string | undefined): boolean {
    if (this.#registry.areArriving) return true;
    return notebook === undefined
      ? this.current !== null
      : this.present.some((session) => session.shows(notebook));
  }

  async #refusal(notebook: string | undefined, signal: AbortSignal): Promise<Error> {
    const { present } = this;
    const shown = present.flatMap(({ notebookId }) => notebookId ?? []);
    if (notebook !== undefined && shown.length > 0 && !shown.includes(notebook)) {
      return notebookNotConnected(notebook, shown);
    }
    if (notebook === undefined && present.length > 0 && this.current === null) {
      await learnNames(this.served, this.#registry.timings.statusMs, signal);
      return this.isUndecided ? noneChosen(present) : chosenIsGone(this.#choice.label, present);
    }
    if (present.length === 0) this.forgetChoice();
    return notConnected(await this.#options.connectionUrl());
  }

  #use(session: TabSession): TabSession {
    this.choose(session);
    return usable(session);
  }
}
