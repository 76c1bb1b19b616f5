import type { Agent } from '../agents/agent.ts';
import type { EntryDetails, JournalEntry } from '../journal/journal.ts';
import type { UndoResult } from '../journal/undo.ts';
import type { CanaryReport, PageShape } from '../notebook/inspection.ts';
import type { Policy } from '../policy/policy.ts';
import type { Answer, Question } from '../policy/questions.ts';

/**
 * What people see of a notebook that agents work in, and what they can do about it. The same for what is shown in
 * the page (pill, cards at cells) and, over a Port (`pushed-state.ts`), for the extension's own pages.
 * Every text in it may come from an agent or a cell: it is shown as text, never as markup.
 */
export interface NotebookView {
  /** Those that are connected now. */
  agents: Agent[];
  policy: Policy;
  /** Calls under way, oldest first. */
  now: JournalEntry[];
  /** Running first, then those that wait, in order. */
  runs: RunView[];
  /** Calls that wait until the user has allowed them. */
  questions: Question[];
  proposals: ProposalView[];
  /** What agents changed, newest first, bounded. */
  changes: ChangeView[];
  /** Whether the page scrolls to where the agent works. */
  follows: boolean;
}

export interface RunView {
  id: string;
  /** Null: code that is in no cell. */
  cellId: string | null;
  /** Its place in the notebook, counted from 1 as people do; null when it is not known. */
  place: number | null;
  /** Null: the user. */
  agent: Agent | null;
  isRunning: boolean;
  /** It waits until somebody has typed a line in the page. */
  isWaitingForInput: boolean;
  startedAt: number | null;
}

/** A change of a cell that an agent suggests. */
export interface ProposalView {
  id: string;
  agent: Agent;
  cellId: string;
  place: number | null;
  reason: string | null;
  before: string;
  after: string;
  /** The user has changed the cell since: what would be lost is in `before` of a new proposal. */
  isStale: boolean;
  askedAt: number;
}

/** `content`: what the user made of it. `comment`: why not. */
export type Decision = { verdict: 'accept'; content?: string } | { verdict: 'reject'; comment?: string };

/** One change of an agent that can be taken back. */
export interface ChangeView {
  number: number;
  agent: Agent;
  /** As in "edited cell 7". */
  sentence: string;
  cellId: string;
  at: number;
  state: 'done' | 'undone';
}

/** What people can do. Everything is answered when it is done. */
export interface NotebookActions {
  setPaused(paused: boolean): Promise<void>;
  /** Interrupts what runs, ends the calls that wait, and disconnects all agents. */
  stop(): Promise<void>;
  answer(questionId: string, answer: Answer): Promise<void>;
  decide(proposalId: string, decision: Decision): Promise<void>;
  /** One or more changes, newest first whatever the order given. */
  undo(numbers: number[]): Promise<UndoResult>;
  stopRun(runId: string): Promise<void>;
  setFollows(follows: boolean): Promise<void>;
  /** What a call was asked, and the head of what it gave: fetched when somebody wants to see it. */
  details(entry: number): Promise<EntryDetails | null>;
  /** Entries of the journal before this number, newest first. */
  earlier(number: number, count: number): Promise<JournalEntry[]>;
  /** What this build of Colab offers: for each operation the way it is done, or null. */
  capabilities(): Promise<Record<string, string | null>>;
  /** Tries every operation in every way in this notebook, if it is an empty scratch notebook, and takes it back. */
  canary(): Promise<CanaryReport>;
  /** What Colab's page consists of, without anything of the user's. */
  shape(): Promise<PageShape>;
}

/** Which cell, in words: for the page, which has to find it. */
export interface CellMark {
  cellId: string;
  agent: Agent;
  /** `touched`: added or changed a moment ago. */
  kind: 'touched' | 'running' | 'proposal';
}
