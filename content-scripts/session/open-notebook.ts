import { Roster } from '../../src/agents/roster.ts';
import { Journal } from '../../src/journal/journal.ts';
import type { Kernel } from '../../src/notebook/kernel.ts';
import type { Notebook } from '../../src/notebook/notebook.ts';
import type { Policy } from '../../src/policy/policy.ts';
import { ALLOW_ALL } from '../../src/policy/policy.ts';
import { Runner } from '../../src/runs/runner.ts';
import type { NotebookActions, NotebookView } from '../../src/wire/notebook-view.ts';
import type { PageObjects } from '../../src/wire/page-channel.ts';
import type { UserWishes } from './notebook-actions.ts';
import { createActions } from './notebook-actions.ts';

/** Two letters more in a run id: after a reload the runs are counted anew. */
const VISIT_LETTERS = 2;

/** What a tab knows of the notebook that it shows. With another notebook it begins anew: nothing is carried over. */
export class OpenNotebook {
  readonly id: string;
  readonly notebook: Notebook;
  readonly kernel: Kernel;
  readonly runs: Runner;
  readonly journal = new Journal();
  readonly roster = new Roster();
  readonly actions: NotebookActions;
  readonly #listeners = new Set<() => void>();
  #policy: Policy = ALLOW_ALL;
  #follows = false;

  constructor(id: string, { notebook, kernel }: PageObjects, wishes: UserWishes, visit: string = newVisit()) {
    this.id = id;
    this.notebook = notebook;
    this.kernel = kernel;
    this.runs = new Runner(notebook, kernel, `${id}-${visit}`);
    this.actions = createActions(this, wishes);
    const changed = (): void => this.#changed();
    this.roster.onChange(changed);
    this.journal.onChange(changed);
  }

  get policy(): Policy {
    return this.#policy;
  }

  set policy(policy: Policy) {
    this.#policy = policy;
    this.#changed();
  }

  set follows(follows: boolean) {
    this.#follows = follows;
    this.#changed();
  }

  /** What people see of it now. */
  view(): NotebookView {
    return {
      agents: this.roster.present,
      policy: this.#policy,
      now: this.journal.entries.filter(({ outcome }) => outcome === 'running'),
      runs: [],
      questions: [],
      proposals: [],
      changes: [],
      follows: this.#follows,
    };
  }

  /** Something in `view` may be otherwise. Called often: whoever shows it waits a moment. */
  onViewChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  end(): void {
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
