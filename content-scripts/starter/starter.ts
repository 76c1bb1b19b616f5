import type { Caller } from '../../src/wire/connection-url.ts';
import type { Arrival, FromTab, NotebookPlace, TabDecisions } from '../../src/wire/messages.ts';
import { startPageAgent } from '../../src/wire/pairing.ts';
import { isShown, place } from './place.ts';

/** What the starter needs of the session, which is brought in later, if at all. */
export interface TabSessions {
  apply: (decisions: TabDecisions) => void;
  /** For a while, or for another notebook: then nothing of this one is kept. */
  leave: (isForAnother: boolean) => void;
}

/** Between attempts to reach the worker. */
const AGAIN_MS = [100, 500, 1_000];
const NOES: ReadonlySet<FromTab['type']> = new Set<FromTab['type']>(['consent-refused', 'tab-stopped']);

declare global {
  /** How a session that is brought in finds the starter. Of the isolated world: the page does not see it. */
  var cellwireStarter: Starter | undefined;
}

/** Tells the worker what this tab shows, and passes on what it decided to the session that it has brought in. */
export class Starter {
  /** To the page agent, as soon as there is one. */
  readonly port: MessagePort;
  sessions: TabSessions | null = null;
  readonly #channel: MessagePort;
  /** Given to the page agent. */
  #otherEnd: MessagePort | null;
  /** Why the worker could not be reached, the last time. */
  #fault: unknown;

  constructor(channel: MessagePort) {
    const { port1, port2 } = new MessageChannel();
    this.port = port1;
    this.#channel = channel;
    this.#otherEnd = port2;
  }

  /** Both halves are brought in together; if one did not arrive, both are brought in again. */
  get hasSessionScript(): boolean {
    return this.sessions !== null && this.#otherEnd === null;
  }

  /** An extension that was updated or removed leaves its old scripts behind, without a runtime. */
  get isOrphan(): boolean {
    return !chrome.runtime?.id;
  }

  async start(caller: Caller | null, arrival: Arrival): Promise<void> {
    const here = place();
    const said = (as: Arrival): Promise<boolean> => {
      const { hasSessionScript } = this;
      return this.#say(
        { to: 'worker', type: 'tab-started', place: here, hasSessionScript, caller, arrival: as },
        here,
      );
    };
    if (await said(arrival)) return;
    // Who led here is told to one worker, once: without that, the user is asked. Where the tab is elsewhere by now, that
    // has been said, too.
    await this.#again(async () => !isShown(here) || (await said('same-page')));
  }

  async report(message: FromTab, about: NotebookPlace): Promise<void> {
    if (await this.#say(message, about)) return;
    // A no can be said again at any time. A yes counts for one question, and there may be another by now: so the worker
    // tells what it knows, and if it has not heard the yes, the user is asked once more.
    if (message.type === 'consent-given') await this.start(null, 'same-page');
    else if (NOES.has(message.type)) await this.#again(() => this.#say(message, about));
    else throw this.#unheard();
  }

  /** Whether the worker has heard it, or is gone for good. */
  async #say(message: FromTab, about: NotebookPlace): Promise<boolean> {
    // An extension that was updated or removed has nobody who could be told.
    if (this.isOrphan) return true;
    const answer: unknown = await chrome.runtime.sendMessage(message).catch((fault: unknown) => {
      this.#fault = fault;
    });
    if (isDecisions(answer)) this.apply(about, answer);
    // Without the polyfill, what the worker throws arrives like any other answer.
    else if (answer && answer !== true)
      throw new Error(`Cellwire's worker failed: ${JSON.stringify(answer)}`);
    // To a message that no worker has heard the browser answers, too, with nothing: other pages listen as well.
    return Boolean(answer) || this.isOrphan;
  }

  /** A worker that the browser stops while it is told something has forgotten it: the next one is told. */
  async #again(say: () => Promise<boolean>): Promise<void> {
    for (const waitMs of AGAIN_MS) {
      // biome-ignore lint/style/noRestrictedGlobals: a hidden tab holds it back for a second, and no link is there that could keep the time.
      await new Promise((resolve) => setTimeout(resolve, waitMs));
      if (await say()) return;
    }
    throw this.#unheard();
  }

  #unheard(): Error {
    return new Error("Cellwire's worker does not answer. Try again, or reload the tab.", {
      cause: this.#fault,
    });
  }

  /** Decisions are for the notebook that they were made for; the tab may show another one by now. */
  apply(madeFor: NotebookPlace, decisions: TabDecisions): void {
    if (decisions.pageAgent && this.#otherEnd) {
      startPageAgent(this.#channel, decisions.pageAgent, this.#otherEnd);
      this.#otherEnd = null;
    }
    if (isShown(madeFor)) this.sessions?.apply(decisions);
  }

  leave(isForAnother: boolean): void {
    this.sessions?.leave(isForAnother);
  }
}

function isDecisions(answer: unknown): answer is TabDecisions {
  return typeof answer === 'object' && answer !== null && 'notebookId' in answer;
}
