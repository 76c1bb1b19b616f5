import type { Agent } from '../agents/agent.ts';
import type { FailureKind } from '../notebook/failure.ts';
import type { ToolEffect } from '../tools/tool.ts';
import { isRecord } from '../wire/json.ts';

const MAX_ENTRIES = 10_000;
/** Arguments and heads of results are kept for so many of the latest calls. */
const MAX_DETAILS = 500;
/** Of either. */
const DETAIL_CHARS = 4_000;

/** One call of an agent, as it is written down. */
export interface JournalEntry {
  number: number;
  /** Null where only one agent can be meant. */
  agent: Agent | null;
  /** A tool, or the method by which a resource is asked for. */
  name: string;
  effect: ToolEffect;
  /** The cell or the resource that it is about, where it names one. */
  subject: string | null;
  /** Where that cell stood, counted from 1 as people do; null when it is not known. */
  place: number | null;
  startedAt: number;
  /** Null while it is under way. */
  durationMs: number | null;
  outcome: 'running' | 'ok' | FailureKind;
  /** Why it failed. */
  error: string | null;
  /** `waits` for the user; or how what it began ended, if not well: a cell that raised an error, or still runs. */
  note: string | null;
}

/** What a call was asked, and the head of what it gave. */
export interface EntryDetails {
  args: string;
  result: string;
}

export interface EndEntry {
  /** `place`: where the cell stands, if that was not known before. */
  (outcome: 'ok' | FailureKind, news?: { error?: string; result?: unknown; place?: number | null }): void;
  /** Whether it waits until the user has allowed it. */
  waits(isWaiting: boolean): void;
}

/** What agents did in one notebook, newest last. Whoever shows it is told what changes. */
export class Journal {
  #entries: JournalEntry[] = [];
  #count = 0;
  readonly #underWay = new Map<number, JournalEntry>();
  readonly #details = new Map<number, EntryDetails>();
  readonly #listeners = new Set<(entry: JournalEntry) => void>();

  get entries(): readonly JournalEntry[] {
    return this.#entries;
  }

  /** Writes a call down; the result writes down how it ended. */
  begin(
    call: Pick<JournalEntry, 'name' | 'effect' | 'subject'> & {
      agent?: Agent | null;
      place?: number | null;
      args?: unknown;
    },
  ): EndEntry {
    const { agent = null, name, effect, subject, place = null, args } = call;
    const startedAt = Date.now();
    const number = ++this.#count;
    const begun = { number, agent, name, effect, subject, place, startedAt };
    const isUnderWay = (note: string | null): void =>
      this.#put({ ...begun, durationMs: null, outcome: 'running', error: null, note });
    isUnderWay(null);
    this.#keepDetails(number, { args: headOf(args), result: '' });
    const end = (...[outcome, { error, result, place: late = null } = {}]: Parameters<EndEntry>): void => {
      const durationMs = Date.now() - startedAt;
      const details = this.#details.get(number);
      if (details) details.result = headOf(result);
      const ended = { durationMs, outcome, error: error ?? null, note: noteOf(effect, result) };
      this.#put({ ...begun, ...ended, place: place ?? addedAt(effect, result) ?? late });
    };
    return Object.assign(end, { waits: (isWaiting: boolean) => isUnderWay(isWaiting ? 'waits' : null) });
  }

  /** Calls that have not ended, oldest first. */
  get underWay(): JournalEntry[] {
    return [...this.#underWay.values()];
  }

  /** Entries before this number, newest first. */
  before(number: number, count: number): JournalEntry[] {
    const end = Math.max(0, Math.min(number - (this.#entries[0]?.number ?? number), this.#entries.length));
    return this.#entries.slice(Math.max(0, end - count), end).reverse();
  }

  details(number: number): EntryDetails | null {
    return this.#details.get(number) ?? null;
  }

  onChange(listener: (entry: JournalEntry) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #put(entry: JournalEntry): void {
    if (entry.outcome === 'running') this.#underWay.set(entry.number, entry);
    else this.#underWay.delete(entry.number);
    // They are numbered without a gap, so the place follows from the number.
    const place = entry.number - (this.#entries[0]?.number ?? entry.number);
    if (place >= 0 && place < this.#entries.length) this.#entries[place] = entry;
    else if (entry.outcome === 'running') this.#entries.push(entry);
    if (this.#entries.length > MAX_ENTRIES) this.#entries.shift();
    for (const listener of this.#listeners) listener(entry);
  }

  #keepDetails(number: number, details: EntryDetails): void {
    this.#details.set(number, details);
    this.#details.delete(number - MAX_DETAILS);
  }
}

/** Tools that run something say how it went; that is no failure of the call. */
function noteOf(effect: ToolEffect, result: unknown): string | null {
  const { status } = effect === 'runs' ? dataOf(result) : {};
  return typeof status === 'string' && status !== 'ok' ? status : null;
}

/** The place of a new cell, counted from 1. */
function addedAt(effect: ToolEffect, result: unknown): number | null {
  const { cellIndex } = effect === 'adds' ? dataOf(result) : {};
  return typeof cellIndex === 'number' ? cellIndex + 1 : null;
}

const dataOf = (result: unknown): Record<string, unknown> =>
  isRecord(result) && isRecord(result.data) ? result.data : {};

/** What is large is not written out to be cut: a result can have a million characters. */
function headOf(value: unknown): string {
  if (value === undefined) return '';
  const text = JSON.stringify(value, shorten) ?? '';
  return text.length > DETAIL_CHARS ? `${text.slice(0, DETAIL_CHARS)}…` : text;
}

function shorten(_key: string, value: unknown): unknown {
  if (typeof value === 'string' && value.length > DETAIL_CHARS) return `${value.slice(0, DETAIL_CHARS)}…`;
  return Array.isArray(value) && value.length > 20
    ? [...value.slice(0, 20), `… ${value.length - 20} more`]
    : value;
}
