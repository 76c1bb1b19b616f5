import type { Agent } from '../agents/agent.ts';
import { clock } from '../clock/clock.ts';
import type { CellKind } from '../notebook/cell.ts';

/** A cell as it is shown to somebody who has to decide. */
export interface QuotedCell {
  /** Empty for one that is not there yet. */
  cellId: string;
  /** Its place in the notebook, counted from 1 as people do; null when it is not known. */
  place: number | null;
  kind: CellKind;
  /** The beginning, where it is long. */
  text: string;
  isCut: boolean;
}

export interface Question {
  id: string;
  agent: Agent;
  /** As in "wants to run this cell". */
  wish: string;
  cells: QuotedCell[];
  askedAt: number;
}

/** What the user says to it. */
export type Answer = 'once' | 'session' | 'deny';

/** How long the user has, unless the call says otherwise. Below the minute after which most clients give up. */
const ANSWER_WITHIN_MS = 50_000;

interface Waiting {
  question: Question;
  settle: (answer: Answer | 'unanswered' | 'withdrawn') => void;
}

/** Calls that wait until the user has allowed them. */
export class Questions {
  readonly #waiting = new Map<string, Waiting>();
  readonly #listeners = new Set<() => void>();
  #count = 0;

  /** Oldest first. */
  get open(): Question[] {
    return [...this.#waiting.values()].map(({ question }) => question);
  }

  /** No answer in time is `unanswered`; `withdrawn` when nobody needs one any more. */
  ask(
    asked: Pick<Question, 'agent' | 'wish' | 'cells'>,
    signal: AbortSignal,
    withinMs: number = ANSWER_WITHIN_MS,
  ): Promise<Answer | 'unanswered' | 'withdrawn'> {
    if (signal.aborted) return Promise.resolve('withdrawn');
    const question = { ...asked, id: `question-${++this.#count}`, askedAt: Date.now() };
    return new Promise((resolve) => {
      const settle: Waiting['settle'] = (answer) => {
        if (!this.#waiting.delete(question.id)) return;
        clock.clear(timer);
        signal.removeEventListener('abort', withdraw);
        resolve(answer);
        this.#tell();
      };
      const withdraw = (): void => settle('withdrawn');
      const timer = clock.after(withinMs, () => settle('unanswered'));
      signal.addEventListener('abort', withdraw);
      this.#waiting.set(question.id, { question, settle });
      this.#tell();
    });
  }

  answer(id: string, answer: Answer): void {
    this.#waiting.get(id)?.settle(answer);
  }

  /** Those of one agent, or all: it has gone, or the user has decided otherwise. */
  withdraw(agentId?: string): void {
    for (const { question, settle } of [...this.#waiting.values()]) {
      if (agentId === undefined || question.agent.id === agentId) settle('withdrawn');
    }
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}
