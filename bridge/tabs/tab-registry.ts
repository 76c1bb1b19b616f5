import type { WebSocket } from 'ws';
import { AGENT_LEFT_METHOD } from '../../src/wire/agent-of-call.ts';
import { AGENT_METHOD } from '../../src/wire/hello.ts';
import { CLOSE_GOING_AWAY, CLOSE_NORMAL } from '../../src/wire/socket.ts';
import type { TabProof } from '../endpoint/tab-proof.ts';
import type { Timings } from '../limits.ts';
import type { ArrivalOptions } from './arrivals.ts';
import { Arrivals } from './arrivals.ts';
import { bridgeEnding, tabLeft, tabLost } from './failures.ts';
import { Subscriptions } from './subscriptions.ts';
import type { TabSession } from './tab-session.ts';
import { TabSessions } from './tab-sessions.ts';
import { WaitList } from './wait-list.ts';

interface RegistryOptions extends ArrivalOptions {
  /** `remembered`: port and token are those of last time, so that the tab of last time may come by itself. */
  opened: Promise<{ remembered: boolean; keys: { serverId: string } }>;
  /** A tab shows the notebook of this address. */
  onaddress: (url: string) => void;
}

/** Knows which tabs are connected. Which of them an agent works in is that agent's: see `agent-tabs.ts`. */
export class TabRegistry {
  readonly #options: RegistryOptions;
  readonly #waitList = new WaitList();
  readonly #startedAt = performance.now();
  readonly #sessions = new TabSessions();
  readonly #arrivals: Arrivals;
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
      onaddress: options.onaddress,
      onresource: (uri) => this.onresource(uri),
      onover: (session, closeCode, reason) => this.#forget(session, closeCode, reason),
    });
  }

  get timings(): Timings {
    return this.#options.timings;
  }

  /** Those that can take a call now. */
  get served(): TabSession[] {
    return this.present.filter((session) => session.ready && session.isUsable);
  }

  /** Those that are there, or away for a moment. */
  get present(): TabSession[] {
    return this.#sessions.present;
  }

  /** Also those that have been away for longer, and are not given up yet. */
  get all(): TabSession[] {
    return this.#sessions.all;
  }

  /** Whether a tab is just connecting. */
  get areArriving(): boolean {
    return this.#arrivals.areUnderWay;
  }

  /** The first moments, in which tabs of the bridge before this one may come back. */
  get isNew(): boolean {
    return performance.now() - this.#startedAt < this.timings.returnForCallMs;
  }

  /** What `look` finds, now or when tabs have come, gone or changed. Null when the time is up. */
  until<Found>(look: () => Found | null, waitMs: number, signal: AbortSignal): Promise<Found | null> {
    return this.#waitList.until(look, waitMs, signal);
  }

  /** Waits only where the tabs of the bridge before this one may come by themselves and have not yet. */
  async whenReturned(waitMs: number, signal: AbortSignal): Promise<void> {
    const { remembered } = await this.#options.opened;
    const isConnected = (): boolean => this.served.length > 0;
    // Several may come at once: which of them is meant is not to depend on which is the first.
    const areBack = (): true | null => (isConnected() && !this.areArriving) || null;
    if (remembered && !this.#hadTab && !isConnected()) await this.until(areBack, waitMs, signal);
  }

  /** The tab of this kind, as soon as it can take a call. Null when none has come in time. */
  async whenThere(
    isIt: (session: TabSession) => boolean,
    waitMs: number,
    signal: AbortSignal,
  ): Promise<TabSession | null> {
    const look = (): TabSession | null =>
      this.present.findLast((session) => session.ready && isIt(session)) ?? null;
    return usable(await this.until(look, waitMs, signal));
  }

  /** Ends a session by an agent's wish. */
  leave(session: TabSession): void {
    this.#forget(session, CLOSE_NORMAL, 'detached by the agent', tabLeft());
  }

  /** For whom the bridge speaks from now on; sockets to come hear it in their hello. */
  tellAgent(agent: string): void {
    for (const { linkId, client } of this.#sessions.all) {
      if (linkId !== null) client.notify(AGENT_METHOD, { agent });
    }
  }

  /** One of several agents has left these tabs. */
  tellLeft(agentId: string, sessions: readonly TabSession[]): void {
    for (const { linkId, client } of sessions) {
      if (linkId !== null) client.notify(AGENT_LEFT_METHOD, { id: agentId });
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
export function usable<Found extends TabSession | null>(session: Found): Found {
  if (session?.mismatch) throw session.mismatch;
  return session;
}
