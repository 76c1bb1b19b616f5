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
    const { hasSessionScript } = this;
    await this.report(
      { to: 'worker', type: 'tab-started', place: here, hasSessionScript, caller, arrival },
      here,
    );
  }

  async report(message: FromTab, about: NotebookPlace): Promise<void> {
    if (this.isOrphan) return;
    const answer: unknown = await chrome.runtime.sendMessage(message).catch((error: unknown) => {
      // Updated or removed just now.
      if (!this.isOrphan) throw error;
    });
    if (isDecisions(answer)) this.apply(about, answer);
    // Without the polyfill, what the worker throws arrives like any other answer.
    else if (answer) throw new Error(`Cellwire's worker failed: ${JSON.stringify(answer)}`);
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
