import type { Agent } from './agent.ts';
import { agentName, distinctName } from './agent.ts';

/** Who works in one notebook, and who did. An agent that comes back is the one that it was. */
export class Roster {
  readonly #known = new Map<string, Agent>();
  readonly #present = new Set<string>();
  readonly #listeners = new Set<() => void>();

  /** Those that are connected, in the order in which they came first. */
  get present(): Agent[] {
    return [...this.#known.values()].filter(({ id }) => this.#present.has(id));
  }

  find(id: string): Agent | null {
    return this.#known.get(id) ?? null;
  }

  /** It is connected, and calls itself so. */
  enter(id: string, claimed: unknown): Agent {
    const before = this.#known.get(id);
    const others = [...this.#known.values()].filter((other) => other.id !== id).map(({ name }) => name);
    const colour = before?.colour ?? this.#freeColour();
    const agent = { id, name: distinctName(agentName(claimed), others), colour };
    this.#known.set(id, agent);
    this.#present.add(id);
    this.#tell();
    return agent;
  }

  leave(id: string): void {
    if (this.#present.delete(id)) this.#tell();
  }

  /** It turned out not to be anybody: its name and colour are free again. */
  forget(id: string): void {
    this.leave(id);
    this.#known.delete(id);
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #freeColour(): number {
    const taken = new Set([...this.#known.values()].map(({ colour }) => colour));
    let colour = 0;
    while (taken.has(colour)) colour++;
    return colour;
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}
