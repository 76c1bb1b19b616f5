import { randomUUID } from 'node:crypto';
import type { WebSocket } from 'ws';
import type { HelloResult } from '../../src/wire/hello.ts';
import { PROTOCOL, protocolMismatch } from '../../src/wire/hello.ts';
import { CLOSE_BUSY, CLOSE_FAILED, CLOSE_NORMAL, CLOSE_REFUSED } from '../../src/wire/socket.ts';
import type { TabProof } from '../endpoint/tab-proof.ts';
import type { Timings } from '../limits.ts';
import type { Log } from '../log.ts';
import { VERSION } from '../version.ts';
import { isReplacedBy, isTakenFor } from './admission.ts';
import { doNotFit, tabReplaced } from './failures.ts';
import { keepAlive } from './keep-alive.ts';
import type { HelloAnswer } from './new-socket.ts';
import { NewSocket } from './new-socket.ts';
import { TabSession } from './tab-session.ts';
import type { TabSessions } from './tab-sessions.ts';

export interface ArrivalOptions {
  timings: Timings;
  log: Log;
  opened: Promise<{ keys: { serverId: string } }>;
  /** What the agent calls itself. */
  agent: () => string;
}

interface ArrivalEvents {
  /** A socket that was on its way has come to its session, or has not. */
  onsettled: () => void;
  // What a session has to say that began here, as in its own options.
  onchange: (session: TabSession) => void;
  onnotebook: (session: TabSession) => void;
  onaddress: (url: string) => void;
  onresource: (uri: string) => void;
  /** The session is of no more use. */
  onover: (session: TabSession, closeCode: number, reason: string) => void;
}

const HALF = { version: VERSION, protocol: PROTOCOL };

/**
 * What becomes of a socket that a tab has opened: it is asked who it is, has to prove that, and goes on with the
 * session that it belongs to or begins another, unless it is sent away.
 */
export class Arrivals {
  readonly #options: ArrivalOptions;
  readonly #sessions: TabSessions;
  readonly #events: ArrivalEvents;
  readonly #instance = randomUUID();
  #underWay = 0;

  constructor(options: ArrivalOptions, sessions: TabSessions, events: ArrivalEvents) {
    this.#options = options;
    this.#sessions = sessions;
    this.#events = events;
  }

  /** Whether a tab is just connecting. */
  get areUnderWay(): boolean {
    return this.#underWay > 0;
  }

  /** `proof`: how the tab and we show each other who we are; null for a frontend that is not ours. */
  async accept(socket: WebSocket, proof: TabProof | null): Promise<void> {
    const { timings, log } = this.#options;
    socket.on('error', (error) => log.warn(`A tab's socket failed: ${error.message}`));
    keepAlive(socket, timings.pingMs);
    this.#underWay += 1;
    try {
      const newSocket = new NewSocket(socket);
      // Who it is, only its answer tells: whatever is owed by anybody is asked for. Of what it misses, only its own
      // requests are sent again: ids are unique over all tabs.
      const asked = this.#sessions.all.flatMap(({ client }) => client.awaiting);
      const answer = await this.#sayHello(newSocket, asked, proof);
      if (!answer) return;
      if (proof && !(await proof.accepts(answer.hello?.proof ?? null))) {
        log.warn('A tab was refused: it could not prove that it has the key it named.');
        socket.close(CLOSE_REFUSED, 'not proven');
        return;
      }
      await this.#admit(newSocket, answer, asked);
    } finally {
      this.#underWay -= 1;
      this.#events.onsettled();
    }
  }

  async #sayHello(
    newSocket: NewSocket,
    awaiting: string[],
    proof: TabProof | null,
  ): Promise<HelloAnswer | null> {
    const { opened, timings } = this.#options;
    const agent = this.#options.agent();
    const { serverId } = (await opened).keys;
    const proven = (await proof?.ours()) ?? { challenge: null, proof: null };
    const own = { server: 'cellwire', ...HALF, instance: this.#instance, serverId, agent } as const;
    // One that names a key is ours, however long it takes; a stranger never answers.
    const waitMs = proof ? timings.initializeMs : timings.helloMs;
    return newSocket.sayHello({ ...own, awaiting, ...proven }, waitMs);
  }

  /** `asked`: the requests that its tab was asked about. */
  async #admit(newSocket: NewSocket, { hello }: HelloAnswer, asked: readonly string[]): Promise<void> {
    const { log } = this.#options;
    const known = hello && this.#sessions.of(hello.linkId);
    if (known) {
      await this.#resume(known, newSocket, hello, asked);
      return;
    }
    const linkId = hello?.linkId ?? null;
    for (const other of this.#sessions.all) {
      if (!isTakenFor(other, linkId)) continue;
      log.info(`Another tab was sent away: one is ${other.attached ? 'connected' : 'about to come back'}.`);
      newSocket.socket.close(CLOSE_BUSY, 'Server is busy');
      return;
    }
    for (const other of this.#sessions.all) {
      if (!isReplacedBy(other, linkId)) continue;
      this.#sessions.delete(other);
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
      const answer = await this.#sayHello(newSocket, since, null);
      if (!answer?.hello || !this.#sessions.has(session)) {
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
      onchange: () => this.#events.onchange(session),
      onnotebook: () => this.#events.onnotebook(session),
      onaddress: this.#events.onaddress,
      onresource: this.#events.onresource,
      onlost: () => this.#events.onover(session, CLOSE_NORMAL, 'away for too long'),
    });
    this.#sessions.add(session);
    session.attach(newSocket);
    if (mismatch) {
      log.warn(`A tab is connected, but ${mismatch.sentence}: ${mismatch.remedy}.`);
      this.#events.onchange(session);
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
      this.#events.onnotebook(session);
    } catch (error) {
      log.warn(`A tab connected but did not introduce itself: ${String(error)}`);
      this.#events.onover(session, CLOSE_FAILED, 'initialize failed');
    }
  }
}
