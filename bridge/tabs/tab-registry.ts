import { randomUUID } from 'node:crypto';
import type { WebSocket } from 'ws';
import type { HelloResult } from '../../src/wire/hello.ts';
import { AGENT_METHOD, PROTOCOL, protocolMismatch } from '../../src/wire/hello.ts';
import { CLOSE_BUSY, CLOSE_FAILED, CLOSE_GOING_AWAY, CLOSE_NORMAL } from '../../src/wire/socket.ts';
import type { Timings } from '../limits.ts';
import type { Log } from '../log.ts';
import { VERSION } from '../version.ts';
import { isTakenFor } from './admission.ts';
import {
  bridgeEnding,
  doNotFit,
  notConnected,
  notebookNotConnected,
  tabLost,
  tabReplaced,
} from './failures.ts';
import { keepAlive } from './keep-alive.ts';
import type { HelloAnswer } from './new-socket.ts';
import { NewSocket } from './new-socket.ts';
import { Subscriptions } from './subscriptions.ts';
import { TabSession } from './tab-session.ts';
import { WaitList } from './wait-list.ts';

interface RegistryOptions {
  timings: Timings;
  log: Log;
  /** The address that connects a notebook, for errors that say what to do next. */
  connectionUrl: () => Promise<string>;
  /** `remembered`: port and token are those of last time, so that the tab of last time may come by itself. */
  opened: Promise<{ remembered: boolean }>;
  /** What the agent calls itself. */
  agent: () => string;
  /** A tab that is served shows the notebook of this address. */
  onaddress: (url: string) => void;
}

/** A frontend that is not ours has no name, and may be any other of its kind. */
const FOREIGN = 'foreign';
const HALF = { version: VERSION, protocol: PROTOCOL };

/** Knows which tabs are connected. One at a time for now; whoever asks for a session does not see that. */
export class TabRegistry {
  readonly #options: RegistryOptions;
  readonly #instance = randomUUID();
  readonly #waitList = new WaitList<TabSession>();
  readonly #startedAt = performance.now();
  /** By the name of their link. */
  readonly #sessions = new Map<string, TabSession>();
  #usedLast: TabSession | null = null;
  #arriving = 0;
  #hadTab = false;
  /** A tab came, went, or offers other tools. */
  onchange: () => void = () => {};
  onresource: (uri: string) => void = () => {};
  readonly subscriptions: Subscriptions;

  constructor(options: RegistryOptions) {
    this.#options = options;
    this.subscriptions = new Subscriptions(options.log, (uri) => this.onresource(uri));
  }

  /** Whether a tab can take a call now. */
  get isConnected(): boolean {
    return this.#ready(undefined)?.refused === null;
  }

  /** What tabs offer, also while they are away for a moment. Null when there is none. */
  get tools(): TabSession['tools'] {
    const sessions = [...this.#sessions.values()];
    return (sessions.find((session) => session === this.#usedLast) ?? sessions.at(-1))?.tools ?? null;
  }

  /**
   * The session of the tab that shows this notebook, or of the tab used last when none is named: at once, or after
   * a short wait if one is on its way back.
   */
  async sessionFor(notebook: string | undefined, signal: AbortSignal): Promise<TabSession> {
    const { timings } = this.#options;
    const isNew = performance.now() - this.#startedAt < timings.returnForCallMs;
    if (isNew) await this.#awaitReturn(timings.returnForCallMs, signal);
    if (!this.#ready(notebook) && this.#isExpected(notebook)) {
      await this.#waitList.wait(timings.reconnectGraceMs, signal);
    }
    const session = this.#ready(notebook);
    if (!session) throw await this.#refusal(notebook);
    this.#usedLast = session;
    return usable(session);
  }

  /** Waits only where the tab of the bridge before this one may come by itself and has not yet. */
  async whenReturned(waitMs: number, signal: AbortSignal): Promise<TabSession | null> {
    await this.#awaitReturn(waitMs, signal);
    return usable(this.#ready(undefined));
  }

  /**
   * Resolves with null when none has come in time. One that the user has shut counts when it comes, or is shut, in
   * this very time: that is the user's answer.
   */
  async whenConnected(waitMs: number, signal: AbortSignal): Promise<TabSession | null> {
    const ready = this.#ready(undefined);
    return usable(ready?.refused === null ? ready : await this.#waitList.wait(waitMs, signal));
  }

  /** The agent calls itself so from now on; sockets to come hear it in their hello. */
  tellAgent(agent: string): void {
    for (const { linkId, client } of this.#sessions.values()) {
      if (linkId !== null) client.notify(AGENT_METHOD, { agent });
    }
  }

  async accept(socket: WebSocket): Promise<void> {
    const { timings, log } = this.#options;
    socket.on('error', (error) => log.warn(`A tab's socket failed: ${error.message}`));
    keepAlive(socket, timings.pingMs);
    this.#arriving += 1;
    try {
      const newSocket = new NewSocket(socket);
      // Who it is, only its answer tells: whatever is owed by anybody is asked for.
      const asked = [...this.#sessions.values()].flatMap(({ client }) => client.awaiting);
      const answer = await this.#sayHello(newSocket, asked);
      if (answer) await this.#admit(newSocket, answer, asked);
    } finally {
      this.#arriving -= 1;
    }
  }

  close(): void {
    for (const session of this.#sessions.values())
      session.end(bridgeEnding(), CLOSE_GOING_AWAY, 'bridge is going away');
    this.#sessions.clear();
  }

  async #awaitReturn(waitMs: number, signal: AbortSignal): Promise<void> {
    const { remembered } = await this.#options.opened;
    const mayReturn = remembered && !this.#hadTab;
    if (mayReturn && !this.isConnected) await this.#waitList.wait(waitMs, signal);
  }

  #ready(notebook: string | undefined): TabSession | null {
    const able = [...this.#sessions.values()].filter((session) => session.ready && session.shows(notebook));
    return able.find((session) => session === this.#usedLast) ?? able.at(-1) ?? null;
  }

  /** Whether a tab is just connecting or has dropped so recently that it is worth waiting for. */
  #isExpected(notebook: string | undefined): boolean {
    return this.#arriving > 0 || this.#present().some((session) => session.shows(notebook));
  }

  /** Those that are there, or away for a moment. */
  #present(): TabSession[] {
    return [...this.#sessions.values()].filter(({ attached, mayReconnect }) => attached || mayReconnect);
  }

  async #refusal(notebook: string | undefined): Promise<Error> {
    const shown = this.#present().flatMap(({ notebookId }) => notebookId ?? []);
    if (notebook !== undefined && shown.length > 0 && !shown.includes(notebook)) {
      return notebookNotConnected(notebook, shown);
    }
    return notConnected(await this.#options.connectionUrl());
  }

  #sayHello(newSocket: NewSocket, awaiting: string[]): Promise<HelloAnswer | null> {
    const agent = this.#options.agent();
    const params = { server: 'cellwire', ...HALF, instance: this.#instance, awaiting, agent } as const;
    return newSocket.sayHello(params, this.#options.timings.helloMs);
  }

  /** `asked`: the requests that its tab was asked about. */
  async #admit(newSocket: NewSocket, { hello }: HelloAnswer, asked: readonly string[]): Promise<void> {
    const { log } = this.#options;
    const known = hello && this.#sessions.get(hello.linkId);
    if (known) {
      await this.#resume(known, newSocket, hello, asked);
      return;
    }
    for (const other of this.#sessions.values()) {
      if (!isTakenFor(other, hello?.linkId ?? null)) continue;
      log.info(`Another tab was sent away: one is ${other.attached ? 'connected' : 'about to come back'}.`);
      newSocket.socket.close(CLOSE_BUSY, 'Server is busy');
      return;
    }
    for (const [name, other] of this.#sessions) {
      this.#sessions.delete(name);
      other.end(tabReplaced(), CLOSE_NORMAL, 'replaced');
    }
    await this.#begin(newSocket, hello);
  }

  async #resume(
    session: TabSession,
    newSocket: NewSocket,
    hello: HelloResult,
    asked: readonly string[],
  ): Promise<void> {
    const lost = [...hello.missing];
    let latest = hello;
    // Sent on the old socket since we asked: only the tab can say whether it got that far.
    const since = session.client.awaiting.filter((id) => !asked.includes(id));
    if (since.length > 0) {
      session.abandonSocket();
      const answer = await this.#sayHello(newSocket, since);
      if (!answer?.hello || !this.#knows(session)) {
        newSocket.socket.terminate();
        return;
      }
      lost.push(...answer.hello.missing);
      latest = answer.hello;
    }
    this.#options.log.info('The tab is back.');
    session.attach(newSocket, lost);
    session.heedHello(latest);
  }

  async #begin(newSocket: NewSocket, hello: HelloResult | null): Promise<void> {
    const { timings, log } = this.#options;
    const mismatch =
      hello && protocolMismatch(HALF, { version: hello.extensionVersion, protocol: hello.protocol });
    const session: TabSession = new TabSession({
      hello,
      mismatch: mismatch && doNotFit(mismatch),
      timings,
      log,
      onchange: () => this.#changed(session),
      onnotebook: () => this.#renew(session),
      onaddress: this.#options.onaddress,
      onresource: (uri) => this.onresource(uri),
      onlost: () => this.#forget(session, CLOSE_NORMAL, 'away for too long'),
    });
    this.#sessions.set(session.linkId ?? FOREIGN, session);
    session.attach(newSocket);
    if (mismatch) {
      log.warn(`A tab is connected, but ${mismatch.sentence}: ${mismatch.remedy}.`);
      this.#changed(session);
      return;
    }
    try {
      await session.initialize();
      const who = session.refused
        ? 'the user refuses'
        : hello
          ? `Cellwire ${hello.extensionVersion}`
          : "Colab's own frontend";
      log.info(`A tab is connected (${who}).`);
      this.#renew(session);
    } catch (error) {
      log.warn(`A tab connected but did not introduce itself: ${String(error)}`);
      this.#forget(session, CLOSE_FAILED, 'initialize failed');
    }
  }

  #renew(session: TabSession): void {
    if (session.refused === null) this.subscriptions.renew(session);
  }

  #knows(session: TabSession): boolean {
    return this.#sessions.get(session.linkId ?? FOREIGN) === session;
  }

  #forget(session: TabSession, closeCode: number, reason: string): void {
    if (this.#knows(session)) this.#sessions.delete(session.linkId ?? FOREIGN);
    session.end(tabLost(), closeCode, reason);
    this.onchange();
  }

  #changed(session: TabSession): void {
    if (!this.#knows(session)) return;
    if (session.ready) {
      this.#hadTab = true;
      this.#waitList.resolve(session);
    }
    this.onchange();
  }
}

/** Calls to a tab whose extension does not fit end with what to do about it. */
function usable<Found extends TabSession | null>(session: Found): Found {
  if (session?.mismatch) throw session.mismatch;
  return session;
}
