import type { Agent } from '../../src/agents/agent.ts';
import { AgentMemory } from '../../src/agents/agent-memory.ts';
import type { Call, CallRules, Conclusion } from '../../src/calls/perform-call.ts';
import { withoutText } from '../../src/notebook/conflict.ts';
import { Failure } from '../../src/notebook/failure.ts';
import type { CellPage, Notebook, SourceChange } from '../../src/notebook/notebook.ts';
import type { CallClass, Policy } from '../../src/policy/policy.ts';
import { CALL_CLASSES, needsQuestion, refusalOf } from '../../src/policy/policy.ts';
import { proposeAndWait } from '../../src/proposals/propose-and-wait.ts';
import type { Run } from '../../src/runs/run.ts';
import { codeOfCall } from '../../src/tools/code-of-call.ts';
import type { SessionGreeting } from '../../src/wire/messages.ts';
import { agentNotebook } from './agent-notebook.ts';
import { askUser } from './ask-user.ts';
import type { OpenNotebook } from './open-notebook.ts';

/** One agent in one notebook: who it is, what it has seen, and what it has yet to be told. */
export class AgentSession {
  readonly #open: OpenNotebook;
  readonly #id: string;
  #memory = new AgentMemory();
  readonly #granted = new Set<CallClass>();
  /** Cells that the user has allowed to be run once, as they were shown. */
  readonly #allowedRuns = new Map<string, string>();
  /** Code without a cell that the user has allowed to be run. */
  readonly #allowedCode = new Set<string>();
  #isKnown = false;
  #isRefused = false;

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
    this.#isRefused = false;
    if (isResumed && !this.#isKnown) {
      // The page has forgotten what this agent had read, and nobody saw what happened meanwhile.
      this.#memory = new AgentMemory(true);
      this.#open.notices.tell(this.#id, this.#open.whatInterrupted);
    } else if (!isResumed && this.#isKnown) {
      // Another conversation over the same link: the server was started anew. Who uses it may still have in mind what
      // it read before, so what it has seen is kept.
      this.forgetGrants();
      this.#open.notices.begin(this.#id);
    }
    this.#isKnown = true;
  }

  /** What the user has allowed it in answers, of these classes, counts no more. */
  forgetGrants(classes: readonly CallClass[] = CALL_CLASSES): void {
    for (const one of classes) this.#granted.delete(one);
    if (!classes.includes('run')) return;
    this.#allowedRuns.clear();
    this.#allowedCode.clear();
  }

  /** It is not connected any more. What it has seen is kept: it may come back. */
  leave(): void {
    this.#open.roster.leave(this.#id);
    this.#open.questions.withdraw(this.#id);
  }

  /** The user does not want it here: nothing of it that waits may begin. What runs is the user's to stop. */
  refuse(): void {
    this.#isRefused = true;
    this.forgetGrants();
    this.#open.questions.withdraw(this.#id);
    this.#open.runs.cancelWaiting(null, this.#id);
  }

  /** The turn of a run has come: may it begin, and with which text? Throws when it may not. */
  admitRun({ cellId, code }: Run): { expectedRevision?: string } {
    const name = cellId === null ? 'the run of your code' : `the run of cell ${cellId}`;
    const call = { name, effect: 'runs' as const };
    const { policy } = this.#open;
    const refusal = this.#isRefused ? sentAway(call.name) : refusalOf(policy, call);
    if (refusal) throw refusal;
    if (!needsQuestion(policy, call) || this.#granted.has('run')) return {};
    if (cellId === null) {
      if (code === null || !this.#allowedCode.has(code)) throw notAllowed(call.name);
      return {};
    }
    const expectedRevision = this.#allowedRuns.get(cellId);
    if (expectedRevision === undefined) throw notAllowed(call.name);
    return { expectedRevision };
  }

  /** Every piece of a file that is on its way: the user may have said otherwise since its call was allowed. */
  requireTransfers(): void {
    const call = { name: 'the rest of the transfer', effect: 'transfers' as const };
    const refusal = this.#isRefused ? sentAway(call.name) : refusalOf(this.#open.policy, call);
    if (refusal) throw refusal;
  }

  /** A read that the agent gets to see whole, if it succeeds: only then has it seen the cells. */
  async reading<Result>(read: (notebook: Notebook) => Promise<Result>): Promise<Result> {
    const { notebook } = this.#open;
    const seen: CellPage['cells'] = [];
    const result = await read({
      ...notebook,
      readCells: async (query) => {
        const page = await notebook.readCells(query);
        seen.push(...page.cells);
        return page;
      },
    });
    for (const { id, revision } of seen) this.#memory.saw(id, revision);
    return result;
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
  rules(isCompact: () => boolean, call: Pick<CallContextParts, 'progress' | 'begins'>): CallRules {
    const open = this.#open;
    return {
      get policy(): Policy {
        return open.policy;
      },
      journal: open.journal,
      agent: this.agent,
      placeOf: (cellId) => open.places.known(cellId),
      isCompact: isCompact(),
      scrub: (data) => open.secrets.data(data),
      ask: (asked, signal) =>
        askUser(asked, {
          agent: this.agent,
          notebook: open.notebook,
          questions: open.questions,
          running: open.runs.underWay.flatMap(({ cellId }) => cellId ?? []),
          granted: this.#granted,
          allowed: ({ effect, args }, cells) => {
            if (effect !== 'runs') return;
            for (const [id, revision] of cells) this.#allowedRuns.set(id, revision);
            const code = codeOfCall(args);
            if (code !== null) this.#allowedCode.add(code);
          },
          signal,
          progress: call.progress,
        }),
      begins: async ({ effect }) => {
        if (effect !== 'reads') await call.begins?.();
      },
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
    // A call that may only change cells must not be a way to read them.
    const mayRead = this.#open.policy.verdicts.read === 'allow' || this.#granted.has('read');
    const told = explained === null || mayRead ? explained : withoutText(explained);
    return { failure: told, notices: notices.take(this.#id) };
  }
}

function sentAway(what: string): Failure {
  return new Failure('denied', `The user has sent you away, so ${what} did not begin.`, ASK_FIRST);
}

function notAllowed(what: string): Failure {
  return new Failure(
    'denied',
    `The user wants to be asked before code is run, and has not allowed ${what}, so it did not begin.`,
    'Make the call again: then the user is asked.',
  );
}

const ASK_FIRST = 'Do not try another way. Ask the user what to do instead.';

interface CallContextParts {
  signal: AbortSignal;
  progress: (message: string) => void;
  /** Told when the call is about to have its first effect. */
  begins?: () => Promise<void>;
}
