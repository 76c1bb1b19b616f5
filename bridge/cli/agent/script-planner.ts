import { isDeepStrictEqual } from 'node:util';
import { isRecord } from '../../../src/wire/json.ts';
import type { Outcome, Plan, Planner } from './planner.ts';
import { PlanFailed } from './planner.ts';
import type { AgentScript, ScriptStep } from './script.ts';
import { resolved } from './script.ts';

/** How a run ends that did not do what it was made for. */
const BAD_ENDS = new Set<unknown>(['error', 'interrupted', 'lost', 'not_started']);

/** Replays a recorded plan, call by call, and stops where things go otherwise than they went then. */
export class ScriptPlanner implements Planner {
  readonly about: Record<string, string>;
  readonly #steps: readonly ScriptStep[];
  readonly #results = new Map<string, unknown>();
  #at = 0;
  #made: ScriptStep | null = null;

  constructor({ goal, steps }: AgentScript) {
    this.about = { script: goal };
    this.#steps = steps;
  }

  async next([outcome]: readonly Outcome[]): Promise<Plan> {
    if (outcome && this.#made) this.#take(outcome, this.#made);
    const said: string[] = [];
    while (this.#at < this.#steps.length) {
      const step = this.#steps[this.#at++];
      if (!step || !this.#applies(step)) continue;
      if (step.say !== undefined) said.push(String(resolved(step.say, this.#results)));
      if (step.call === undefined) continue;
      this.#made = step;
      const args = resolved(step.arguments ?? {}, this.#results);
      const call = { id: `step-${this.#at}`, name: step.call, args: isRecord(args) ? args : {} };
      return { say: said.join('\n'), calls: [call], usage: null, isLast: false };
    }
    return { say: said.join('\n'), calls: [], usage: null, isLast: true };
  }

  #applies({ when = [] }: ScriptStep): boolean {
    return when.every(({ value, is }) => isDeepStrictEqual(resolved(value, this.#results), is));
  }

  #take({ isError, text, data }: Outcome, { call, as, expect }: ScriptStep): void {
    const where = `Step ${this.#at} of the script (${call})`;
    if (isError) throw new PlanFailed(`${where} failed: ${text}`);
    for (const [key, wanted] of Object.entries(expect ?? {})) {
      if (isDeepStrictEqual(data[key], wanted)) continue;
      throw new PlanFailed(
        `${where} went otherwise than recorded: ${key} is ${JSON.stringify(data[key])}, not ${JSON.stringify(wanted)}.`,
      );
    }
    if (!expect && BAD_ENDS.has(data.status))
      throw new PlanFailed(`${where} ended with "${data.status}": ${text}`);
    if (as !== undefined) this.#results.set(as, data);
  }
}
