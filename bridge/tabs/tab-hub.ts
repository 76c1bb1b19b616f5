import { randomUUID } from 'node:crypto';
import type { WebSocket } from 'ws';
import { CLOSE_BUSY } from '../../src/wire/close-codes.ts';
import type { HelloResult } from '../../src/wire/hello.ts';
import type { Timings } from '../limits.ts';
import type { Log } from '../log.ts';
import { VERSION } from '../version.ts';
import { bridgeEnding, notConnected, tabLost, tabReplaced } from './failures.ts';
import { keepAlive } from './heartbeat.ts';
import type { Greeting } from './newcomer.ts';
import { Newcomer } from './newcomer.ts';
import { TabSession } from './tab-session.ts';
import { Waiters } from './waiters.ts';

interface HubOptions {
  timings: Timings;
  log: Log;
  /** The address that connects a notebook, for errors that say what to do next. */
  connectionUrl: () => Promise<string>;
  /** `remembered`: port and token are those of last time, so that the tab of last time may come by itself. */
  opened: Promise<{ remembered: boolean }>;
}

/** Knows which tab is connected. One for now; whoever asks for a session does not see that. */
export class TabHub {
  readonly #options: HubOptions;
  readonly #instance = randomUUID();
  readonly #waiters = new Waiters<TabSession>();
  readonly #startedAt = performance.now();
  #session: TabSession | null = null;
  #arriving = 0;
  #hadTab = false;
  /** A tab came, went, or offers other tools. */
  onchange: () => void = () => {};
  onresource: (uri: string) => void = () => {};
  /** What the agent subscribed to: a tab that is new has never heard of it. */
  readonly subscriptions = new Set<string>();

  constructor(options: HubOptions) {
    this.#options = options;
  }

  /** The tab that can take a call now. */
  get session(): TabSession | null {
    return this.#session?.ready ? this.#session : null;
  }

  /** What the tab offers, also while it is away for a moment. Null when there is none. */
  get tools(): TabSession['tools'] {
    return this.#session?.tools ?? null;
  }

  /** The tab for a call: at once, or after a short wait if one is on its way back. */
  async sessionForCall(signal: AbortSignal): Promise<TabSession> {
    const { timings, connectionUrl } = this.#options;
    const isNew = performance.now() - this.#startedAt < timings.returnForCallMs;
    let session = isNew ? await this.whenReturned(timings.returnForCallMs, signal) : this.session;
    if (!session && this.#isExpected()) session = await this.#waiters.wait(timings.comebackMs, signal);
    if (!session) throw notConnected(await connectionUrl());
    return session;
  }

  /** Waits only where the tab of the bridge before this one may come by itself and has not yet. */
  async whenReturned(waitMs: number, signal: AbortSignal): Promise<TabSession | null> {
    const { remembered } = await this.#options.opened;
    const mayReturn = remembered && !this.#hadTab;
    return this.session ?? (mayReturn ? await this.#waiters.wait(waitMs, signal) : null);
  }

  /** Resolves with null when none has come in time. */
  async whenConnected(waitMs: number, signal: AbortSignal): Promise<TabSession | null> {
    return this.session ?? (await this.#waiters.wait(waitMs, signal));
  }

  async accept(socket: WebSocket): Promise<void> {
    const { timings, log } = this.#options;
    socket.on('error', (error) => log.warn(`A tab's socket failed: ${error.message}`));
    keepAlive(socket, timings.pingMs);
    this.#arriving += 1;
    try {
      const newcomer = new Newcomer(socket);
      const asked = this.#session?.client.awaiting ?? [];
      const greeting = await this.#greet(newcomer, asked);
      if (greeting) await this.#admit(newcomer, greeting, asked);
    } finally {
      this.#arriving -= 1;
    }
  }

  close(): void {
    this.#session?.end(bridgeEnding(), 1001, 'bridge is going away');
    this.#session = null;
  }

  #greet(newcomer: Newcomer, awaiting: string[]): Promise<Greeting | null> {
    const params = { server: 'cellwire', version: VERSION, instance: this.#instance, awaiting } as const;
    return newcomer.greet(params, this.#options.timings.helloMs);
  }

  /** `asked`: the requests that the newcomer was asked about. */
  async #admit(newcomer: Newcomer, { hello }: Greeting, asked: readonly string[]): Promise<void> {
    const { log } = this.#options;
    const known = this.#session;
    if (known && hello && known.linkId === hello.linkId) {
      await this.#resume(known, newcomer, hello, asked);
      return;
    }
    if (known && isTakenFor(known, hello?.linkId ?? null)) {
      log.info(`Another tab was sent away: one is ${known.attached ? 'connected' : 'about to come back'}.`);
      newcomer.socket.close(CLOSE_BUSY, 'Server is busy');
      return;
    }
    known?.end(tabReplaced(), 1000, 'replaced');
    await this.#begin(newcomer, hello);
  }

  async #resume(
    session: TabSession,
    newcomer: Newcomer,
    { missing }: Required<HelloResult>,
    asked: readonly string[],
  ): Promise<void> {
    const lost = [...missing];
    // Sent on the old socket since we asked: only the tab can say whether it got that far.
    const since = session.client.awaiting.filter((id) => !asked.includes(id));
    if (since.length > 0) {
      session.abandonSocket();
      const greeting = await this.#greet(newcomer, since);
      if (!greeting?.hello || this.#session !== session) {
        newcomer.socket.terminate();
        return;
      }
      lost.push(...greeting.hello.missing);
    }
    this.#options.log.info('The tab is back.');
    session.attach(newcomer, lost);
  }

  async #begin(newcomer: Newcomer, hello: HelloResult | null): Promise<void> {
    const { timings, log } = this.#options;
    const session: TabSession = new TabSession({
      linkId: hello?.linkId ?? null,
      timings,
      log,
      onchange: () => this.#changed(session),
      onresource: (uri) => this.onresource(uri),
      onlost: () => this.#forget(session, 1000, 'away for too long'),
    });
    this.#session = session;
    session.attach(newcomer);
    try {
      await session.initialize();
      const who = hello ? `Cellwire ${hello.extensionVersion}` : "Colab's own frontend";
      log.info(`A tab is connected (${who}).`);
      this.#subscribeAgain(session);
    } catch (error) {
      log.warn(`A tab connected but did not introduce itself: ${String(error)}`);
      this.#forget(session, 1011, 'initialize failed');
    }
  }

  /** Between two tabs anything may have changed, and nobody was there to see it: the agent is told to look. */
  #subscribeAgain({ client }: TabSession): void {
    for (const uri of this.subscriptions) {
      client.request('resources/subscribe', { uri }).then(
        () => this.onresource(uri),
        (error) => this.#options.log.warn(`The new tab does not tell of changes to ${uri}: ${String(error)}`),
      );
    }
  }

  #forget(session: TabSession, closeCode: number, reason: string): void {
    if (this.#session === session) this.#session = null;
    session.end(tabLost(), closeCode, reason);
    this.onchange();
  }

  #changed(session: TabSession): void {
    if (this.#session !== session) return;
    if (session.ready) {
      this.#hadTab = true;
      this.#waiters.resolve(session);
    }
    this.onchange();
  }

  /** Whether a tab is just connecting or has dropped so recently that it is worth waiting for. */
  #isExpected(): boolean {
    return this.#arriving > 0 || this.#session?.attached === true || this.#session?.mayComeBack === true;
  }
}

/** Whether a newcomer must wait: the agent shall not change notebooks because a socket dropped for a moment. */
function isTakenFor(session: TabSession, linkId: string | null): boolean {
  // The link of the same tab, begun anew: the one before cannot come back.
  if (session.linkId !== null && linkId !== null && tabOf(session.linkId) === tabOf(linkId)) return false;
  if (session.attached) return true;
  // A frontend that is not ours has no name: this may be the one that dropped.
  const mayBeTheSame = session.linkId === null && linkId === null;
  return session.mayComeBack && !mayBeTheSame;
}

/** A link is named `<id>`, or `<id>:<random>` where every start of the link counts. */
const tabOf = (linkId: string): string | undefined => linkId.split(':')[0];
