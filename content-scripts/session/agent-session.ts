import type { Agent } from '../../src/agents/agent.ts';
import { AgentMemory } from '../../src/agents/agent-memory.ts';
import type { Call, CallRules, Conclusion } from '../../src/calls/perform-call.ts';
import { Failure } from '../../src/notebook/failure.ts';
import type { Notebook, SourceChange } from '../../src/notebook/notebook.ts';
import type { Policy } from '../../src/policy/policy.ts';
import { proposeAndWait } from '../../src/proposals/propose-and-wait.ts';
import type { SessionGreeting } from '../../src/wire/messages.ts';
import { agentNotebook } from './agent-notebook.ts';
import { askUser } from './ask-user.ts';
import type { OpenNotebook } from './open-notebook.ts';

/** One agent in one notebook: who it is, what it has seen, and what it has yet to be told. */
export class AgentSession {
  readonly #open: OpenNotebook;
  readonly #id: string;
  #memory = new AgentMemory();
  #granted = new Set<string>();
  #isKnown = false;

  constructor(open: OpenNotebook, id: string) {
    this.#open = open;
    this.#id = id;
    // Whoever speaks before it has said who it is has no name.
    open.roster.enter(id, null);
    open.notices.begin(id);
  }

  get agent(): Agent {
    return this.#open.roster.find(this.#id) ?? { id: this.#id, name: '', colour: 0 };
  }

  get memory(): AgentMemory {
    return this.#memory;
  }

  /** The link says whom this session speaks with. */
  greet({ agent, isResumed }: SessionGreeting): void {
    this.#open.roster.enter(this.#id, agent);
    if (isResumed && !this.#isKnown) {
      // The page has forgotten what this agent had read, and nobody saw what happened meanwhile.
      this.#memory = new AgentMemory(true);
      this.#open.notices.tell(this.#id, this.#open.whatInterrupted);
    } else if (!isResumed && this.#isKnown) {
      // Another conversation over the same link: the server was started anew.
      this.#memory = new AgentMemory();
      this.#granted = new Set();
      this.#open.notices.begin(this.#id);
    }
    this.#isKnown = true;
  }

  /** It is not connected any more. What it has seen is kept: it may come back. */
  leave(): void {
    this.#open.roster.leave(this.#id);
    this.#open.questions.withdraw(this.#id);
  }

  /** The user does not want it here: nothing of it that waits may begin. What runs is the user's to stop. */
  refuse(): void {
    this.#open.questions.withdraw(this.#id);
    this.#open.runs.cancelWaiting(null, this.#id);
  }

  /** The notebook for reads that the agent gets to see whole. */
  get readingNotebook(): Notebook {
    const { notebook } = this.#open;
    return {
      ...notebook,
      readCells: async (query) => {
        const page = await notebook.readCells(query);
        for (const { id, revision } of page.cells) this.#memory.saw(id, revision);
        return page;
      },
    };
  }

  /** The notebook as this agent uses it, in one call. */
  notebook(call: Pick<CallContextParts, 'signal' | 'progress'>): Notebook {
    const { notices, changes, places, proposals } = this.#open;
    const propose = (change: SourceChange) =>
      proposeAndWait(proposals, { ...change, agent: this.agent }, call);
    return agentNotebook(this.#open.notebook, {
      agent: () => this.agent,
      memory: this.#memory,
      notices,
      changes,
      places,
      propose: () => (this.#open.policy.verdicts.edit === 'propose' ? propose : null),
    });
  }

  /** Where the calls of this agent pass. */
  rules(isCompact: () => boolean, call: Pick<CallContextParts, 'progress'>): CallRules {
    const open = this.#open;
    return {
      get policy(): Policy {
        return open.policy;
      },
      journal: open.journal,
      agent: this.agent,
      placeOf: (cellId) => open.places.known(cellId),
      isCompact: isCompact(),
      ask: (asked, signal) =>
        askUser(asked, {
          agent: this.agent,
          notebook: open.notebook,
          questions: open.questions,
          granted: this.#granted,
          signal,
          progress: call.progress,
        }),
      conclude: (made, failure) => this.#conclude(made, failure),
    };
  }

  async #conclude({ subject }: Call, failure: Failure | null): Promise<Conclusion> {
    const { notices } = this.#open;
    await this.#open.noteForeignChanges();
    const deletedBy = subject === null ? undefined : notices.whoDeleted(subject);
    const explained =
      failure?.kind === 'not_found' && deletedBy !== undefined
        ? new Failure('not_found', `The cell "${subject}" was deleted by ${deletedBy}.`, failure.next)
        : failure;
    return { failure: explained, notices: notices.take(this.#id) };
  }
}

interface CallContextParts {
  signal: AbortSignal;
  progress: (message: string) => void;
}
