import { Roster } from '../../src/agents/roster.ts';
import { ChangeLog } from '../../src/journal/change-log.ts';
import { Journal } from '../../src/journal/journal.ts';
import { Notices } from '../../src/journal/notices.ts';
import type { Inspection } from '../../src/notebook/inspection.ts';
import type { NotebookKernel } from '../../src/notebook/kernel.ts';
import type { Notebook } from '../../src/notebook/notebook.ts';
import type { Policy } from '../../src/policy/policy.ts';
import { CALL_CLASSES, DEFAULT_POLICY } from '../../src/policy/policy.ts';
import { Questions } from '../../src/policy/questions.ts';
import { Proposals } from '../../src/proposals/proposals.ts';
import { Runner } from '../../src/runs/runner.ts';
import { Secrets } from '../../src/secrets/secrets.ts';
import type { NotebookActions, NotebookView } from '../../src/wire/notebook-view.ts';
import type { PageObjects } from '../../src/wire/page-channel.ts';
import { AgentSession } from './agent-session.ts';
import { ForeignChanges } from './foreign-changes.ts';
import { notePolicy, noteProposals, noteRuns } from './note-happenings.ts';
import type { UserWishes } from './notebook-actions.ts';
import { createActions } from './notebook-actions.ts';
import { Places } from './places.ts';
import { scrubUpdate } from './scrub-update.ts';
import { viewOf } from './view-of.ts';

/** Two letters more in a run id: after a reload the runs are counted anew. */
const VISIT_LETTERS = 2;

/** What a tab knows of the notebook that it shows. With another notebook it begins anew: nothing is carried over. */
export class OpenNotebook {
  readonly id: string;
  readonly notebook: Notebook;
  readonly kernel: NotebookKernel;
  readonly inspection: Inspection;
  readonly runs: Runner;
  readonly journal = new Journal();
  readonly roster = new Roster();
  readonly notices = new Notices();
  readonly changes = new ChangeLog();
  readonly questions = new Questions();
  readonly secrets = new Secrets();
  readonly proposals: Proposals;
  readonly places: Places;
  readonly actions: NotebookActions;
  readonly #isSecond: boolean;
  /** By link. Kept when an agent leaves: it may come back. */
  readonly #sessions = new Map<string, AgentSession>();
  readonly #foreign: ForeignChanges;
  readonly #listeners = new Set<() => void>();
  #policy: Policy | null = null;
  #follows = false;

  /** `isSecond`: the tab showed another notebook before this one, without being loaded anew. */
  constructor(
    id: string,
    { notebook, kernel, inspection }: PageObjects,
    wishes: UserWishes,
    isSecond = false,
    visit: string = newVisit(),
  ) {
    this.id = id;
    this.notebook = notebook;
    this.kernel = kernel;
    this.inspection = inspection;
    this.#isSecond = isSecond;
    const scope = `${id}-${visit}`;
    this.runs = new Runner(notebook, kernel, scope);
    this.runs.admit = (run, by) => this.#sessions.get(by.id)?.admitRun(run) ?? {};
    this.runs.scrub = (update) => scrubUpdate(update, this.secrets);
    this.proposals = new Proposals(notebook, scope);
    this.places = new Places(notebook);
    this.#foreign = new ForeignChanges(this);
    this.actions = createActions(this, wishes);
    noteRuns(this);
    noteProposals(this);
    const changed = (): void => this.#changed();
    for (const source of [
      this.roster,
      this.journal,
      this.runs,
      this.changes,
      this.questions,
      this.proposals,
    ]) {
      source.onChange(changed);
    }
    this.places.onlearned = changed;
  }

  get policy(): Policy {
    return this.#policy ?? DEFAULT_POLICY;
  }

  set policy(policy: Policy) {
    // The first one is how things stand; later ones are news.
    if (this.#policy) {
      notePolicy(this.notices, this.#policy, policy);
      // What the user says now counts, not what was allowed under other rules.
      const { verdicts: before } = this.#policy;
      const changed = CALL_CLASSES.filter((one) => before[one] !== policy.verdicts[one]);
      for (const session of this.#sessions.values()) session.forgetGrants(changed);
    }
    this.#policy = policy;
    // Whoever pauses does not want to be asked.
    if (policy.paused) this.questions.withdraw();
    this.#changed();
  }

  get follows(): boolean {
    return this.#follows;
  }

  set follows(follows: boolean) {
    this.#follows = follows;
    this.#changed();
  }

  sessionOf(linkId: string): AgentSession {
    const session = this.#sessions.get(linkId) ?? new AgentSession(this, linkId);
    this.#sessions.set(linkId, session);
    return session;
  }

  /** What an agent is told that was in the middle of a conversation when this notebook was opened here. */
  get whatInterrupted(): string {
    return this.#isSecond
      ? 'The user opened another notebook in the tab: what you knew is of the one before. Call get_status.'
      : 'The page was reloaded: runs are counted anew, and cells that you want to change have to be read again first.';
  }

  /** What people see of it now. */
  view(): NotebookView {
    return viewOf(this);
  }

  /** Something in `view` may be otherwise. Called often: whoever shows it waits a moment. */
  onViewChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Settles when what others did to the cells so far is among the notices. */
  noteForeignChanges(): Promise<void> {
    return this.#foreign.note();
  }

  end(): void {
    this.#foreign.stop();
    this.questions.withdraw();
    this.runs.end();
  }

  #changed(): void {
    for (const listener of this.#listeners) listener();
  }
}

function newVisit(): string {
  const [number = 0] = crypto.getRandomValues(new Uint32Array(1));
  return number.toString(36).padStart(VISIT_LETTERS, '0').slice(-VISIT_LETTERS);
}
