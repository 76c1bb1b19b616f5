import { randomUUID } from 'node:crypto';
import type { WebSocket } from 'ws';
import type { Timings } from '../limits.ts';
import type { Log } from '../log.ts';
import { VERSION } from '../version.ts';
import { bridgeEnding, notConnected, tabLost, tabReplaced } from './failures.ts';
import type { Greeting } from './greeting.ts';
import { greet } from './greeting.ts';
import { keepAlive } from './heartbeat.ts';
import { TabSession } from './tab-session.ts';
import { Waiters } from './waiters.ts';

interface HubOptions {
  timings: Timings;
  log: Log;
  /** The link that connects a notebook, for errors that say what to do next. */
  link: () => string;
}

/** Knows which tab is connected. One for now; whoever asks for a session does not see that. */
export class TabHub {
  readonly #options: HubOptions;
  readonly #instance = randomUUID();
  readonly #waiters = new Waiters<TabSession>();
  #session: TabSession | null = null;
  #arriving = 0;
  /** A tab came, went, or offers other tools. */
  onchange: () => void = () => {};

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
    if (this.session) return this.session;
    const { timings, link } = this.#options;
    const session = this.#isExpected() ? await this.#waiters.wait(timings.comebackMs, signal) : null;
    if (!session) throw notConnected(link());
    return session;
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
      const awaiting = this.#session?.client.awaiting ?? [];
      const params = { server: 'cellwire', version: VERSION, instance: this.#instance, awaiting } as const;
      const greeting = await greet(socket, params, timings.helloMs);
      if (greeting) await this.#admit(socket, greeting);
    } finally {
      this.#arriving -= 1;
    }
  }

  close(): void {
    this.#session?.end(bridgeEnding(), 1001, 'bridge is going away');
    this.#session = null;
  }

  async #admit(socket: WebSocket, greeting: Greeting): Promise<void> {
    const { log } = this.#options;
    const linkId = greeting.hello?.linkId ?? null;
    const known = this.#session;
    if (known && linkId !== null && known.linkId === linkId) {
      log.info('The tab is back.');
      known.attach(socket, greeting);
      return;
    }
    if (known?.attached) {
      log.info('A second tab was sent away: one is connected.');
      socket.close(1013, 'Server is busy');
      return;
    }
    known?.end(tabReplaced(), 1000, 'replaced');
    await this.#begin(socket, greeting, linkId);
  }

  async #begin(socket: WebSocket, greeting: Greeting, linkId: string | null): Promise<void> {
    const { timings, log } = this.#options;
    const session: TabSession = new TabSession({
      linkId,
      timings,
      log,
      onchange: () => this.#changed(session),
      onlost: () => this.#forget(session, 1000, 'away for too long'),
    });
    this.#session = session;
    session.attach(socket, greeting);
    try {
      await session.initialize();
      const who = greeting.hello ? `Cellwire ${greeting.hello.extensionVersion}` : "Colab's own frontend";
      log.info(`A tab is connected (${who}).`);
    } catch (error) {
      log.warn(`A tab connected but did not introduce itself: ${String(error)}`);
      this.#forget(session, 1011, 'initialize failed');
    }
  }

  #forget(session: TabSession, closeCode: number, reason: string): void {
    if (this.#session === session) this.#session = null;
    session.end(tabLost(), closeCode, reason);
    this.onchange();
  }

  #changed(session: TabSession): void {
    if (this.#session !== session) return;
    if (session.ready) this.#waiters.resolve(session);
    this.onchange();
  }

  /** Whether a tab is just connecting or has dropped so recently that it is worth waiting for. */
  #isExpected(): boolean {
    if (this.#arriving > 0 || this.#session?.attached) return true;
    const droppedAt = this.#session?.droppedAt ?? 0;
    return Date.now() - droppedAt < this.#options.timings.comebackMs;
  }
}
