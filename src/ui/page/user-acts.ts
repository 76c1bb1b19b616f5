import type { Answer, Decision, NotebookActions, NotebookView } from '../../wire/notebook-view.ts';
import { whatWentWrong } from './parts.ts';
import type { PillState } from './pill.ts';

export interface Habits {
  isCollapsed: boolean;
}

/** What the user does in the page, and how it stands with what was asked for. */
export class UserActs {
  readonly #actions: NotebookActions;
  readonly #habits: Habits;
  readonly #view: () => NotebookView;
  readonly #changed: () => void;
  #pending: PillState['pending'] = null;
  #notice: string | null = null;
  #proposal: string | null = null;

  constructor(actions: NotebookActions, habits: Habits, view: () => NotebookView, changed: () => void) {
    this.#actions = actions;
    this.#habits = habits;
    this.#view = view;
    this.#changed = changed;
  }

  get state(): Pick<PillState, 'isCollapsed' | 'pending' | 'notice'> {
    return { isCollapsed: this.#habits.isCollapsed, pending: this.#pending, notice: this.#notice };
  }

  /** The proposal that is open: the one that the user has chosen, else the first. */
  get proposal(): string | null {
    const ids = this.#view().proposals.map(({ id }) => id);
    return ids.find((id) => id === this.#proposal) ?? ids[0] ?? null;
  }

  choose(proposalId: string): void {
    this.#proposal = proposalId;
    this.#changed();
  }

  togglePause(): void {
    if (this.#pending !== null) return;
    const { paused } = this.#view().policy;
    const words = paused ? 'Agents could not be resumed' : 'Agents could not be paused';
    this.#do('pause', words, () => this.#actions.setPaused(!paused));
  }

  /** Also while a pause is on its way. */
  stop(): void {
    if (this.#pending === 'stop') return;
    this.#do('stop', 'Not everything could be stopped', () => this.#actions.stop());
  }

  toggleFollow(): void {
    const { follows } = this.#view();
    this.#do(null, 'This could not be changed', () => this.#actions.setFollows(!follows));
  }

  collapse(isCollapsed: boolean): void {
    this.#habits.isCollapsed = isCollapsed;
    this.#changed();
  }

  answer(questionId: string, answer: Answer): Promise<void> {
    return this.#actions.answer(questionId, answer);
  }

  decide(proposalId: string, decision: Decision): Promise<void> {
    return this.#actions.decide(proposalId, decision);
  }

  #do(pending: PillState['pending'], words: string, act: () => Promise<void>): void {
    this.#pending = pending ?? this.#pending;
    this.#notice = null;
    this.#changed();
    const end = (notice: string | null): void => {
      if (this.#pending === pending) this.#pending = null;
      this.#notice = notice;
      this.#changed();
    };
    act().then(
      () => end(null),
      (thrown: unknown) => end(`${words}: ${whatWentWrong(thrown)}`),
    );
  }
}
