import { countOf, inWords } from '../../../src/outputs/bound-text.ts';
import type { Usage } from './planner.ts';

export interface Limits {
  /** Answers of the model, those included that had to be asked for again. */
  steps: number;
  /** Tokens that go in and come out, all steps together. */
  tokens: number;
}

export class BudgetUsedUp extends Error {
  override readonly name = 'BudgetUsedUp';
}

/** What the agent may use. Looked at before each step: an answer that is under way is taken to its end. */
export class Budget {
  readonly #limits: Limits;
  #steps = 0;
  #tokens = 0;
  #isEstimate = false;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  get stepsLeft(): number {
    return this.#limits.steps - this.#steps;
  }

  /** Takes one step of it, or throws where there is none left. */
  step(): void {
    const { steps, tokens } = this.#limits;
    if (this.#steps >= steps) {
      throw new BudgetUsedUp(`The budget of ${countOf(steps, 'step')} is used up (--max-steps).`);
    }
    if (this.#tokens >= tokens) {
      throw new BudgetUsedUp(
        `The budget of ${countOf(tokens, 'token')} is used up: ${inWords(this.#tokens)} (--max-tokens).`,
      );
    }
    this.#steps += 1;
  }

  spend({ input, output, isEstimate }: Usage): void {
    this.#tokens += input + output;
    this.#isEstimate ||= isEstimate;
  }

  get used(): { steps: number; tokens: number } {
    return { steps: this.#steps, tokens: this.#tokens };
  }

  inWords(): string {
    const tokens = `${this.#isEstimate ? 'about ' : ''}${countOf(this.#tokens, 'token')}`;
    return `${countOf(this.#steps, 'step')}, ${tokens}`;
  }
}
