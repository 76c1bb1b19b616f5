import type { Agent } from '../agents/agent.ts';
import { clock } from '../clock/clock.ts';
import { fromLines } from '../notebook/cell.ts';
import { Failure } from '../notebook/failure.ts';
import type { Notebook } from '../notebook/notebook.ts';

/** Decided ones are kept so that their agent can ask for them. */
const MAX_KEPT = 200;
/** That wait for the user at the same time. */
const MAX_OPEN = 50;

export interface NewProposal {
  agent: Agent;
  cellId: string;
  after: string;
  reason: string | null;
}

/** `accepted` as it was, `edited` by the user before; a `rejected` one changed nothing. */
export type Outcome =
  | { decision: 'accepted' | 'edited'; revision: string; before: string; content: string }
  | { decision: 'rejected'; comment: string | null };

export interface Proposal extends NewProposal {
  id: string;
  before: string;
  /** Of the cell when it was proposed. */
  revision: string;
  /** The cell is not as it was then. */
  isStale: boolean;
  askedAt: number;
  outcome: Outcome | null;
}

/** Changes of cells that agents suggest, until the user has decided. */
export class Proposals {
  readonly #notebook: Notebook;
  readonly #scope: string;
  readonly #all = new Map<string, Proposal>();
  readonly #waiting = new Map<string, Set<() => void>>();
  readonly #listeners = new Set<() => void>();
  /** Accepted, and being written: a second click must not write it again. */
  readonly #writing = new Set<string>();
  #count = 0;
  /** The user has decided; told before whoever waits for it. */
  ondecided: (proposal: Proposal, outcome: Outcome, isAwaited: boolean) => void = () => {};

  constructor(notebook: Notebook, scope: string) {
    this.#notebook = notebook;
    this.#scope = scope;
  }

  /** Those that the user has yet to decide about, oldest first. */
  get open(): Proposal[] {
    return [...this.#all.values()].filter(({ outcome }) => outcome === null);
  }

  async add({ agent, cellId, after, reason }: NewProposal): Promise<Proposal> {
    if (this.open.length >= MAX_OPEN) {
      throw new Failure(
        'conflict',
        `${MAX_OPEN} proposals wait for the user already.`,
        'Wait until the user has decided about some of them.',
      );
    }
    const { text, revision } = await this.#read(cellId);
    const id = `proposal-${this.#scope}-${++this.#count}`;
    const asked = { askedAt: Date.now(), isStale: false, outcome: null };
    const proposal: Proposal = { id, agent, cellId, before: text, revision, after, reason, ...asked };
    this.#all.set(id, proposal);
    this.#forgetOldest();
    this.#tell();
    return proposal;
  }

  find(id: string, agent: Agent): Proposal {
    const found = this.#all.get(id);
    if (found && found.agent.id === agent.id) return found;
    throw new Failure('not_found', `There is no proposal "${id}" of yours.`, 'Propose the edit again.');
  }

  async accept(id: string, content?: string): Promise<void> {
    const proposal = this.#openOne(id);
    const source = content ?? proposal.after;
    this.#writing.add(id);
    try {
      const { revision, before } = await this.#notebook.replaceSource({
        cellId: proposal.cellId,
        source,
        expectedRevision: proposal.revision,
      });
      const decision = source === proposal.after ? 'accepted' : 'edited';
      this.#settle(proposal, { decision, revision, before, content: source });
    } catch (thrown) {
      await this.refresh();
      throw thrown;
    } finally {
      this.#writing.delete(id);
    }
  }

  reject(id: string, comment: string | null): void {
    this.#settle(this.#openOne(id), { decision: 'rejected', comment });
  }

  /** It should not have been made. */
  drop(id: string): void {
    this.#all.delete(id);
    this.#tell();
  }

  /** Looks which of those that are open are not for the cell as it is now. */
  async refresh(): Promise<void> {
    for (const proposal of this.open) {
      const now = await this.#read(proposal.cellId).catch(() => null);
      proposal.isStale = now?.revision !== proposal.revision;
    }
    this.#tell();
  }

  /** Settles when the user has decided, when time is up, or when the caller stops caring. */
  decided({ id, outcome }: Proposal, timeoutMs: number, signal: AbortSignal): Promise<void> {
    if (outcome !== null || signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const waiting = this.#waiting.get(id) ?? new Set();
      this.#waiting.set(id, waiting);
      const end = (): void => {
        clock.clear(timer);
        signal.removeEventListener('abort', end);
        waiting.delete(end);
        resolve();
      };
      const timer = clock.after(timeoutMs, end);
      signal.addEventListener('abort', end);
      waiting.add(end);
    });
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #openOne(id: string): Proposal {
    const proposal = this.#all.get(id);
    if (proposal?.outcome === null && !this.#writing.has(id)) return proposal;
    throw new Failure('not_found', 'This proposal is not open any more.', 'Nothing was changed.');
  }

  #settle(proposal: Proposal, outcome: Outcome): void {
    proposal.outcome = outcome;
    const waiting = [...(this.#waiting.get(proposal.id) ?? [])];
    this.ondecided(proposal, outcome, waiting.length > 0);
    this.#waiting.delete(proposal.id);
    for (const end of waiting) end();
    this.#tell();
  }

  async #read(cellId: string): Promise<{ text: string; revision: string }> {
    const { cells } = await this.#notebook.readCells({ cellIds: [cellId] });
    const cell = cells[0];
    if (!cell) throw new Failure('not_found', `There is no cell "${cellId}".`, 'Call get_cells for the ids.');
    return { text: fromLines(cell.source), revision: cell.revision };
  }

  #forgetOldest(): void {
    for (const { id, outcome } of this.#all.values()) {
      if (this.#all.size <= MAX_KEPT) return;
      if (outcome !== null) this.#all.delete(id);
    }
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}
