import type { WebSocket } from 'ws';
import { AGENT_METHOD } from '../../src/wire/hello.ts';
import { CLOSE_GOING_AWAY, CLOSE_NORMAL } from '../../src/wire/socket.ts';
import type { TabProof } from '../endpoint/tab-proof.ts';
import type { ArrivalOptions } from './arrivals.ts';
import { Arrivals } from './arrivals.ts';
import { Choice } from './choice.ts';
import { bridgeEnding, notConnected, notebookNotConnected, tabLeft, tabLost } from './failures.ts';
import { chosenIsGone, isCalled, learnNames, noneChosen, notNamed } from './names.ts';
import { Subscriptions } from './subscriptions.ts';
import type { TabSession } from './tab-session.ts';
import { TabSessions } from './tab-sessions.ts';
import { WaitList } from './wait-list.ts';

interface RegistryOptions extends ArrivalOptions {
  /** The address that connects a notebook, for errors that say what to do next. */
  connectionUrl: () => Promise<string>;
  /** `remembered`: port and token are those of last time, so that the tab of last time may come by itself. */
  opened: Promise<{ remembered: boolean; keys: { serverId: string } }>;
  /** The agent works in the notebook of this address, or may be about to. */
  onaddress: (url: string) => void;
}

/** Knows which tabs are connected, and which of them a call is for. */
export class TabRegistry {
  readonly #options: RegistryOptions;
  readonly #waitList = new WaitList();
  readonly #startedAt = performance.now();
  readonly #sessions = new TabSessions();
  readonly #arrivals: Arrivals;
  readonly #choice = new Choice();
  #hadTab = false;
  /** A tab came, went, or offers other tools. */
  onchange: () => void = () => {};
  onresource: (uri: string) => void = () => {};
  readonly subscriptions: Subscriptions;

  constructor(options: RegistryOptions) {
    this.#options = options;
    this.subscriptions = new Subscriptions(options.log, (uri) => this.onresource(uri));
    this.#arrivals = new Arrivals(options, this.#sessions, {
      onsettled: () => this.#waitList.changed(),
      onchange: (session) => this.#changed(session),
      onnotebook: (session) => this.#renew(session),
      // Where the agent goes back to is where it worked, whatever else is connected.
      onaddress: (url) => {
        if (this.isUndecided) options.onaddress(url);
      },
      onresource: (uri) => this.onresource(uri),
      onover: (session, closeCode, reason) => this.#forget(session, closeCode, reason),
    });
  }

  /** Whether a tab can take a call now. */
  get isConnected(): boolean {
    return this.served.length > 0;
  }

  /** Those that can take a call now, the one that the agent works in first. */
  get served(): TabSession[] {
    const served = this.present.filter((session) => session.ready && session.isUsable);
    const chosen = (session: TabSession): number => Number(session !== this.#choice.chosen);
    return served.sort((one, other) => chosen(one) - chosen(other));
  }

  /** Those that are there, or away for a moment. */
  get present(): TabSession[] {
    return this.#sessions.present;
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
    const { all } = this.#sessions;
    const { chosen } = this.#choice;
    return (all.find((session) => session === chosen) ?? all.at(-1))?.tools ?? null;
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
    const { timings } = this.#options;
    const isNew = performance.now() - this.#startedAt < timings.returnForCallMs;
    if (isNew) await this.#awaitReturn(timings.returnForCallMs, signal);
    const settled = (): { session: TabSession | null } | null => {
      const session = this.#ready(notebook);
      return session || !this.#isExpected(notebook) ? { session } : null;
    };
    const found = await this.#waitList.until(settled, timings.reconnectGraceMs, signal);
    if (!found?.session) throw await this.#refusal(notebook, signal);
    if (notebook === undefined) this.choose(found.session);
    return usable(found.session);
  }

  /** The tab whose notebook the agent calls so, by its id or its name; it works there from now on. */
  async sessionNamed(name: string, signal: AbortSignal): Promise<TabSession> {
    const isIt = ({ notebookId }: TabSession): boolean => notebookId === name;
    if (!this.present.some(isIt)) {
      await learnNames(this.served, this.#options.timings.statusMs, signal);
      const called = this.present.filter((session) => isCalled(session, name));
      const [only] = called;
      if (!only || called.length > 1) throw notNamed(name, called, this.present);
      if (only.notebookId === null) return this.#use(only);
      return this.#use(await this.sessionFor(only.notebookId, signal));
    }
    return this.#use(await this.sessionFor(name, signal));
  }

  /** Waits only where the tabs of the bridge before this one may come by themselves and have not yet. */
  async whenReturned(waitMs: number, signal: AbortSignal): Promise<void> {
    await this.#awaitReturn(waitMs, signal);
  }

  /** The tab of this kind, as soon as it can take a call. Null when none has come in time. */
  async whenThere(
    isIt: (session: TabSession) => boolean,
    waitMs: number,
    signal: AbortSignal,
  ): Promise<TabSession | null> {
    const look = (): TabSession | null =>
      this.present.findLast((session) => session.ready && isIt(session)) ?? null;
    return usable(await this.#waitList.until(look, waitMs, signal));
  }

  /** The agent has been told that nothing is connected, or wants a new connection: what comes next is what it asked for. */
  forgetChoice(): void {
    this.#choice.forget();
  }

  /** Ends a session by the agent's wish. */
  leave(session: TabSession): void {
    this.#forget(session, CLOSE_NORMAL, 'detached by the agent', tabLeft());
  }

  /** The agent calls itself so from now on; sockets to come hear it in their hello. */
  tellAgent(agent: string): void {
    for (const { linkId, client } of this.#sessions.all) {
      if (linkId !== null) client.notify(AGENT_METHOD, { agent });
    }
  }

  /** `proof`: how the tab and we show each other who we are; null for a frontend that is not ours. */
  accept(socket: WebSocket, proof: TabProof | null): Promise<void> {
    return this.#arrivals.accept(socket, proof);
  }

  close(): void {
    for (const session of this.#sessions.all) {
      session.end(bridgeEnding(), CLOSE_GOING_AWAY, 'bridge is going away');
    }
    this.#sessions.clear();
  }

  async #awaitReturn(waitMs: number, signal: AbortSignal): Promise<void> {
    const { remembered } = await this.#options.opened;
    const mayReturn = remembered && !this.#hadTab;
    // Several may come at once: which of them is meant is not to depend on which is the first.
    const areBack = (): true | null => (this.isConnected && !this.#arrivals.areUnderWay) || null;
    if (mayReturn && !this.isConnected) await this.#waitList.until(areBack, waitMs, signal);
  }

  #ready(notebook: string | undefined): TabSession | null {
    if (notebook === undefined) {
      const { current } = this;
      // One that the user has shut is not taken where another is on its way, which may be served.
      const isLast =
        current !== null && (current.isUsable || !this.isUndecided || !this.#arrivals.areUnderWay);
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
    if (this.#arrivals.areUnderWay) return true;
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
      await learnNames(this.served, this.#options.timings.statusMs, signal);
      return this.isUndecided ? noneChosen(present) : chosenIsGone(this.#choice.label, present);
    }
    if (present.length === 0) this.forgetChoice();
    return notConnected(await this.#options.connectionUrl());
  }

  #use(session: TabSession): TabSession {
    this.choose(session);
    return usable(session);
  }

  #renew(session: TabSession): void {
    if (session.refused === null) this.subscriptions.renew(session);
  }

  #forget(session: TabSession, closeCode: number, reason: string, failure = tabLost()): void {
    this.#sessions.delete(session);
    session.end(failure, closeCode, reason);
    // What it told of, another tab with the same notebook tells of from now on.
    for (const other of this.served) this.#renew(other);
    this.#waitList.changed();
    this.onchange();
  }

  #changed(session: TabSession): void {
    if (!this.#sessions.has(session)) return;
    if (session.ready) this.#hadTab = true;
    this.#waitList.changed();
    this.onchange();
  }
}

/** Calls to a tab whose extension does not fit end with what to do about it. */
function usable<Found extends TabSession | null>(session: Found): Found {
  if (session?.mismatch) throw session.mismatch;
  return session;
}
