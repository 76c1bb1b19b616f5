import type { FailureKind } from '../notebook/failure.ts';
import type { ToolEffect } from '../tools/tool.ts';

/** Enough to see what an agent was at; arguments and outputs are not kept. */
const MAX_ENTRIES = 500;

/** One call of an agent, as it is written down. */
export interface JournalEntry {
  number: number;
  /** A tool, or the method by which a resource is asked for. */
  name: string;
  effect: ToolEffect;
  /** The cell or the resource that it is about, where it names one. */
  subject: string | null;
  startedAt: number;
  /** Null while it is under way. */
  durationMs: number | null;
  outcome: 'running' | 'ok' | FailureKind;
}

/** What agents did in one notebook, newest last. Whoever shows it is told when it changes. */
export class Journal {
  #entries: JournalEntry[] = [];
  #count = 0;
  readonly #listeners = new Set<() => void>();

  get entries(): readonly JournalEntry[] {
    return this.#entries;
  }

  /** Writes a call down; the result writes down how it ended. */
  begin(call: Pick<JournalEntry, 'name' | 'effect' | 'subject'>): (outcome: 'ok' | FailureKind) => void {
    const { name, effect, subject } = call;
    const startedAt = Date.now();
    const number = ++this.#count;
    this.#put({ number, name, effect, subject, startedAt, durationMs: null, outcome: 'running' });
    return (outcome) => {
      const durationMs = Date.now() - startedAt;
      this.#put({ number, name, effect, subject, startedAt, durationMs, outcome });
    };
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #put(entry: JournalEntry): void {
    const place = this.#entries.findIndex(({ number }) => number === entry.number);
    if (place >= 0) this.#entries[place] = entry;
    else if (entry.outcome === 'running') this.#entries.push(entry);
    if (this.#entries.length > MAX_ENTRIES) this.#entries.shift();
    for (const listener of this.#listeners) listener();
  }
}
